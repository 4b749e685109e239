// The clock: everything that is due at a whole second, in the order of rules 0.2, and what follows a change of a mark
// price (rules 0.3). Premium samples, funding, liquidation and vault periods take their places in these two lists.

import { refreshTiers } from "./account/fees.ts";
import { fireAlgoOrders } from "./algo/triggers.ts";
import type { Ladder } from "./book/ladder.ts";
import { cancelResting } from "./book/open-orders.ts";
import type { SetIndexPrices } from "./commands.ts";
import type { Listener } from "./events.ts";
import { runDailyJob } from "./fees/daily-job.ts";
import { payFunding } from "./funding/payment.ts";
import { samplePremium } from "./funding/premium.ts";
import { checkMarket, runClaimWindows } from "./liquidation/pipeline.ts";
import { type LiveMarket, roundToTick } from "./market/live-market.ts";
import { DAY_MS, hasPassed } from "./numbers/calendar.ts";
import { fireDeadManSwitches } from "./order-entry/cancellation.ts";
import { nextIndex } from "./prices/index-price.ts";
import { nextMark, snapshotBasis } from "./prices/mark-price.ts";
import { type Rejection, rejection } from "./rejections.ts";
import type { State } from "./state.ts";
import { NONE } from "./storage/int-map.ts";
import { startPeriods } from "./strategy-vault/periods.ts";
import type { Ticks } from "./units.ts";
import type { Answer } from "./views.ts";

const MINUTE_MS = 60_000;
const PREMIUM_MS = 15_000;

export function tick(state: State, out: Listener): void {
  const markets = bySymbol(state);
  const before = markets.map((market) => market.mark);
  const since = state.lastTick;
  state.lastTick = state.now;
  for (const market of markets) market.index = nextIndex(market, since, state.now);
  for (const market of markets) moveMark(state, market, out);
  if (hasPassed(MINUTE_MS, since, state.now)) for (const market of markets) snapshotBasis(state, market);
  if (hasPassed(PREMIUM_MS, since, state.now)) for (const market of markets) samplePremium(state, market, out);
  const paid = markets.map((market) => payFunding(state, market, out));
  for (const [i, market] of markets.entries()) {
    if (market.mark !== before[i] || paid[i] === true) afterMarkMoved(state, market, out);
  }
  fireDeadManSwitches(state, out);
  runClaimWindows(state, out);
  startPeriods(state, out);
  if (!hasPassed(DAY_MS, since, state.now)) return;
  refreshTiers(state, since, state.now);
  runDailyJob(state, since, out);
}

/** Index prices set by hand: they hold, and the mark follows in the same command. */
export function setIndexPrices(state: State, command: SetIndexPrices, answer: Answer, out: Listener): void {
  const refused = checkPrices(state, command);
  if (refused !== null) {
    answer.rejection = refused;
    return;
  }
  for (const { market: number, price } of command.prices) {
    const market = state.markets[number]!;
    market.pinned = true;
    market.index = roundToTick(price, market.tickE8);
  }
  // As on a tick, every mark moves before anything follows from one.
  const named = new Set(command.prices.map(({ market }) => market));
  const markets = bySymbol(state).filter((market) => named.has(market.number));
  const before = markets.map((market) => market.mark);
  for (const market of markets) moveMark(state, market, out);
  for (const [i, market] of markets.entries()) if (market.mark !== before[i]) afterMarkMoved(state, market, out);
}

function checkPrices(state: State, command: SetIndexPrices): Rejection | null {
  for (const { market, price } of command.prices) {
    const live = state.markets[market];
    if (live === undefined) return rejection("invalid_parameter", { market });
    const { symbol, quoteMax } = live.parameters;
    if (!(price > 0 && price <= quoteMax)) {
      return rejection("invalid_parameter", { field: symbol }, `the price of ${symbol} is not between 0 and quote_max`);
    }
    if (!live.carries(roundToTick(price, live.tickE8))) {
      return rejection(
        "invalid_parameter",
        { field: symbol },
        `the price of ${symbol} is too high: what is open would be worth more than can be counted`,
      );
    }
  }
  return null;
}

function bySymbol(state: State): LiveMarket[] {
  return state.marketsBySymbol.map((number) => state.markets[number]!);
}

function moveMark(state: State, market: LiveMarket, out: Listener): void {
  market.mark = nextMark(state, market);
  market.updatedAt = state.now;
  market.moveBand();
  out.price(market.number, market.index, market.mark, state.now);
}

/** Rules 0.3: what a new mark price sets off in its market. */
function afterMarkMoved(state: State, market: LiveMarket, out: Listener): void {
  checkMarket(state, market, out);
  cancelOutOfRange(state, market, out);
  fireAlgoOrders(state, market, out);
}

/** Resting orders that the mark price has left behind on the aggressive side. Rules 11.1. */
function cancelOutOfRange(state: State, market: LiveMarket, out: Listener): void {
  const { buyMax, sellMin } = market.band;
  const gone = [
    ...ordersWhile(state, market.bids, (price) => price > buyMax),
    ...ordersWhile(state, market.asks, (price) => price < sellMin),
  ];
  const { orderId } = state.orders.columns;
  gone.sort((a, b) => orderId[a]! - orderId[b]!);
  for (const order of gone) cancelResting(state, order, "PRICE_RANGE", out);
}

function ordersWhile(state: State, ladder: Ladder, reaches: (price: Ticks) => boolean): number[] {
  const { price, head } = state.books.levels.columns;
  const { next } = state.orders.columns;
  const found: number[] = [];
  for (let depth = 0; ; depth++) {
    const level = ladder.at(depth);
    if (level === NONE || !reaches(price[level]! as Ticks)) return found;
    for (let order = head[level]!; order !== NONE; order = next[order]!) found.push(order);
  }
}
