// The order of all checks, what a refusal leaves behind, and the answer to the same order again. Rules 1.3, 2.7, 2.11.

import { describe, expect, test } from "bun:test";
import { NONE } from "../../base/storage/int-map.ts";
import { millis, priceE8, quantityE8 } from "../../base/units.ts";
import type { PlaceOrder } from "../../language/commands/commands.ts";
import type { Answer } from "../../language/views/views.ts";
import { CLEARING } from "../../memory/account/accounts.ts";
import { openByHand } from "../../testing/hand-made.ts";
import { Recorder } from "../../testing/recorder.ts";
import { codeOf } from "../../testing/refusal-codes.ts";
import { placeOrder, START } from "../../testing/setup.ts";
import { A, B, C, ONE, SmallExchange, shown, USDC } from "../../testing/small-exchange.ts";
import { placeFromAlgo } from "./placement.ts";

describe("a placement is refused", () => {
  test("in a market that does not exist", () => {
    const market = new SmallExchange();
    expect(shown(market.order(A, "BUY", "LIMIT", 150, 1, { market: 1 }).rejection)).toEqual({
      code: -1005,
      message: "invalid parameter",
      detail: { market: 1 },
    });
  });

  test("in a market that is not active, and by a system account", () => {
    const market = new SmallExchange();
    for (const account of [CLEARING, 99]) {
      expect(shown(market.order(account, "BUY", "LIMIT", 150, 1).rejection)).toEqual({
        code: -1006,
        message: "account does not exist",
        detail: {},
      });
    }
    market.sol.state = "HALTED";
    expect(shown(market.order(A, "BUY", "LIMIT", 150, 1).rejection)).toEqual({
      code: -1012,
      message: "PERP_SOL_USDC is HALTED: no orders are accepted",
      detail: { market_state: "HALTED" },
    });
  });

  test("beyond 200 open orders in the market", () => {
    const market = new SmallExchange();
    for (let n = 0; n < 200; n++) market.rest(A, "BUY", 149, 0.1);
    expect(shown(market.order(A, "BUY", "LIMIT", 149, 0.1).rejection)).toEqual({
      code: -1012,
      message: "too many open orders on the symbol",
      detail: { open_orders: 200 },
    });
    // Both margin modes count together.
    expect(market.order(A, "BUY", "LIMIT", 149, 0.1, { marginMode: "ISOLATED" }).code).toBe(-1012);
    expect(market.order(B, "BUY", "LIMIT", 149, 0.1).code).toBeNull();
    for (let n = 0; n < 199; n++) market.rest(B, "BUY", 149, 0.1, { marginMode: "ISOLATED" });
    for (const marginMode of ["CROSS", "ISOLATED"] as const) {
      expect(market.order(B, "BUY", "LIMIT", 149, 0.1, { marginMode }).code).toBe(-1012);
    }
  });

  test("beyond 200 open orders only if it could rest: a position can be closed all the same", () => {
    const market = new SmallExchange();
    market.trade(A, "BUY", B, 150, 3);
    for (let n = 0; n < 200; n++) market.rest(A, "BUY", 149, 0.1);
    market.rest(C, "BUY", 150, 5);
    market.rest(C, "SELL", 151, 5);
    for (const type of ["LIMIT", "POST_ONLY"] as const) expect(market.order(A, "SELL", type, 152, 1).code).toBe(-1012);
    for (const type of ["ASK", "BID"] as const)
      expect(market.order(A, "SELL", type, 0, 1, { level: 0 }).code).toBe(-1012);
    const closed = [
      market.order(A, "SELL", "MARKET", 0, 1),
      market.order(A, "SELL", "IOC", 150, 1),
      market.order(A, "SELL", "FOK", 150, 1),
    ];
    expect(closed.map(({ status }) => status)).toEqual(["FILLED", "FILLED", "FILLED"]);
    expect(market.engine.position(A, 0, "CROSS").quantity as number).toBe(0);
  });

  test("under a client order id that names another order", () => {
    const market = new SmallExchange();
    market.rest(A, "BUY", 149, 1, { clientOrderId: "mine" });
    expect(shown(market.order(A, "BUY", "LIMIT", 149, 2, { clientOrderId: "mine" }).rejection)).toEqual({
      code: -1007,
      message: "client_order_id is known with a different order",
      detail: { order_id: 1 },
    });
  });
});

test("the first check that fails gives the answer", () => {
  const market = new SmallExchange();
  market.rest(A, "BUY", 149, 1, { clientOrderId: "mine" });
  // Everything is wrong with the first; each following line has one fault less.
  const steps = [
    [{ market: 1 }, -1005],
    [{ account: 99 }, -1006],
    [{ visible: quantityE8(999 * ONE) }, -1005],
    [{ clientOrderId: "mine" }, -1007],
    [{ price: priceE8(1) }, -1103],
    [{ price: priceE8(300 * ONE) }, -1105],
    [{ quantity: quantityE8(1) }, -1104],
    [{ quantity: quantityE8(ONE / 100) }, -1102],
    [{ reduceOnly: true }, -1005],
    [{ quantity: quantityE8(20_000 * ONE) }, -1101],
  ] as const;
  const good = { account: A, price: priceE8(150 * ONE), quantity: quantityE8(ONE) };
  const codes = steps.map((_, n) => {
    const fields = Object.assign(
      {},
      good,
      ...steps
        .slice(n)
        .map(([wrong]) => wrong)
        .toReversed(),
    );
    return market.apply(placeOrder(fields)).code;
  });
  expect(codes).toEqual(steps.map(([, code]) => code));
});

describe("what is left behind", () => {
  test("is nothing, after a refusal by fields and filters", () => {
    const market = new SmallExchange();
    const { orderId, orders } = market.order(A, "BUY", "LIMIT", 300, 1, { clientOrderId: "x" });
    expect([orderId, orders, market.state.lastOrderId, market.state.rows.used]).toEqual([0, [], 0, 0]);
    expect(market.rest(A, "BUY", 150, 1, { clientOrderId: "x" })).toBe(1);
  });

  test("is a rejected order under its own id, after a refusal by limits and margin", () => {
    const market = new SmallExchange();
    const refused = market.order(A, "BUY", "LIMIT", 150, 20_000, { clientOrderId: "x" });
    expect([refused.orderId, refused.status, refused.code]).toEqual([1, "REJECTED", -1101]);
    expect(
      refused.orders.map(({ orderId, status, cause, visible }) => ({ orderId, status, cause, visible })) as object[],
    ).toEqual([{ orderId: 1, status: "REJECTED", cause: "rejected", visible: 0 }]);
    expect(market.engine.openOrders(A, -1)).toEqual([]);
    expect(market.rest(A, "BUY", 150, 1)).toBe(2);
    market.engine.audit();
  });
});

test("the same order again gets its first answer, and is not reported", () => {
  const market = new SmallExchange();
  market.rest(B, "SELL", 150, 1);
  const first = market.order(A, "BUY", "LIMIT", 150, 3, { clientOrderId: "x" });
  market.order(B, "SELL", "LIMIT", 150, 2);
  expect(market.engine.findOrder(first.orderId)).toBeUndefined();
  const again = market.order(A, "BUY", "LIMIT", 150, 3, { clientOrderId: "x" });
  expect([again.replayed, again.orderId, again.status, again.orders]).toEqual([true, 2, "PARTIAL_FILLED", []]);
  expect([first.replayed, first.orderId, first.status]).toEqual([false, 2, "PARTIAL_FILLED"]);
});

describe("the same order again gets its first answer", () => {
  const order = (market: SmallExchange, size = 1) => market.order(A, "BUY", "LIMIT", 149, size, { clientOrderId: "x" });
  const set = (market: SmallExchange, state: "HALTED" | "REDUCE_ONLY" | "ACTIVE") =>
    market.apply({ type: "set_market_state", at: START, market: 0, state, reason: "" });

  test("whatever its market has become, while another order under its client id is refused", () => {
    const market = new SmallExchange();
    market.pin(150);
    const { orderId } = order(market);
    for (const state of ["REDUCE_ONLY", "HALTED"] as const) {
      set(market, state);
      const again = order(market);
      expect([again.code, again.replayed, again.orderId, again.status]).toEqual([null, true, orderId, "NEW"]);
      expect(order(market, 2).code).toBe(-1012);
    }
    market.sol.state = "DELISTED";
    expect([order(market).replayed, order(market, 2).code]).toEqual([true, -1012]);
    market.sol.state = "ACTIVE";
    expect([order(market).replayed, order(market, 2).code]).toEqual([true, -1007]);
  });

  test("during maintenance", () => {
    const market = new SmallExchange();
    order(market);
    const window = { startAt: millis(START + 1_000), endAt: millis(START + 60_000), message: "" };
    market.apply({ type: "schedule_maintenance", at: START, ...window });
    for (const at of [window.startAt, window.endAt]) {
      market.apply({ type: "tick", at });
      expect([order(market).replayed, order(market, 2).code]).toEqual([true, -1011]);
    }
  });

  test("while its account is in liquidation", () => {
    const market = new SmallExchange();
    market.pin(150);
    order(market);
    // 1,500,000 long, with 985,000 of 1,000,000 lost: 1 % of margin is left.
    openByHand(market.state, { account: A, against: B, market: 0, quantity: 1_000_000, cost: 2_485_000 * USDC });
    market.apply({ type: "tick", at: millis(START + 1_000) });
    expect(market.engine.liquidations.isLiquidating(A, -1)).toBe(true);
    expect([order(market).replayed, order(market, 2).code]).toEqual([true, -1012]);
  });

  test("with its refusal, although it could be placed now", () => {
    const market = new SmallExchange();
    const refused = order(market, 20_000);
    expect([refused.code, refused.orderId]).toEqual([-1101, 1]);
    set(market, "HALTED");
    const again = order(market, 20_000);
    expect([again.code, again.orderId, again.replayed, again.rejection]).toEqual([-1101, 1, true, refused.rejection]);
  });

  test("for no other account, and not in another market", () => {
    const market = new SmallExchange();
    order(market);
    const same = { price: priceE8(149 * ONE), quantity: quantityE8(ONE), clientOrderId: "x" };
    expect(market.apply(placeOrder({ account: A, ...same })).replayed).toBe(true);
    expect(market.apply(placeOrder({ account: A, ...same, market: 7 })).code).toBe(-1005);
    expect(market.apply(placeOrder({ account: B, ...same })).replayed).toBe(false);
  });

  test("and a reader of the engine can ask for it beforehand", () => {
    const market = new SmallExchange();
    order(market);
    const same = { account: A, price: priceE8(149 * ONE), quantity: quantityE8(ONE), clientOrderId: "x" };
    const known = [
      {},
      { quantity: quantityE8(2 * ONE) },
      { clientOrderId: "y" },
      { clientOrderId: "" },
      { account: B },
    ];
    expect(known.map((change) => market.engine.isRepeated(placeOrder({ ...same, ...change })))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("an order that an algo order makes", () => {
  const fired = (market: SmallExchange, fields: Partial<Omit<PlaceOrder, "type">>) => {
    const source = { id: 7, isWholeRow: false, bound: NONE };
    const recorder = new Recorder();
    const answer = emptyAnswer();
    placeFromAlgo(market.state, placeOrder({ account: A, ...fields }), source, answer, recorder);
    return { ...answer, code: codeOf(answer.rejection) ?? null, orders: recorder.orders };
  };
  const good = { price: priceE8(149 * ONE), quantity: quantityE8(ONE) };

  test("is an ordinary order that knows its algo order", () => {
    const market = new SmallExchange();
    const { orderId, status, orders } = fired(market, good);
    expect([orderId, status, orders.map(({ cause }) => cause)]).toEqual([1, "NEW", ["new"]]);
    expect(market.state.orders.algo(market.state.orders.find(1)) as number).toBe(7);
  });

  test("is a rejected order under its own id, whichever check refuses it", () => {
    const market = new SmallExchange();
    market.rest(A, "BUY", 149, 1, { clientOrderId: "mine" });
    const refusals = [
      [{ visible: quantityE8(999 * ONE) }, -1005],
      [{ clientOrderId: "mine" }, -1007],
      [{ price: priceE8(149 * ONE + 1) }, -1103],
      [{ price: priceE8(300 * ONE) }, -1105],
      [{ quantity: quantityE8(1) }, -1104],
      [{ quantity: quantityE8(ONE / 100) }, -1102],
      [{ reduceOnly: true }, -1005],
      [{ quantity: quantityE8(20_000 * ONE) }, -1101],
    ] as const;
    for (const [n, [fields, code]] of refusals.entries()) {
      const refused = fired(market, { ...good, ...fields });
      expect([refused.code, refused.orderId, refused.status]).toEqual([code, n + 2, "REJECTED"]);
      expect(refused.orders.map(({ status, cause, clientOrderId }) => ({ status, cause, clientOrderId }))).toEqual([
        { status: "REJECTED", cause: "rejected", clientOrderId: "" },
      ]);
      market.engine.audit();
    }
    // The first order keeps its client id, and values off the grid are reported as 0.
    expect(market.engine.findOrderByClientId(A, "mine")?.orderId).toBe(1);
    const [report] = fired(market, { price: priceE8(149 * ONE + 1), quantity: quantityE8(1) }).orders;
    expect([report!.price, report!.quantity, report!.visible] as number[]).toEqual([0, 0, 0]);
  });

  test("in a market that is halted is rejected too", () => {
    const market = new SmallExchange();
    market.sol.state = "HALTED";
    expect(fired(market, good)).toMatchObject({ code: -1012, orderId: 1, status: "REJECTED" });
  });
});

function emptyAnswer(): Answer {
  return {
    rejection: null,
    orderId: 0,
    status: "NEW",
    replayed: false,
    created: -1,
    expectedTriggerTime: 0 as Answer["expectedTriggerTime"],
    count: 0,
    reason: "",
    algoOrderId: 0,
    transferred: [],
    firstAnsweredAt: 0 as Answer["firstAnsweredAt"],
  };
}
