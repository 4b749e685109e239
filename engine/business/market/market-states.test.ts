// What each state of a market accepts, and the transitions between states. Rules 11.3, 1.3 (2) to (4).

import { describe, expect, test } from "bun:test";
import { micros, priceE8, quantityE8 } from "../../base/units.ts";
import { MARKET_STATES, type MarketState, ORDER_TYPES } from "../../base/vocabulary.ts";
import { EventLog } from "../../testing/event-log.ts";
import { codeOf, wordsOf } from "../../testing/refusal-codes.ts";
import { amendOrder, START } from "../../testing/setup.ts";
import { A, B, C, D, ONE, SmallExchange, shown } from "../../testing/small-exchange.ts";

/** SOL pinned at 150. A is long ten, B short ten. */
function open(): EventLog {
  const exchange = new SmallExchange();
  exchange.pin(150);
  exchange.trade(A, "BUY", B, 150, 10);
  return new EventLog(exchange);
}

function become(log: EventLog, ...states: MarketState[]): void {
  for (const state of states) {
    const answer = log.apply(log.exchange.state.now, { type: "set_market_state", market: 0, state, reason: "told so" });
    expect(answer.rejection).toBeNull();
  }
}

const view = (log: EventLog) => log.exchange.engine.market(0);

describe("an operator", () => {
  test("can make these transitions of a market and no others", () => {
    const ways: string[] = [];
    for (const from of MARKET_STATES) {
      for (const to of MARKET_STATES) {
        const log = open();
        log.exchange.sol.state = from;
        log.exchange.sol.delistAt = from === "DELISTING" || to === "DELISTING" ? START + 1 : 0;
        const { rejection } = log.apply(START, { type: "set_market_state", market: 0, state: to, reason: "" });
        if (rejection === null) ways.push(`${from} ${to}`);
        else expect(shown(rejection)).toMatchObject({ code: -1012, detail: { market_state: from } });
      }
    }
    expect(ways).toEqual([
      "NEW PENDING",
      "PENDING POST_ONLY",
      "POST_ONLY ACTIVE",
      "POST_ONLY HALTED",
      "ACTIVE REDUCE_ONLY",
      "ACTIVE HALTED",
      "REDUCE_ONLY ACTIVE",
      "REDUCE_ONLY HALTED",
      "HALTED POST_ONLY",
      "HALTED ACTIVE",
      "HALTED REDUCE_ONLY",
      "HALTED DELISTING",
      "DELISTING HALTED",
    ]);
  });

  test("takes over a halt, so that the market does not resume automatically", () => {
    const log = open();
    log.exchange.sol.pinned = false;
    log.exchange.sol.sources[0]!.at = START;
    log.tickThrough(START, START + 21_000);
    become(log, "HALTED");
    const prices = [{ market: 0, source: 0, price: priceE8(150 * ONE), volume: quantityE8(0) }];
    log.tickThrough(START + 21_000, START + 60_000, (at) => log.apply(at, { type: "oracle_prices", prices }));
    expect(log.changes()).toEqual(["0 ACTIVE HALTED STALE_INDEX", "0 HALTED HALTED OPERATOR"]);
    const again = log.apply(START + 60_000, { type: "set_market_state", market: 0, state: "HALTED", reason: "" });
    expect(wordsOf(again.rejection)).toBe("PERP_SOL_USDC is HALTED and is so by hand already");
    become(log, "ACTIVE");
    log.apply(START + 61_000, { type: "tick" });
    expect(log.changes()).toEqual(["0 HALTED ACTIVE OPERATOR"]);
  });

  test("is shown the result, and so is every client", () => {
    const log = open();
    become(log, "REDUCE_ONLY");
    expect(log.markets).toEqual([
      {
        type: "state_changed",
        market: 0,
        from: "ACTIVE",
        to: "REDUCE_ONLY",
        reason: "OPERATOR",
        detail: "told so",
        at: START,
      },
    ]);
    expect(view(log)).toMatchObject({ state: "REDUCE_ONLY", stateReason: "OPERATOR", stateDetail: "told so" });
    const { rejection } = log.apply(START, { type: "set_market_state", market: 0, state: "PENDING", reason: "" });
    expect(wordsOf(rejection)).toBe("PERP_SOL_USDC is REDUCE_ONLY and can't become PENDING");
    const unknown = log.apply(START, { type: "set_market_state", market: 7, state: "PENDING", reason: "" });
    expect(shown(unknown.rejection)).toMatchObject({ code: -1005, detail: { market: 7 } });
  });
});

describe("a market that does not trade", () => {
  test.each(["NEW", "PENDING", "HALTED", "DELISTED"] as const)("being %s takes no order and no amendment", (state) => {
    const log = open();
    const resting = log.exchange.rest(A, "SELL", 151, 1);
    log.exchange.sol.state = state;
    const expected = {
      code: -1012,
      message: `PERP_SOL_USDC is ${state}: no orders are accepted`,
      detail: { market_state: state },
    };
    for (const type of ORDER_TYPES) {
      expect(shown(log.exchange.order(C, "BUY", type, 150, 1, { reduceOnly: true }).rejection)).toEqual(expected);
    }
    const amended = amendOrder({ account: A, orderId: resting, side: "SELL", price: priceE8(152 * ONE) });
    expect(shown(log.exchange.apply(amended).rejection)).toEqual(expected);
    expect(shown(log.exchange.engine.tradingBlocked(A, 0))).toMatchObject(expected);
    log.exchange.cancel(A, resting);
    expect(log.exchange.engine.openOrders(A, -1)).toEqual([]);
  });

  test("is refused as such before anything else is checked", () => {
    const log = open();
    log.exchange.sol.state = "HALTED";
    log.apply(START, { type: "schedule_maintenance", startAt: START, endAt: (START + 60_000) as never, message: "" });
    log.apply(START + 1_000, { type: "tick" });
    // Not for maintenance, the account or the fields.
    expect(log.exchange.order(999, "BUY", "LIMIT", 0, 0).code).toBe(-1012);
    log.exchange.sol.state = "ACTIVE";
    expect(log.exchange.order(999, "BUY", "LIMIT", 0, 0).code).toBe(-1011);
  });
});

describe("a POST_ONLY market", () => {
  function postOnly(): EventLog {
    const log = open();
    log.exchange.rest(B, "SELL", 152, 1);
    log.exchange.rest(B, "SELL", 151, 1, { visible: quantityE8(0) });
    log.exchange.sol.state = "POST_ONLY";
    return log;
  }

  test("accepts orders that rest, of the types that can", () => {
    const log = postOnly();
    const status = (...order: Parameters<SmallExchange["order"]>) => {
      const answer = log.exchange.order(...order);
      return answer.rejection === null ? answer.status : answer.code;
    };
    expect(status(C, "BUY", "LIMIT", 150, 1)).toBe("NEW");
    expect(status(C, "BUY", "POST_ONLY", 150.5, 1)).toBe("NEW");
    expect(status(C, "SELL", "LIMIT", 151, 1)).toBe("NEW");
    for (const type of ["MARKET", "IOC", "FOK", "ASK", "BID"] as const)
      expect(status(C, "BUY", type, 150, 1)).toBe(-1012);
    expect(log.exchange.engine.tradingBlocked(C, 0)).toBeNull();
  });

  test("refuses what would meet any order, a hidden one too", () => {
    const log = postOnly();
    const code = (type: "LIMIT" | "POST_ONLY", price: number, more: object = {}) =>
      log.exchange.order(C, "BUY", type, price, 1, more).code;
    expect([code("LIMIT", 151), code("LIMIT", 152), code("POST_ONLY", 151), code("POST_ONLY", 150.999)]).toEqual([
      -1012,
      -1012,
      -1012,
      null,
    ]);
    // Moved to one tick below the best visible ask, it would still meet the hidden order.
    expect(code("POST_ONLY", 153, { postOnlyAdjust: true })).toBe(-1012);
    log.exchange.apply({ type: "cancel_all_orders", at: START, account: B, market: -1 });
    log.exchange.sol.state = "ACTIVE";
    log.exchange.rest(B, "SELL", 152, 1);
    log.exchange.sol.state = "POST_ONLY";
    expect(code("POST_ONLY", 153, { postOnlyAdjust: true })).toBe(null);
    // Its bid rests at 151.999 now, and a sell is moved to one tick above it.
    expect(log.exchange.order(D, "SELL", "POST_ONLY", 150, 1, { postOnlyAdjust: true }).code).toBe(null);
    expect(log.trades).toEqual([]);
  });

  test("accepts an amendment that rests", () => {
    const log = postOnly();
    const orderId = log.exchange.rest(C, "BUY", 150, 2);
    const amend = (price: number, quantity: number) =>
      log.exchange.apply(
        amendOrder({ account: C, orderId, price: priceE8(price * ONE), quantity: quantityE8(quantity * ONE) }),
      ).code;
    expect([amend(150.5, 2), amend(151, 2), amend(0, 1)]).toEqual([null, -1012, null]);
  });
});

describe.each(["REDUCE_ONLY", "DELISTING"] as const)("a market that is %s", (state) => {
  function closing(): EventLog {
    const log = open();
    become(log, "REDUCE_ONLY");
    if (state === "DELISTING") {
      log.apply(START, { type: "schedule_delisting", market: 0, delistAt: (START + 3_600_000) as never });
    }
    expect(view(log).state).toBe(state);
    return log;
  }

  test("accepts closing orders, and makes them reduce-only", () => {
    const log = closing();
    const orderId = log.exchange.rest(A, "SELL", 151, 4);
    expect(log.exchange.engine.findOrder(orderId)).toMatchObject({ reduceOnly: true });
    expect(log.exchange.engine.position(A, 0, "CROSS").pendingShort as number).toBe(0);
    // Whatever its size, it executes up to the position.
    log.exchange.rest(B, "BUY", 151, 30);
    expect(log.exchange.engine.position(A, 0, "CROSS").quantity as number).toBe(600);
    log.exchange.order(A, "SELL", "LIMIT", 151, 30);
    expect(log.exchange.engine.positions(A)).toEqual([]);
    expect(log.exchange.engine.openOrders(A, -1)).toEqual([]);
    log.exchange.engine.audit();
  });

  test("refuses orders that open, or have nothing to close", () => {
    const log = closing();
    const expected = { code: -1012, detail: { market_state: state } };
    expect(shown(log.exchange.order(A, "BUY", "LIMIT", 149, 1).rejection)).toMatchObject(expected);
    expect(shown(log.exchange.order(C, "SELL", "MARKET", 0, 1).rejection)).toMatchObject(expected);
    expect(shown(log.exchange.order(B, "SELL", "LIMIT", 151, 1, { reduceOnly: true }).rejection)).toMatchObject(
      expected,
    );
  });

  test("gives a repeated placement its first answer, although the order became reduce-only", () => {
    const log = closing();
    const place = () => log.exchange.order(A, "SELL", "LIMIT", 151, 4, { clientOrderId: "mine" });
    const { orderId } = place();
    expect(place()).toMatchObject({ replayed: true, orderId, rejection: null });
  });
});

describe("the open orders of a market", () => {
  test("stay as far as they close a position, oldest first, and from then on are reduce-only", () => {
    const log = open();
    const { exchange } = log;
    const sells = [151, 152, 153, 154].map((price, i) => exchange.rest(A, "SELL", price, [4, 7, 6, 1][i]!));
    const always = exchange.rest(A, "SELL", 155, 9, { reduceOnly: true });
    exchange.rest(A, "BUY", 140, 1);
    exchange.rest(C, "BUY", 141, 1);
    exchange.rest(D, "SELL", 158, 1);
    become(log, "REDUCE_ONLY");
    expect(log.orders.map(({ orderId, cause, reason }) => [orderId, cause, reason])).toEqual([
      [sells[0], "amended", ""],
      [sells[1], "cancelled", "MARKET_STATE"],
      [sells[2], "amended", ""],
      [sells[3], "cancelled", "MARKET_STATE"],
      [always + 1, "cancelled", "MARKET_STATE"],
      [always + 2, "cancelled", "MARKET_STATE"],
      [always + 3, "cancelled", "MARKET_STATE"],
    ] as never);
    const left = exchange.engine.openOrders(A, -1);
    expect(left.map(({ orderId, reduceOnly }) => [orderId, reduceOnly])).toEqual([
      [sells[0], true],
      [sells[2], true],
      [always, true],
    ] as never);
    expect(exchange.engine.position(A, 0, "CROSS").pendingShort as number).toBe(0);
    // One of them closes the position; the others have nothing left to close.
    exchange.order(B, "BUY", "LIMIT", 154, 10);
    expect([exchange.engine.positions(A), exchange.engine.openOrders(A, -1)]).toEqual([[], []]);
    exchange.engine.audit();
  });

  test("stay by row: an isolated position is closed by isolated orders, which no longer reserve anything", () => {
    const log = open();
    const { exchange } = log;
    const isolated = { marginMode: "ISOLATED" } as const;
    exchange.rest(B, "SELL", 150, 5);
    exchange.rest(A, "BUY", 150, 5, isolated);
    const closes = exchange.rest(A, "SELL", 151, 5, isolated);
    exchange.rest(A, "SELL", 152, 1, isolated);
    exchange.rest(A, "BUY", 148, 1, isolated);
    expect(exchange.engine.margin(A).isolatedOrderFrozen).toBeGreaterThan(0);
    become(log, "REDUCE_ONLY");
    expect(exchange.engine.openOrders(A, -1).map(({ orderId, reduceOnly }) => [orderId, reduceOnly])).toEqual([
      [closes, true],
    ] as never);
    expect(exchange.engine.margin(A).isolatedOrderFrozen as number).toBe(0);
    // C has no isolated position to close, A no short one.
    expect(exchange.order(C, "SELL", "LIMIT", 151, 1, isolated).code).toBe(-1012);
    expect(exchange.order(A, "BUY", "LIMIT", 149, 1, isolated).code).toBe(-1012);
    expect(exchange.order(A, "SELL", "LIMIT", 153, 1, isolated).code).toBeNull();
    exchange.engine.audit();
  });

  test("that stay through a halt may still open when trading resumes", () => {
    const log = open();
    const keeps = log.exchange.rest(A, "SELL", 151, 10);
    log.exchange.rest(A, "SELL", 151, 1);
    become(log, "HALTED");
    expect(log.orders).toMatchObject([{ orderId: keeps + 1, reason: "MARKET_STATE" }]);
    become(log, "ACTIVE");
    expect(log.exchange.engine.findOrder(keeps)).toMatchObject({ reduceOnly: false });
  });
});

describe("a halt", () => {
  test("holds back what a new mark price would set off until it ends", () => {
    const log = open();
    const orderId = log.exchange.rest(B, "BUY", 150, 5);
    become(log, "HALTED");
    log.apply(START, { type: "set_index_prices", prices: [{ market: 0, price: priceE8(120 * ONE) }] });
    expect(view(log).mark as number).toBe(120_000);
    expect(log.exchange.engine.findOrder(orderId)).toBeDefined();
    log.orders.length = 0;
    become(log, "ACTIVE");
    expect(log.orders).toMatchObject([{ orderId, reason: "PRICE_RANGE" }]);
  });
});

test("changed rules apply at once, to open orders as well", () => {
  const log = open();
  const orderId = log.exchange.rest(A, "BUY", 150.5, 1);
  const change = { type: "set_market_rules", market: 0 } as const;
  const limits = { maxNotional: micros(7_000_000), globalMaxOiCap: micros(9_000_000) };
  log.apply(START, { ...change, priceRange: 10_000_000 as never, ...limits });
  expect(log.orders).toMatchObject([{ orderId, reason: "PRICE_RANGE" }]);
  expect(log.markets).toEqual([{ type: "rules_changed", market: 0, at: START }]);
  expect(view(log)).toMatchObject({
    parameters: { priceRange: 10_000_000, priceScope: 4_000_000_000, ...limits },
    listedWith: { priceRange: 300_000_000 },
  });
  expect(log.exchange.order(C, "BUY", "LIMIT", 150.2, 1).code).toBe(-1105);
  for (const [field, value] of [
    ["priceRange", 0],
    ["priceScope", 0],
    ["priceScope", 10_000_000_000],
    ["fundingPeriodHours", 2],
    ["capFunding", -1],
    ["floorFunding", 1],
    ["maxNotional", 0],
    ["globalMaxOiCap", -1],
  ] as const) {
    const { rejection } = log.apply(START, { ...change, [field]: value });
    expect(shown(rejection)).toMatchObject({ code: -1005, detail: { expected: expect.any(String) } });
  }
  expect(codeOf(log.apply(START, { ...change, market: 9, ...limits }).rejection)).toBe(-1005);
});
