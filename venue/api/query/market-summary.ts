// A market as the public query shows it: the figures of its snapshot and the rules that orders must follow. Interface 4.3.

import type { QueryAnswer } from "@evermark/interface/queries/public-query.ts";
import type { Venue } from "../../venue.ts";
import { decimalText, e8Text, e10Text, moneyText, priceText, quantityText } from "../../wire/decimal-text.ts";

export type MarketSummary = QueryAnswer<"marketSummary">["markets"][number];

export function summaryOf({ engine, statistics }: Venue, market: number): MarketSummary {
  const view = engine.market(market);
  const day = statistics.rollingDay(market);
  const { parameters: rule } = view;
  const price = (ticks: number) => priceText(rule, ticks);
  const priceOrNull = (ticks: number) => (ticks === 0 ? null : price(ticks));
  return {
    symbol: rule.symbol,
    mark_price: price(view.mark),
    index_price: price(view.index),
    "24h_open": price(day.open),
    "24h_close": price(day.close),
    "24h_high": price(day.high),
    "24h_low": price(day.low),
    "24h_volume": quantityText(rule, day.volume),
    "24h_amount": moneyText(day.amount),
    open_interest: quantityText(rule, view.openInterest),
    last_funding_rate: e10Text(view.lastFundingRate),
    est_funding_rate: view.estFundingTime === 0 ? null : e10Text(view.estFundingRate),
    next_funding_time: view.nextFundingTime,
    bid_price: priceOrNull(view.bestBid),
    ask_price: priceOrNull(view.bestAsk),
    max_leverage: String(engine.maxLeverage(market)),
    min_notional: moneyText(rule.minNotional),
    quote_tick: e8Text(rule.quoteTick),
    base_tick: e8Text(rule.baseTick),
  };
}

const PERCENT_DECIMALS = 4;

/** (close − open) ÷ open in percent, cut off at 4 decimals. */
export function changePercent({ open, close }: { readonly open: number; readonly close: number }): string {
  if (open === 0) return "0";
  const e4 = (BigInt(close - open) * 1_000_000n) / BigInt(open);
  return decimalText(e4, PERCENT_DECIMALS, PERCENT_DECIMALS);
}

/** These markets' volume of 24 hours, and their open interest at the mark price; micros. */
export function totalsOf({ engine, statistics }: Venue, markets: readonly number[]) {
  let amount = 0n;
  let openInterest = 0n;
  for (const market of markets) {
    const { openInterest: lots, mark, microsPerTickLot } = engine.market(market);
    amount += BigInt(statistics.rollingDay(market).amount);
    openInterest += BigInt(lots) * BigInt(mark) * BigInt(microsPerTickLot);
  }
  return { amount, openInterest };
}
