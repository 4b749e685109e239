// Cancelling one order, all orders, and all when the dead-man switch fires. Rules 2.10.

import { describe, expect, test } from "bun:test";
import { millis } from "../../base/units.ts";
import type { CancelOrder } from "../../language/commands/commands.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { readSnapshot } from "../../memory/snapshot.ts";
import { START } from "../../testing/setup.ts";
import { A, B, BUILDER, SmallExchange, shown } from "../../testing/small-exchange.ts";

const cancel = (fields: Partial<Omit<CancelOrder, "type">>): CancelOrder => ({
  type: "cancel_order",
  at: START,
  account: A,
  market: 0,
  orderId: 0,
  clientOrderId: "",
  ...fields,
});
const after = (market: SmallExchange, triggerAfterMs: number, account: number = A) =>
  market.apply({ type: "cancel_all_after", at: START, account, triggerAfterMs });
const tick = (market: SmallExchange, ms: number) => market.apply({ type: "tick", at: millis(START + ms) });

describe("one order", () => {
  test("is cancelled by its id or by its owner's id", () => {
    for (const name of [{ orderId: 1 }, { clientOrderId: "mine" }, { orderId: 1, market: -1 }]) {
      const market = new SmallExchange();
      market.rest(A, "BUY", 150, 1, { clientOrderId: "mine" });
      const { code, orderId, status, reason, orders } = market.apply(cancel(name));
      expect([code, orderId, status, reason]).toEqual([null, 1, "CANCELLED", "USER"]);
      expect(orders.map((report) => [report.status, report.reason, report.visible as number])).toEqual([
        ["CANCELLED", "USER", 0],
      ]);
      expect(market.engine.openOrders(A, -1)).toEqual([]);
    }
  });

  test("keeps what it has executed", () => {
    const market = new SmallExchange();
    market.rest(A, "BUY", 150, 3);
    market.order(B, "SELL", "IOC", 150, 1);
    const report = market.apply(cancel({ orderId: 1 })).orders[0]!;
    expect([report.status, report.executed, report.executedNotional, report.totalFee] as object).toEqual([
      "CANCELLED",
      100,
      150_000_000,
      45_000,
    ]);
  });

  test("that is unknown, another account's, in another market or no longer open is not found, all with the same message", () => {
    const market = new SmallExchange();
    market.rest(A, "BUY", 150, 1, { clientOrderId: "mine" });
    const refused = (detail: object) => ({
      code: -1006,
      message: "order does not exist or is no longer open",
      detail,
    });
    const refusal = (fields: Partial<Omit<CancelOrder, "type">>) => shown(market.apply(cancel(fields)).rejection);
    expect(refusal({ orderId: 2 })).toEqual(refused({ order_id: 2 }));
    expect(refusal({ orderId: 1, account: B })).toEqual(refused({ order_id: 1 }));
    expect(refusal({ orderId: 1, market: 1 })).toEqual(refused({ order_id: 1 }));
    expect(refusal({ clientOrderId: "yours" })).toEqual(refused({ client_order_id: "yours" }));
    expect(refusal({ clientOrderId: "mine", account: B })).toEqual(refused({ client_order_id: "mine" }));
    expect(refusal({})).toEqual(refused({ client_order_id: "" }));
    market.apply(cancel({ orderId: 1 }));
    expect(refusal({ orderId: 1 })).toEqual(refused({ order_id: 1 }));
    expect(refusal({ clientOrderId: "mine" })).toEqual(refused({ client_order_id: "mine" }));
  });
});

test("cancel-all is refused to a system account", () => {
  const market = new SmallExchange();
  const code = (account: number) => market.apply({ type: "cancel_all_orders", at: START, account, market: -1 }).code;
  expect([INSURANCE, BUILDER, A].map(code)).toEqual([-1006, -1006, null]);
});

test("all orders of an account, or those of one market, are cancelled in the order of their ids", () => {
  const market = new SmallExchange();
  for (const price of [149, 148, 149.5]) market.rest(A, "BUY", price, 1);
  market.rest(B, "BUY", 149, 1);
  const all = (number: number) => market.apply({ type: "cancel_all_orders", at: START, account: A, market: number });
  expect(all(1).count).toBe(0);
  const { count, orders } = all(0);
  expect([count, orders.map((report) => report.orderId)]).toEqual([3, [1, 2, 3]]);
  expect(orders.every((report) => report.reason === "CANCEL_ALL")).toBe(true);
  expect([all(-1).count, market.engine.openOrders(B, -1).length]).toEqual([0, 1]);
});

describe("the dead-man switch", () => {
  test("takes 5 to 900 seconds or 0, and answers when it will fire", () => {
    const market = new SmallExchange();
    for (const ms of [5_000, 900_000]) expect(after(market, ms).expectedTriggerTime).toBe(millis(START + ms));
    expect(after(market, 0).expectedTriggerTime).toBe(millis(0));
    for (const ms of [1, 4_999, 900_001, -1]) {
      expect(shown(after(market, ms).rejection)).toEqual({
        code: -1005,
        message: `trigger_after is invalid: ${ms}, expected 0 or 5000 to 900000`,
        detail: { field: "trigger_after", value: ms, expected: "0 or 5000 to 900000" },
      });
    }
  });

  test("cannot be armed by a system account", () => {
    const market = new SmallExchange();
    expect([INSURANCE, BUILDER].map((account) => after(market, 5_000, account).code)).toEqual([-1006, -1006]);
    expect(market.state.accounts.armed.size).toBe(0);
  });

  test("is put off by arming it again, stays as it was after a refusal, and is disarmed by 0", () => {
    const market = new SmallExchange();
    market.rest(A, "BUY", 150, 1);
    after(market, 5_000);
    tick(market, 4_000);
    after(market, 5_000);
    expect(tick(market, 5_000).orders).toEqual([]);
    after(market, 1);
    expect(tick(market, 8_000).orders).toEqual([]);
    after(market, 0);
    expect(tick(market, 60_000).orders).toEqual([]);
    expect(market.engine.openOrders(A, -1).length).toBe(1);
  });

  test("stays armed through a snapshot, and fires once", () => {
    const market = new SmallExchange();
    market.rest(A, "BUY", 150, 1);
    after(market, 5_000);
    const later = new SmallExchange({}, readSnapshot(market.engine.snapshot()));
    expect(tick(later, 5_000).orders.map((report) => report.reason)).toEqual(["CANCEL_ALL_AFTER"]);
    expect(later.state.accounts.armed.size).toBe(0);
  });
});
