// The launch gate of a gated market. Rules 11.3.

import { describe, expect, test } from "bun:test";
import { millis, quantityE8 } from "../../base/units.ts";
import { EventLog } from "../../testing/event-log.ts";
import { wordsOf } from "../../testing/refusal-codes.ts";
import { START } from "../../testing/setup.ts";
import { A, B, SmallExchange } from "../../testing/small-exchange.ts";

const MINUTE = 60_000;
/** 25,000 USDC within 2 % of 150 is a little more than 167 SOL. */
const DEEP = 168;

function gated(): EventLog {
  const exchange = new SmallExchange({ gated: true });
  exchange.pin(150);
  const log = new EventLog(exchange);
  for (const state of ["PENDING", "POST_ONLY"] as const) {
    expect(log.apply(START, { type: "set_market_state", market: 0, state, reason: "" }).rejection).toBeNull();
  }
  log.markets.length = 0;
  return log;
}

/** Bids and asks of the given sizes in SOL, near the mark price. */
function quote({ exchange }: EventLog, bids: number, asks: number, distance = 1): void {
  exchange.rest(A, "BUY", 150 - distance, bids);
  exchange.rest(B, "SELL", 150 + distance, asks);
}

const state = (log: EventLog) => log.exchange.engine.market(0).state;
const activate = (log: EventLog, at: number) =>
  log.apply(at, { type: "set_market_state", market: 0, state: "ACTIVE", reason: "" }).rejection;

/** A tick every 15 seconds. */
function wait(log: EventLog, ms: number): void {
  const from = log.exchange.state.lastTick === 0 ? START : log.exchange.state.lastTick;
  for (let at = from + 15_000; at <= from + ms; at += 15_000) log.apply(at, { type: "tick" });
}

test("a gated market begins as NEW, any other as ACTIVE", () => {
  expect(new SmallExchange({ gated: true }).engine.market(0).state).toBe("NEW");
  expect(new SmallExchange().engine.market(0).state).toBe("ACTIVE");
});

describe("a gated market", () => {
  test("becomes ACTIVE once both sides have been deep for ten minutes without a break", () => {
    const log = gated();
    quote(log, DEEP, DEEP);
    wait(log, 10 * MINUTE);
    expect([state(log), wordsOf(activate(log, log.exchange.state.now))]).toEqual([
      "POST_ONLY",
      "PERP_SOL_USDC is POST_ONLY and needs 25000 USDC on both sides of its book for ten minutes first",
    ]);
    wait(log, 15_000);
    expect(log.changes()).toEqual(["0 POST_ONLY ACTIVE LAUNCH_GATE"]);
  });

  test.each([
    ["one side is thin", 168, 165, {}, 1],
    ["what is there is hidden", 168, 168, { visible: quantityE8(0) }, 1],
    ["what is there is further away", 168, 168, {}, 3.001],
  ])("stays shut while %s", (_, bids, asks, more, distance) => {
    const log = gated();
    log.exchange.rest(A, "BUY", 150 - distance, bids, more);
    log.exchange.rest(B, "SELL", 150 + distance, asks, more);
    wait(log, 12 * MINUTE);
    expect(state(log)).toBe("POST_ONLY");
  });

  test.each([
    ["bids", 147, 153.001],
    ["asks", 147.001, 153.002],
  ])("stays shut while the %s are a tick more than 2 percent away", (_, bid, ask) => {
    const log = gated();
    // 98 % of it is 147.00098, 102 % is 153.00102.
    log.exchange.pin(150.001);
    log.exchange.rest(A, "BUY", bid, 200);
    log.exchange.rest(B, "SELL", ask, 200);
    wait(log, 12 * MINUTE);
    expect(log.exchange.engine.market(0).mark as number).toBe(150_001);
    expect(state(log)).toBe("POST_ONLY");
  });

  test.each([
    [150.001, 147.001, 153.001],
    [150, 147, 153],
  ])("at %d counts orders up to 2 percent away, to the tick", (mark, bid, ask) => {
    const log = gated();
    log.exchange.pin(mark);
    log.exchange.rest(A, "BUY", bid, 200);
    log.exchange.rest(B, "SELL", ask, 200);
    wait(log, 12 * MINUTE);
    expect(state(log)).toBe("ACTIVE");
  });

  test("starts waiting again after a break", () => {
    const log = gated();
    quote(log, DEEP, DEEP);
    wait(log, 8 * MINUTE);
    log.exchange.apply({ type: "cancel_all_orders", at: START, account: A, market: -1 });
    wait(log, 15_000);
    log.exchange.rest(A, "BUY", 149, DEEP);
    wait(log, 8 * MINUTE);
    expect(state(log)).toBe("POST_ONLY");
    wait(log, 3 * MINUTE);
    expect(state(log)).toBe("ACTIVE");
  });

  test("does not become ACTIVE during maintenance", () => {
    const log = gated();
    quote(log, DEEP, DEEP);
    wait(log, 5 * MINUTE);
    const { now } = log.exchange.state;
    const [startAt, endAt] = [millis(now + MINUTE), millis(now + 20 * MINUTE)];
    log.apply(now, { type: "schedule_maintenance", startAt, endAt, message: "" });
    wait(log, 15 * MINUTE);
    expect(state(log)).toBe("POST_ONLY");
    wait(log, 7 * MINUTE);
    expect(state(log)).toBe("ACTIVE");
  });

  test("takes no new risk once a side is thinner than half of that", () => {
    const log = gated();
    quote(log, DEEP, DEEP);
    wait(log, 11 * MINUTE);
    log.exchange.apply({ type: "cancel_all_orders", at: START, account: A, market: -1 });
    // 83.89 SOL at 149 are 12,499.61 USDC.
    const thin = log.exchange.rest(A, "BUY", 149, 83.9);
    wait(log, MINUTE);
    expect(state(log)).toBe("ACTIVE");
    log.exchange.cancel(A, thin);
    log.exchange.rest(A, "BUY", 149, 83.89);
    wait(log, 15_000);
    expect(log.changes()).toEqual(["0 POST_ONLY ACTIVE LAUNCH_GATE", "0 ACTIVE REDUCE_ONLY LAUNCH_GATE"]);
    expect(log.exchange.engine.market(0).stateDetail).toBe("12499.61 USDC on the thinner side of the book");
    expect(log.exchange.engine.openOrders(A, -1)).toEqual([]);
  });

  test("that takes no new risk does not reopen automatically, however deep closing orders make its book", () => {
    const log = gated();
    quote(log, DEEP, DEEP);
    wait(log, 11 * MINUTE);
    log.exchange.trade(A, "BUY", B, 150, 200);
    for (const account of [A, B]) {
      log.exchange.apply({ type: "cancel_all_orders", at: START, account, market: -1 });
    }
    wait(log, 15_000);
    expect(state(log)).toBe("REDUCE_ONLY");
    log.exchange.rest(B, "BUY", 149, DEEP);
    log.exchange.rest(A, "SELL", 151, DEEP);
    wait(log, 11 * MINUTE);
    expect(state(log)).toBe("REDUCE_ONLY");
  });

  test("that resumes after a halt has ten minutes to fill the book that the halt has emptied", () => {
    const log = gated();
    quote(log, DEEP, DEEP);
    wait(log, 11 * MINUTE);
    const { now } = log.exchange.state;
    log.apply(now, { type: "set_market_state", market: 0, state: "HALTED", reason: "" });
    expect(activate(log, now)).toBeNull();
    wait(log, 9 * MINUTE);
    expect(state(log)).toBe("ACTIVE");
    wait(log, MINUTE);
    expect(state(log)).toBe("REDUCE_ONLY");
  });
});
