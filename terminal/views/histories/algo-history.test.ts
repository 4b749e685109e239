import { expect, test } from "bun:test";
import type { Client } from "@evermark/client";
import type { AlgoOrder } from "../../session/asking/answers.ts";
import { words } from "../../texts/words.ts";
import { algoHistory, algoOutcome } from "./algo-history.ts";
import type { HistoryQuery } from "./history-kind.ts";

const { outcomes } = words.histories;

const WAITING: Omit<AlgoOrder, "algo_order_id" | "child_orders"> = {
  ...{ parent_algo_order_id: 0, root_algo_order_id: 1, root_algo_order_status: "NEW", algo_status: "NEW" },
  ...{ algo_type: "STOP", symbol: "PERP_BTC_USDC", side: "SELL", type: "MARKET", quantity: 0.1, price: null },
  ...{ trigger_price: 60_000, trigger_price_type: "MARK_PRICE", trigger_status: null, trigger_trade_price: null },
  ...{ trigger_time: null, is_triggered: "false", is_activated: true, activated_price: null, callback_rate: null },
  ...{ callback_value: null, extreme_price: null, order_id: null, executed_quantity: 0, total_executed_quantity: 0 },
  ...{ average_executed_price: 0, visible_quantity: 0, total_fee: 0, fee_asset: "USDC", client_order_id: null },
  ...{ order_tag: null, reduce_only: true, margin_mode: "CROSS", realized_pnl: 0, created_time: 1, updated_time: 1 },
};

function algoOrder(id: number, change: Partial<AlgoOrder> = {}): AlgoOrder {
  return { ...WAITING, algo_order_id: id, child_orders: [], ...change };
}

const fired = { algo_status: "FILLED", is_triggered: "true", trigger_status: "SUCCESS" } as const;
const group = (legs: readonly AlgoOrder[], change: Partial<AlgoOrder> = {}) =>
  algoOrder(1, { algo_type: "TP_SL", child_orders: legs as unknown as AlgoOrder["child_orders"], ...change });

test("a cancelled leg shows whether the other one was triggered", () => {
  const won = algoOrder(2, { algo_type: "TAKE_PROFIT", ...fired });
  const lost = algoOrder(3, { algo_type: "STOP_LOSS", algo_status: "CANCELLED" });
  const both = group([won, lost], { algo_status: "FILLED" });
  expect(algoOutcome({ order: lost, path: [both, lost] })).toBe(outcomes.sibling);
  expect(algoOutcome({ order: won, path: [both, won] })).toBeNull();
  // Cancelled by the trader: nothing was triggered.
  const idle = group([{ ...won, ...lost, algo_order_id: 2 }, lost], { algo_status: "CANCELLED" });
  expect(algoOutcome({ order: lost, path: [idle, lost] })).toBeNull();
});

test("legs that protect an entry that never filled show so", () => {
  const leg = algoOrder(3, { algo_type: "STOP_LOSS", algo_status: "CANCELLED" });
  const legs = group([leg], { algo_status: "CANCELLED" });
  const bracket = group([legs], { algo_type: "BRACKET", algo_status: "CANCELLED" });
  expect(algoOutcome({ order: leg, path: [bracket, legs, leg] })).toBe(outcomes.entry);
  expect(algoOutcome({ order: legs, path: [bracket, legs] })).toBe(outcomes.entry);
});

test("a trigger whose order was refused, was cancelled or still rests is distinguished from a waiting one", () => {
  const said = (change: Partial<AlgoOrder>) => {
    const order = algoOrder(1, change);
    return algoOutcome({ order, path: [order] });
  };
  expect(said({ algo_status: "REJECTED", is_triggered: "true", trigger_status: "FAIL" })).toBe(outcomes.refused);
  expect(said({ ...fired, algo_status: "CANCELLED" })).toBe(outcomes.undone);
  expect(said({ ...fired, algo_status: "NEW", type: "LIMIT" })).toBe(outcomes.triggered);
  expect(said({ ...fired, algo_status: "PARTIAL_FILLED", total_executed_quantity: 0.03 })).toBe(
    "Triggered, waiting for liquidity: 0.03 of 0.1 closed",
  );
  expect(said({})).toBe(outcomes.waiting);
  expect(said(fired)).toBeNull();
});

test("a group is one entry with a row for each leg, below it and under its number", async () => {
  const legs = [algoOrder(2, { algo_type: "TAKE_PROFIT" }), algoOrder(3, { algo_type: "STOP_LOSS" })];
  const requests: object[] = [];
  const algo = {
    getAlgoOrders: async (query: object) => {
      requests.push(query);
      return { rows: [group(legs)], meta: { total: 7 } };
    },
  };
  const filters = { symbol: "", side: "SELL", status: "FILLED", kind: "TP_SL", fromMs: 5, toMs: undefined };
  const page: HistoryQuery = { ...filters, page: 2, size: 50 };
  const { rows, total } = await algoHistory.ask({ algo } as unknown as Client, page);
  expect(requests).toEqual([{ page: 2, size: 50, start_t: 5, algo_type: "TP_SL", side: "SELL", status: "FILLED" }]);
  expect(total).toBe(7);
  expect(rows.map(({ key, depth }) => [key, depth])).toEqual([
    ["1", 0],
    ["2", 1],
    ["3", 1],
  ]);
  const groupAt = algoHistory.columns.findIndex(({ id }) => id === "group");
  expect(rows.map(({ values }) => values[groupAt])).toEqual(["1", "1", "1"]);
});
