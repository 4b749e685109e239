import { expect, test } from "bun:test";
import type { Liquidation } from "./liquidation-report.ts";
import { happened, isNothing } from "./meanwhile.ts";

const from = 1_000_000;
const TAKEN: Liquidation = { liquidationId: 1, timestamp: from, transferredToFund: 0, positions: [] };
const none = { done: [], fills: [], liquidations: [] };

test("orders that ended before the connection was lost are not news", () => {
  const done = [
    { order_id: 1, status: "FILLED", updated_time: from - 1 },
    { order_id: 2, status: "CANCELLED", updated_time: from - 1 },
  ];
  const found = happened({ ...none, done }, { from, reported: new Set() });
  expect(found).toEqual({ filled: 0, partlyFilled: 0, cancelled: 0, liquidations: [] });
  expect(isNothing(found)).toBe(true);
});

test("filled and cancelled orders are counted, except those already reported", () => {
  const done = [
    { order_id: 1, status: "FILLED", updated_time: from },
    { order_id: 2, status: "FILLED", updated_time: from + 5 },
    { order_id: 3, status: "CANCELLED", updated_time: from + 9 },
    { order_id: 4, status: "FILLED", updated_time: from + 9 },
  ];
  const found = happened({ ...none, done, liquidations: [TAKEN] }, { from, reported: new Set([4]) });
  expect(found).toEqual({ filled: 2, partlyFilled: 0, cancelled: 1, liquidations: [TAKEN] });
});

test("a resting order that was filled in part is counted once, however many fills it had", () => {
  const done = [{ order_id: 1, status: "FILLED", updated_time: from + 3 }];
  const fills = [1, 2, 2, 3].map((order_id) => ({ order_id, executed_timestamp: from + 2 }));
  fills.push({ order_id: 9, executed_timestamp: from - 2 });
  const found = happened({ done, fills, liquidations: [] }, { from, reported: new Set() });
  expect(found).toEqual({ filled: 1, partlyFilled: 2, cancelled: 0, liquidations: [] });
});
