// The days before a sandbox was started, as its demo traders would have traded them, in far fewer commands: in each step
// of a few minutes, a few trades of each market, each between a maker and one of the crowd, at the price that the
// market's path has at that moment; a tick now and then, with quotes around the index for premium and funding; and at the
// end, minutes traded second by second, as the running venue does. Everything follows from the seed and from how long ago
// the venue began.

import { E10, type MarketView, type Side } from "@evermark/engine";
import type { SimulatedPrices } from "../../prices/simulated.ts";
import { clampedToOne } from "../decisions/clamped.ts";
import { type CrowdOrder, crowdOrder } from "../decisions/crowd-orders.ts";
import type { DemoMarket } from "../decisions/demo-market.ts";
import { lotsOf, placement } from "../decisions/demo-orders.ts";
import type { DemoTrading } from "../demo/demo-trading.ts";
import type { Rehearsal } from "./past-rehearsal.ts";

interface PastDays {
  readonly rehearsal: Rehearsal;
  readonly trading: DemoTrading;
  readonly prices: SimulatedPrices;
  /** Whole seconds of venue time, in milliseconds. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** From how many seconds after the start the steps are shorter. */
  readonly fineFrom: number;
}

interface Trade extends MarketThen {
  /** Seconds since the start, with a fraction. */
  readonly at: number;
  readonly order: CrowdOrder;
}

interface MarketThen {
  readonly market: DemoMarket;
  readonly view: MarketView;
}

const STEPS = {
  coarse: { seconds: 600, ticksEvery: 600, trades: { large: 4, other: 1 } },
  fine: { seconds: 120, ticksEvery: 120, trades: { large: 8, other: 1 } },
} as const;
const MEASURED_EVERY_S = 3_600;
/** The last part is traded second by second, like a running venue. */
const LIVE_SECONDS = 90;
/** The largest value of one past trade, in USDC. */
const TRADE_MAX = 150_000;
/** A move of this fraction within this many seconds has the full effect on followers. */
const STRONG_MOVE = { part: 0.003, seconds: 300 } as const;
/** The size with which the premium is measured, in USDC of initial margin (rules 6.3), and a little more. */
const MEASURED_WITH = 1_000 * 1.3;
/** How far quotes are from the fair price during the measurement, as a fraction. */
const QUOTED_AT = 0.0001;

export function playPastDays(past: PastDays): void {
  const { rehearsal, trading, startsAt, endsAt, fineFrom } = past;
  for (let round = 0; round < 3; round++) {
    for (const command of trading.accounts.missing(rehearsal.engine)) rehearsal.give(startsAt, command);
  }
  const end = (endsAt - startsAt) / 1_000;
  const live = Math.max(0, end - LIVE_SECONDS);
  tick(past, 0, false);
  for (let second = 0; second < live; ) {
    const step = second < fineFrom ? STEPS.coarse : STEPS.fine;
    const next = Math.min(second + step.seconds, live);
    trade(past, step, second, next);
    if (next % step.ticksEvery === 0 || next === live) tick(past, next, next % MEASURED_EVERY_S === 0);
    second = next;
  }
  for (const command of trading.quotes(live)) rehearsal.try(startsAt + live * 1_000, command);
  for (let second = live + 1; second <= end; second++) {
    tick(past, second, false);
    const commands = trading.turn(second);
    for (const { offsetMs, command } of commands) {
      if (second < end || offsetMs === 0) rehearsal.try(startsAt + second * 1_000 + offsetMs, command);
    }
  }
}

type Step = (typeof STEPS)[keyof typeof STEPS];

/** The trades from one second to another, in order of time. */
function trade(past: PastDays, step: Step, from: number, to: number): void {
  const { rehearsal, trading } = past;
  const trades = trading.markets().flatMap((then) => tradesOf(past, step, { ...then, from, to }));
  for (const { at, market, view, order } of trades.toSorted((a, b) => a.at - b.at || a.view.market - b.view.market)) {
    const fair = fairPrice(past, { market, view }, at);
    const isBuy = order.side === "BUY";
    const price = isBuy ? Math.ceil(fair) : Math.floor(fair);
    const quantity = lotsOf(view, order.value, price);
    const maker = trading.accounts.maker(rehearsal.engine, market.style.isLarge);
    const taker = trading.accounts.taker(rehearsal.engine, order.trader);
    const ms = past.startsAt + Math.floor(at * 1_000);
    const other: Side = isBuy ? "SELL" : "BUY";
    rehearsal.try(ms, placement({ account: maker, view, side: other, price, quantity, orderType: "LIMIT" }));
    rehearsal.try(ms, placement({ account: taker, view, side: order.side, price, quantity, orderType: "IOC" }));
  }
}

interface MarketStep extends MarketThen {
  /** Both in seconds since the start. */
  readonly from: number;
  readonly to: number;
}

function tradesOf({ prices, trading }: PastDays, step: Step, { market, view, from, to }: MarketStep): Trade[] {
  const { style, activity } = market;
  const count = style.isLarge ? step.trades.large : step.trades.other;
  const each = (to - from) / count;
  return Array.from({ length: count }, (_, place) => {
    const second = from + Math.floor(place * each);
    const path = (at: number) => prices.hidden(view.market, at);
    const momentum = clampedToOne((path(second) / path(second - STRONG_MOVE.seconds) - 1) / STRONG_MOVE.part);
    const order = crowdOrder(trading.takers.viewOf(market, view, { second, momentum }), 0);
    // Stands for the volume of all orders that live traders would have sent in that time.
    const times = (style.ordersPerMinute * activity.at(second) * each) / 60;
    const value = Math.min(order.value * Math.max(1, times), TRADE_MAX);
    return { at: second + (order.offsetMs * each) / 1_000, market, view, order: { ...order, value } };
  });
}

/** In ticks: the market's path, plus its premium. */
function fairPrice({ prices }: PastDays, { market, view }: MarketThen, second: number): number {
  return (prices.hidden(view.market, second) / view.parameters.quoteTick) * (1 + market.premiumAt(second));
}

function tick(past: PastDays, second: number, isMeasured: boolean): void {
  const { rehearsal, prices, startsAt } = past;
  const at = startsAt + second * 1_000;
  const reports = prices.at(second);
  if (reports !== null) rehearsal.give(at - 1, reports);
  if (isMeasured) quote(past, second);
  rehearsal.give(at, { type: "tick" });
  if (isMeasured) leave(past, at);
}

/** Premium and basis are measured on the book at that moment. */
function quote(past: PastDays, second: number): void {
  const { rehearsal, trading, startsAt } = past;
  for (const { market, view } of trading.markets()) {
    const account = trading.accounts.maker(rehearsal.engine, market.style.isLarge);
    const fair = fairPrice(past, { market, view }, second);
    const usdc = (MEASURED_WITH * E10) / view.parameters.baseImr;
    for (const side of ["BUY", "SELL"] as const) {
      const price = side === "BUY" ? Math.floor(fair * (1 - QUOTED_AT)) : Math.ceil(fair * (1 + QUOTED_AT));
      const order = placement({ account, view, side, price, quantity: lotsOf(view, usdc, price), orderType: "LIMIT" });
      rehearsal.try(startsAt + second * 1_000 - 1, order);
    }
  }
}

function leave({ rehearsal, trading }: PastDays, at: number): void {
  for (const isLarge of [true, false]) {
    const account = trading.accounts.maker(rehearsal.engine, isLarge);
    rehearsal.give(at, { type: "cancel_all_orders", account, market: -1 });
  }
}
