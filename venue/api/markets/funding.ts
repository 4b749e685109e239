// Answers about funding: rates from the engine, payments from history. Rules 6.4 to 6.6, interface 4.10.

import type { EngineReader } from "@evermark/engine";
import { FUNDING_PAGE_SIZE, FUNDING_SPANS_DAYS, funding } from "@evermark/interface/markets/funding.ts";
import type { DataOf } from "@evermark/interface/rows/endpoint.ts";
import type { FundingRateRow } from "../../history/index.ts";
import { listed, pageOf, spanOf } from "../../http/envelope/list.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import { DAY_MS, MINUTE_MS } from "../../sums/candle-sums.ts";
import { fromE10, fromMicros, fromUnitaryFunding, priceOf } from "../../wire/decimals.ts";
import { allMarkets, marketFilter, marketOf } from "../named/named-market.ts";

const SPANS = Object.entries(FUNDING_SPANS_DAYS) as [keyof typeof FUNDING_SPANS_DAYS, number][];
const LONGEST_DAYS = Math.max(...SPANS.map(([, days]) => days));

const getFundingRates = bind(funding.getFundingRates, ({ venue }) => ({
  rows: allMarkets(venue).map((market) => ratesOf(venue.engine, market)),
}));

const getFundingRate = bind(funding.getFundingRate, ({ venue, params }) =>
  ratesOf(venue.engine, marketOf(venue, params.symbol)),
);

function ratesOf(engine: EngineReader, market: number): DataOf<typeof funding.getFundingRate> {
  const view = engine.market(market);
  return {
    symbol: view.parameters.symbol,
    est_funding_rate: fromE10(view.estFundingRate),
    est_funding_rate_timestamp: Math.floor(engine.now / MINUTE_MS) * MINUTE_MS,
    last_funding_rate: fromE10(view.lastFundingRate),
    last_funding_rate_timestamp: view.lastFundingTime,
    next_funding_time: view.nextFundingTime,
    sum_unitary_funding: fromUnitaryFunding(view.sumUnitaryFunding),
  };
}

const getFundingRateHistory = bind(funding.getFundingRateHistory, async ({ venue, query }) => {
  const page = pageOf(query, FUNDING_PAGE_SIZE);
  const market = marketOf(venue, query.symbol);
  const found = await venue.history.fundingRates(
    { market, ...spanOf(query), ...page },
    venue.sequencer.appliedPosition,
  );
  const { parameters, nextFundingTime } = venue.engine.market(market);
  const rows = found.rows.map(({ rate, at, nextAt }) => ({
    symbol: parameters.symbol,
    funding_rate: fromE10(rate),
    funding_rate_timestamp: at,
    next_funding_time: nextAt ?? nextFundingTime,
  }));
  return listed({ rows, total: found.total }, page);
});

const getFundingStatistics = bind(funding.getFundingStatistics, async ({ venue }) => {
  const { engine } = venue;
  const now = engine.now;
  const rates = await venue.history.fundingRatesSince(now - LONGEST_DAYS * DAY_MS, venue.sequencer.appliedPosition);
  return {
    rows: allMarkets(venue).map((market) => {
      const { parameters, createdAt } = engine.market(market);
      const own = rates.filter((row) => row.market === market);
      const since = (days: number) => statOf(own.filter((row) => row.at > now - days * DAY_MS));
      const spans = Object.fromEntries(SPANS.map(([name, days]) => [name, since(days)]));
      return {
        symbol: parameters.symbol,
        data_start_time: new Date(createdAt).toISOString().slice(0, 19).replace("T", " "),
        funding: { last: statOf(own.slice(-1)), ...(spans as Record<keyof typeof FUNDING_SPANS_DAYS, FundingStat>) },
      };
    }),
  };
});

type FundingStat = DataOf<typeof funding.getFundingStatistics>["rows"][number]["funding"]["last"];

function statOf(rows: readonly FundingRateRow[]): FundingStat {
  return {
    rate: fromE10(meanRate(rows) ?? 0),
    positive: rows.filter(({ rate }) => rate > 0).length,
    negative: rows.filter(({ rate }) => rate < 0).length,
  };
}

/** The mean in 10⁻¹⁰, cut off at the tenth decimal like a rate; null without rows. */
export function meanRate(rows: readonly FundingRateRow[]): number | null {
  if (rows.length === 0) return null;
  const sum = rows.reduce((total, { rate }) => total + rate, 0);
  return Math.trunc(sum / rows.length);
}

const getFundingFees = bind(funding.getFundingFees, async ({ venue, caller, query }) => {
  const page = pageOf(query, FUNDING_PAGE_SIZE);
  const market = marketFilter(venue, query.symbol);
  const found = await venue.history.fundingPayments(
    { account: caller.account, market, ...spanOf(query), ...page },
    venue.sequencer.appliedPosition,
  );
  const rows = found.rows.map((payment) => {
    const { parameters } = venue.engine.market(payment.market);
    return {
      symbol: parameters.symbol,
      funding_rate: fromE10(payment.rate),
      mark_price: priceOf(parameters, payment.mark),
      funding_fee: fromMicros(Math.abs(payment.fee)),
      payment_type: payment.fee < 0 ? ("Receive" as const) : ("Pay" as const),
      status: payment.settledAt === 0 ? ("Accrued" as const) : ("Settled" as const),
      margin_mode: payment.marginMode,
      created_time: payment.at,
      updated_time: payment.settledAt === 0 ? payment.at : payment.settledAt,
    };
  });
  return listed({ rows, total: found.total }, page);
});

export const fundingBindings: readonly Binding[] = [
  getFundingRates,
  getFundingRate,
  getFundingRateHistory,
  getFundingStatistics,
  getFundingFees,
];
