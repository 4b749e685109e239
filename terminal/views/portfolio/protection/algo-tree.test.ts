import { expect, test } from "bun:test";
import type { AlgoOrder } from "../../../session/asking/answers.ts";
import { canChange, changeOf, otherGuards, rowsOf, stateOf } from "./algo-tree.ts";

let ids = 0;

function order(algo_type: AlgoOrder["algo_type"], more: Partial<AlgoOrder> = {}): AlgoOrder {
  ids += 1;
  const waiting = { algo_status: "NEW", is_triggered: "false", is_activated: true, trigger_status: null } as const;
  const figures = { quantity: 1, price: null, trigger_price: null, callback_rate: null, callback_value: null };
  const trailing = { activated_price: null, extreme_price: null };
  const own = { algo_order_id: ids, algo_type, symbol: "PERP_SOL_USDC", child_orders: [] as AlgoOrder["child_orders"] };
  return { ...waiting, ...figures, ...trailing, ...own, ...more } as AlgoOrder;
}

const withLegs = (legs: readonly AlgoOrder[]) => ({ child_orders: legs as unknown as AlgoOrder["child_orders"] });

const profit = order("TAKE_PROFIT", { trigger_price: 170 });
const loss = order("STOP_LOSS", { trigger_price: 130, is_activated: false });
const group = order("TP_SL", withLegs([profit, loss]));
const bracket = order("BRACKET", withLegs([group]));

test("a tree becomes rows, each leg below the order that it belongs to", () => {
  const rows = rowsOf([bracket, order("STOP", { trigger_price: 120 })]);
  expect(rows.map(({ path }) => path.map(({ algo_type }) => algo_type).join(" "))).toEqual([
    "BRACKET",
    "BRACKET TP_SL",
    "BRACKET TP_SL TAKE_PROFIT",
    "BRACKET TP_SL STOP_LOSS",
    "STOP",
  ]);
});

test("a leg is changed through its root, at any depth", () => {
  const [, , row] = rowsOf([bracket]);
  const leg = { order_id: profit.algo_order_id, trigger_price: "175.5" };
  expect(changeOf(row!, "trigger_price", "175.5")).toEqual({
    order_id: bracket.algo_order_id,
    child_orders: [{ order_id: group.algo_order_id, child_orders: [leg] }],
  });
});

test("the quantity of a pair is changed on both of its legs", () => {
  const [row] = rowsOf([group]);
  expect(changeOf(row!, "quantity", "2")).toEqual({
    order_id: group.algo_order_id,
    child_orders: [
      { order_id: profit.algo_order_id, quantity: "2" },
      { order_id: loss.algo_order_id, quantity: "2" },
    ],
  });
});

test("only waiting orders can be changed, and only in figures that they have", () => {
  const can = (one: AlgoOrder) =>
    (["trigger_price", "price", "quantity"] as const).map((field) => canChange(rowsOf([one])[0]!, field));
  expect(can(order("STOP", { trigger_price: 120, price: 119 }))).toEqual([true, true, true]);
  expect(can(order("STOP", { trigger_price: 120 }))).toEqual([true, false, true]);
  expect(can(order("POSITIONAL_TP_SL", { quantity: 0 }))).toEqual([false, false, false]);
  expect(can(order("STOP", { trigger_price: 120, is_triggered: "true" }))).toEqual([false, false, false]);
});

test("the state of an order is given in words", () => {
  const said = (one: AlgoOrder) => stateOf(rowsOf([one])[0]!);
  expect(said(order("STOP", { trigger_price: 120 }))).toBe("Waiting for the mark price");
  expect(said(group)).toBe("Waiting for a leg");
  expect(stateOf(rowsOf([bracket])[3]!)).toBe("Inactive until the entry fills");
  expect(said(order("TRAILING_STOP", { is_activated: false, activated_price: 180 }))).toBe("Starts to follow at 180");
  expect(said(order("TRAILING_STOP", { extreme_price: 1234.5 }))).toBe("Following, best so far 1,234.5");
  expect(said(order("STOP", { is_triggered: "true", trigger_status: "FAIL" }))).toBe("Triggered, but refused");
  expect(said(order("STOP", { is_triggered: "true", trigger_status: "SUCCESS" }))).toBe("Triggered, its order is open");
});

test("a triggered stop that waits for liquidity shows how much is closed, and so does its group", () => {
  const fired = { is_triggered: "true", trigger_status: "SUCCESS", reduce_only: true, type: "MARKET" } as const;
  const part = { ...fired, algo_status: "PARTIAL_FILLED", quantity: 1, total_executed_quantity: 0.3 } as const;
  const said = (one: AlgoOrder) => stateOf(rowsOf([one])[0]!);
  const text = "Triggered, waiting for liquidity: 0.3 of 1 closed";
  const stop = order("STOP", { trigger_price: 120, ...part });
  expect(said(stop)).toBe(text);
  expect(canChange(rowsOf([stop])[0]!, "trigger_price")).toBe(false);
  const leg = order("STOP_LOSS", { trigger_price: 130, ...part, type: "CLOSE_POSITION" });
  const pair = order("POSITIONAL_TP_SL", {
    ...part,
    ...withLegs([order("TAKE_PROFIT", { algo_status: "CANCELLED" }), leg]),
  });
  expect(said(pair)).toBe(text);
  expect(stateOf(rowsOf([pair])[2]!)).toBe(text);
  expect(said(order("STOP", { ...part, total_executed_quantity: 0, algo_status: "NEW" }))).toBe(
    "Triggered, waiting for liquidity: 0 of 1 closed",
  );
  // Orders that rest, open a position or have ended do not wait for liquidity.
  expect(said(order("STOP", { ...part, type: "LIMIT" }))).toBe("Partly filled");
  expect(said(order("STOP", { ...part, reduce_only: false }))).toBe("Partly filled");
  expect(said(order("STOP", { ...part, algo_status: "CANCELLED" }))).toBe("Cancelled");
});

test("a trailing stop's distance can be changed, and its activation price until it is active", () => {
  const can = (more: Partial<AlgoOrder>) => {
    const [row] = rowsOf([order("TRAILING_STOP", { callback_rate: 0.02, activated_price: 180, ...more })]);
    return (["callback_rate", "callback_value", "activated_price"] as const).filter((field) => canChange(row!, field));
  };
  expect(can({ is_activated: false })).toEqual(["callback_rate", "activated_price"]);
  expect(can({ is_activated: true })).toEqual(["callback_rate"]);
  expect(can({ callback_rate: null, callback_value: 3, activated_price: null })).toEqual(["callback_value"]);
  expect(can({ is_triggered: "true" })).toEqual([]);
  const [row] = rowsOf([order("TRAILING_STOP", { callback_rate: 0.02 })]);
  const change = { order_id: row!.order.algo_order_id, callback_rate: "0.015" };
  expect(changeOf(row!, "callback_rate", "0.015")).toEqual(change);
});

test("other orders that would close a position are counted, but not those that open one, sleep, or close all of it", () => {
  const long = { symbol: "PERP_SOL_USDC", margin_mode: "CROSS", position_qty: 2 } as const;
  const closes = { margin_mode: "CROSS", side: "SELL", reduce_only: true } as const;
  const legs = [order("TAKE_PROFIT", closes), order("STOP_LOSS", closes)];
  const stop = order("STOP", closes);
  expect(otherGuards([stop, order("TP_SL", { ...closes, ...withLegs(legs) })], long)).toBe(3);
  expect(otherGuards([stop], { ...long, position_qty: -2 })).toBe(0);
  expect(otherGuards([stop], { ...long, margin_mode: "ISOLATED" })).toBe(0);
  expect(otherGuards([order("STOP", { ...closes, reduce_only: false })], long)).toBe(0);
  expect(otherGuards([order("POSITIONAL_TP_SL", { ...closes, ...withLegs(legs) })], long)).toBe(0);
  const asleep = legs.map((leg) => ({ ...leg, is_activated: false }));
  const inner = order("TP_SL", { ...closes, is_activated: false, ...withLegs(asleep) });
  expect(otherGuards([order("BRACKET", { margin_mode: "CROSS", side: "BUY", ...withLegs([inner]) })], long)).toBe(0);
});
