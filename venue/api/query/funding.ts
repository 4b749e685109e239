// Handlers of the queries about funding rates. Interface 4.3, rules 6.4.

import type { QueryAnswer } from "@evermark/interface/queries/public-query.ts";
import { DAY_MS } from "../../sums/candle-sums.ts";
import type { Venue } from "../../venue.ts";
import { e10Text, priceText } from "../../wire/decimal-text.ts";
import { meanRate } from "../markets/funding.ts";
import { allMarkets, marketOf } from "../named/named-market.ts";
import { type Handlers, pageOf } from "./query-context.ts";

const FUNDINGS_DEFAULT = 500;
const LONGEST_DAYS = 30;

interface RatesAsked {
  readonly market: number;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function fundingRatesOf(
  venue: Venue,
  asked: RatesAsked,
): Promise<QueryAnswer<"fundingRateHistory">["rows"]> {
  const { parameters } = venue.engine.market(asked.market);
  const rates = await venue.history.fundingRatesBefore(asked, venue.sequencer.appliedPosition);
  return rates.map(({ rate, mark, at }) => ({
    funding_rate: e10Text(rate),
    mark_price: priceText(parameters, mark),
    funding_rate_timestamp: at,
  }));
}

export const fundingHandlers: Handlers<"fundingRateHistory" | "fundingComparison"> = {
  async fundingRateHistory({ venue, request, cursors }) {
    const { start_time: startTime, end_time: endTime, limit = FUNDINGS_DEFAULT } = request;
    const market = marketOf(venue, request.symbol);
    const before = cursors.read(["last_ts"])?.last_ts;
    const found = await fundingRatesOf(venue, { market, startTime, endTime, before, limit: limit + 1 });
    return pageOf(cursors, found, limit, (last) => ({ last_ts: last.funding_rate_timestamp }));
  },

  async fundingComparison({ venue, request: { symbol } }) {
    const { engine, configuration } = venue;
    const markets = symbol === undefined ? allMarkets(venue) : [marketOf(venue, symbol)];
    const now = engine.now;
    const rates = await venue.history.fundingRatesSince(now - LONGEST_DAYS * DAY_MS, venue.sequencer.appliedPosition);
    const rows = markets.map((market) => {
      const { parameters, nextFundingTime, lastFundingRate, lastFundingTime } = engine.market(market);
      const own = rates.filter((row) => row.market === market);
      const mean = (days: number) => {
        const rate = meanRate(own.filter((row) => row.at > now - days * DAY_MS));
        return rate === null ? null : e10Text(rate);
      };
      const last = lastFundingTime === 0 ? null : e10Text(lastFundingRate);
      const here = { name: configuration.brand, last, "1d": mean(1), "7d": mean(7), "30d": mean(LONGEST_DAYS) };
      return { symbol: parameters.symbol, next_funding_time: nextFundingTime, exchanges: [here] };
    });
    return { rows: rows.sort((a, b) => (a.symbol < b.symbol ? -1 : 1)), next_cursor: null };
  },
};
