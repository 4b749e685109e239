// Maintenance windows. Rules 11.5.

import { describe, expect, test } from "bun:test";
import { type Millis, priceE8, quantityE8 } from "../../base/units.ts";
import { EventLog } from "../../testing/event-log.ts";
import { codeOf } from "../../testing/refusal-codes.ts";
import { amendOrder, deposit, openAccount, START } from "../../testing/setup.ts";
import { A, B, C, ONE, SmallExchange, shown, USDC } from "../../testing/small-exchange.ts";

const MINUTE = 60_000;
const [FROM, TO] = [START + MINUTE, START + 10 * MINUTE];

function announced(): EventLog {
  const exchange = new SmallExchange({ fundingPeriodHours: 1 });
  exchange.pin(150);
  exchange.trade(A, "BUY", B, 150, 10);
  const log = new EventLog(exchange);
  expect(schedule(log, FROM, TO)).toBeNull();
  return log;
}

function schedule(log: EventLog, startAt: number, endAt: number) {
  const window = { startAt: startAt as Millis, endAt: endAt as Millis, message: "upgrade" };
  return log.apply(log.exchange.state.now, { type: "schedule_maintenance", ...window }).rejection;
}

const phases = (log: EventLog) =>
  log.venues.flatMap((event) => (event.type === "maintenance" ? [[event.phase, event.at] as const] : []));
const order = (log: EventLog, type: "LIMIT" | "POST_ONLY", price: number) =>
  shown(log.exchange.order(C, "BUY", type, price, 1).rejection)?.code ?? null;

test("a window is announced, runs, and is followed by a minute of cancels and POST_ONLY", () => {
  const log = announced();
  expect(log.exchange.engine.venue().maintenance).toEqual({
    phase: "announced",
    startAt: FROM as Millis,
    endAt: TO as Millis,
    message: "upgrade",
  });
  const resting = log.exchange.rest(C, "BUY", 149, 1);
  log.tickThrough(START, FROM - 1_000);
  expect(order(log, "LIMIT", 148)).toBeNull();
  log.apply(FROM, { type: "tick" });
  expect([order(log, "LIMIT", 148), order(log, "POST_ONLY", 148)]).toEqual([-1011, -1011]);
  const amended = amendOrder({ account: C, orderId: resting, price: priceE8(148 * ONE) });
  expect(shown(log.exchange.apply(amended).rejection)).toMatchObject({
    code: -1011,
    message: "The system is under maintenance.",
  });
  expect(shown(log.exchange.engine.tradingBlocked(C, 0))).toMatchObject({ code: -1011 });
  log.exchange.cancel(C, resting);
  expect(log.exchange.engine.findOrder(resting)).toBeUndefined();
  log.apply(TO, { type: "tick" });
  expect([order(log, "LIMIT", 148), order(log, "POST_ONLY", 147)]).toEqual([-1011, null]);
  expect(log.exchange.engine.venue().maintenance.phase).toBe("grace");
  log.apply(TO + MINUTE - 1_000, { type: "tick" });
  expect(order(log, "LIMIT", 148)).toBe(-1011);
  log.apply(TO + MINUTE, { type: "tick" });
  expect(order(log, "LIMIT", 148)).toBeNull();
  expect(phases(log)).toEqual([
    ["announced", START],
    ["started", FROM as Millis],
    ["ended", TO as Millis],
    ["over", (TO + MINUTE) as Millis],
  ]);
  expect(log.exchange.engine.venue().maintenance).toEqual({
    phase: "none",
    startAt: 0 as Millis,
    endAt: 0 as Millis,
    message: "",
  });
});

test("in the minute after it a POST_ONLY order that would meet a hidden one is refused", () => {
  const log = announced();
  log.exchange.rest(B, "SELL", 151, 1, { visible: quantityE8(0) });
  log.apply(FROM, { type: "tick" });
  log.apply(TO, { type: "tick" });
  expect([order(log, "POST_ONLY", 151), order(log, "POST_ONLY", 150)]).toEqual([-1011, null]);
});

test("prices and funding continue; the effects of a new mark price wait for the tick in which everything resumes", () => {
  const log = announced();
  const orderId = log.exchange.rest(C, "BUY", 150, 1);
  log.tickThrough(START, FROM);
  const sampled = log.exchange.sol.funding.premiums;
  log.apply(FROM, { type: "set_index_prices", prices: [{ market: 0, price: priceE8(120 * ONE) }] });
  expect(log.exchange.sol.mark as number).toBe(120_000);
  log.tickThrough(FROM, FROM + MINUTE);
  expect(log.exchange.sol.funding.premiums).toBe(sampled + 4);
  const due = log.exchange.sol.funding.nextAt;
  expect(schedule(log, FROM, due + MINUTE)).toBeNull();
  log.apply(due, { type: "tick" });
  expect(log.fundings.filter(({ type }) => type === "paid").length).toBe(2);
  expect(log.exchange.engine.findOrder(orderId)).toBeDefined();
  log.apply(due + MINUTE, { type: "tick" });
  log.orders.length = 0;
  log.apply(due + 2 * MINUTE, { type: "tick" });
  expect(log.orders).toMatchObject([{ orderId, reason: "PRICE_RANGE" }]);
});

test("liquidation waits for the same tick", () => {
  const log = announced();
  const { exchange } = log;
  const { created: poor } = exchange.apply(openAccount(9, "builder"));
  exchange.apply(deposit(poor, 700 * USDC, "faucet:9:1"));
  exchange.trade(poor, "BUY", C, 150, 40);
  log.apply(FROM, { type: "tick" });
  log.apply(FROM, { type: "set_index_prices", prices: [{ market: 0, price: priceE8(130 * ONE) }] });
  log.apply(TO, { type: "tick" });
  log.apply(TO + MINUTE - 1_000, { type: "tick" });
  expect([log.transfers, exchange.engine.margin(poor).totalCollateral < 0]).toEqual([[], true]);
  log.apply(TO + MINUTE, { type: "tick" });
  expect(log.transfers.find(({ account }) => account === poor)).toMatchObject({ kind: "takeover", price: 130_000 });
});

test("at its start the orders of accounts with the cancel flag are cancelled", () => {
  const log = announced();
  for (const account of [A, B]) {
    log.exchange.rest(account, account === A ? "BUY" : "SELL", account === A ? 148 : 152, 1);
    const cancels = account === A;
    expect(log.apply(START, { type: "set_maintenance_cancel", account, cancels }).rejection).toBeNull();
  }
  expect([A, B].map((account) => log.exchange.engine.account(account).maintenanceCancel)).toEqual([true, false]);
  log.apply(FROM, { type: "tick" });
  expect(log.orders).toMatchObject([{ account: A, reason: "MAINTENANCE" }]);
  expect(log.apply(FROM, { type: "set_maintenance_cancel", account: A, cancels: false }).rejection).toBeNull();
  expect(log.exchange.engine.account(A).maintenanceCancel).toBe(false);
  expect(codeOf(log.apply(FROM, { type: "set_maintenance_cancel", account: 99, cancels: true }).rejection)).toBe(-1006);
});

describe("an operator", () => {
  test("moves a window that has not begun, and extends one that has", () => {
    const log = announced();
    expect(schedule(log, FROM + MINUTE, TO)).toBeNull();
    log.apply(FROM, { type: "tick" });
    expect(log.exchange.engine.venue().maintenance.phase).toBe("announced");
    log.apply(FROM + MINUTE, { type: "tick" });
    expect(schedule(log, FROM, TO + MINUTE)).toBeNull();
    log.apply(TO, { type: "tick" });
    expect(log.exchange.engine.venue().maintenance).toMatchObject({ phase: "running", startAt: FROM + MINUTE });
    expect(codeOf(schedule(log, TO + MINUTE, TO + 2 * MINUTE))).toBe(-1012);
  });

  test("takes a window back; a running one ends then, followed by its grace minute", () => {
    const log = announced();
    expect(schedule(log, 0, 0)).toBeNull();
    log.apply(FROM, { type: "tick" });
    expect(order(log, "LIMIT", 148)).toBeNull();
    expect(codeOf(schedule(log, 0, 0))).toBe(-1012);
    expect(schedule(log, FROM, TO)).toBeNull();
    log.apply(FROM + 1_000, { type: "tick" });
    expect(schedule(log, 0, 0)).toBeNull();
    expect(log.exchange.engine.venue().maintenance.phase).toBe("grace");
    log.apply(FROM + 1_000 + MINUTE, { type: "tick" });
    expect(phases(log).map(([phase]) => phase)).toEqual([
      "announced",
      "withdrawn",
      "announced",
      "started",
      "ended",
      "over",
    ]);
  });

  test("begins another one in the grace minute of the last", () => {
    const log = announced();
    log.apply(FROM, { type: "tick" });
    log.apply(TO, { type: "tick" });
    expect(schedule(log, TO, TO + 5 * MINUTE)).toBeNull();
    expect(order(log, "POST_ONLY", 148)).toBe(-1011);
    log.apply(TO + MINUTE, { type: "tick" });
    expect(log.exchange.engine.venue().maintenance.phase).toBe("running");
  });

  test("is refused an invalid window", () => {
    const log = announced();
    for (const [from, to] of [
      [-1, TO],
      [TO, TO],
      [START - MINUTE, START],
    ] as const) {
      expect(codeOf(schedule(log, from, to))).toBe(-1005);
    }
  });
});
