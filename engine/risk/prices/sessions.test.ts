// A venue that was started again: earlier reports no longer count, and the silence of the sources meanwhile does not
// count against them. Rules 11.4.

import { expect, test } from "bun:test";
import { millis, priceE8, quantityE8 } from "../../base/units.ts";
import { mayLiquidate } from "../../permissions/trading-state.ts";
import { EventLog } from "../../testing/event-log.ts";
import { listMarket, START } from "../../testing/setup.ts";
import { ONE, SmallExchange } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";

const SECOND = 1_000;
const HOUR = 3_600_000;

function report(log: EventLog, at: number, price = 150, source = 0): void {
  const prices = [{ market: 0, source, price: priceE8(price * ONE), volume: quantityE8(0) }];
  log.apply(at, { type: "oracle_prices", prices });
}

function restarted(resumesAt: number): EventLog {
  const log = new EventLog(new SmallExchange());
  log.exchange.apply(listMarket(defaultMarket("PERP_ETH_USDC"), 3_000 * ONE));
  log.apply(START, { type: "set_index_prices", prices: [{ market: 1, price: priceE8(3_000 * ONE) }] });
  report(log, START);
  log.apply(START + SECOND, { type: "tick" });
  log.markets.length = 0;
  log.apply(START + SECOND, { type: "start_session", resumesAt: millis(resumesAt) });
  return log;
}

test("no account is liquidated in a market until its index has been fresh once; a price set by hand is", () => {
  const log = restarted(START + SECOND);
  const { state, sol } = log.exchange;
  expect(log.markets).toEqual([{ type: "liquidation_held", market: 0, at: millis(START + SECOND) }]);
  expect([mayLiquidate(state, sol), mayLiquidate(state, state.markets[1]!)]).toEqual([false, true]);
  // The report from before the start is a second old and no longer counts.
  log.apply(START + 2 * SECOND, { type: "tick" });
  expect([mayLiquidate(state, sol), log.exchange.engine.market(0).liquidationHeld]).toEqual([false, true]);
  report(log, START + 2 * SECOND, 151);
  expect(mayLiquidate(state, sol)).toBe(false);
  log.apply(START + 3 * SECOND, { type: "tick" });
  expect(log.markets.at(-1)).toEqual({ type: "liquidation_resumed", market: 0, at: millis(START + 3 * SECOND) });
  expect([mayLiquidate(state, sol), log.exchange.engine.market(0).liquidationHeld]).toEqual([true, false]);
});

test("a source that took its report back after the start has not made the index fresh", () => {
  const log = restarted(START + SECOND);
  report(log, START + SECOND, 150, 1);
  report(log, START + SECOND, 0, 1);
  // The remaining source reported before the start.
  log.apply(START + 2 * SECOND, { type: "tick" });
  expect(mayLiquidate(log.exchange.state, log.exchange.sol)).toBe(false);
});

test("the time in which the venue did not run is not silence, but silence after the start is", () => {
  const log = restarted(START + HOUR);
  for (let at = START + 15 * SECOND; at <= START + HOUR; at += 15 * SECOND) log.apply(at, { type: "tick" });
  log.tickThrough(START + HOUR, START + HOUR + 20 * SECOND);
  expect(log.changes()).toEqual([]);
  // Nor was an index sampled that no source vouched for.
  expect(log.exchange.sol.funding.premiums).toBe(0);
  log.apply(START + HOUR + 21 * SECOND, { type: "tick" });
  expect(log.changes()).toEqual(["0 ACTIVE HALTED STALE_INDEX"]);
});

test("a price set by hand after the start ends the wait", () => {
  const log = restarted(START + SECOND);
  log.exchange.pin(150);
  expect(mayLiquidate(log.exchange.state, log.exchange.sol)).toBe(true);
});

test("a market without any report keeps its listing price while no venue runs", () => {
  const log = new EventLog(new SmallExchange());
  log.tickThrough(START, START + 60 * SECOND);
  expect(log.changes()).toEqual([]);
  log.apply(START + 60 * SECOND, { type: "start_session", resumesAt: millis(START + 60 * SECOND) });
  log.tickThrough(START + 60 * SECOND, START + 81 * SECOND);
  expect(log.changes()).toEqual(["0 ACTIVE HALTED STALE_INDEX"]);
});

test("a start is reported once for a market that still waits, and never for a delisted one", () => {
  const log = restarted(START + SECOND);
  log.exchange.sol.state = "DELISTED";
  Object.assign(log.exchange.sol.health, { awaitsReport: false, inDoubt: false });
  log.apply(START + 2 * SECOND, { type: "start_session", resumesAt: millis(START) });
  expect(log.markets.filter(({ type }) => type === "liquidation_held").length).toBe(1);
});

test("under behaviour 2 it was reported once as well, however often the venue started before a report", () => {
  const log = new EventLog(new SmallExchange());
  log.exchange.state.behaviour = 2;
  for (const at of [START, START + SECOND]) log.apply(at, { type: "start_session", resumesAt: millis(at) });
  expect(log.markets.filter(({ type }) => type === "liquidation_held").length).toBe(1);
});

test("half a minute of fresh prices is counted from the start, without the time before it", () => {
  const log = restarted(START + SECOND);
  log.tickThrough(START + SECOND, START + 25 * SECOND);
  report(log, START + 25 * SECOND);
  log.apply(START + 26 * SECOND, { type: "tick" });
  const later = START + HOUR;
  log.apply(later, { type: "start_session", resumesAt: millis(later) });
  expect(log.changes()).toEqual(["0 ACTIVE HALTED STALE_INDEX"]);
  const hear = (at: number) => report(log, at - SECOND);
  log.tickThrough(later, later + 30 * SECOND, hear);
  expect(log.changes()).toEqual([]);
  log.tickThrough(later + 30 * SECOND, later + 31 * SECOND, hear);
  expect(log.changes()).toEqual(["0 HALTED ACTIVE FRESH_AGAIN"]);
});
