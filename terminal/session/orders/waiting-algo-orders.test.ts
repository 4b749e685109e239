import { expect, test } from "bun:test";
import type { AlgoOrder } from "../asking/answers.ts";
import { readWaiting } from "./waiting-algo-orders.ts";

const order = (algo_order_id: number, root_algo_order_id = algo_order_id) =>
  ({ algo_order_id, root_algo_order_id }) as AlgoOrder;

/** A venue where a stop and a group of legs wait on their own, and two groups wait below brackets. */
const requests: number[] = [];
const algo = {
  getAlgoOrders: async ({ algo_type }: { algo_type?: string }) => {
    const rows = {
      all: [order(9), order(5), order(3)],
      TP_SL: [order(5), order(4, 3), order(2, 1)],
      POSITIONAL_TP_SL: [order(8, 7)],
    };
    return { rows: rows[(algo_type ?? "all") as "all"], meta: {} };
  },
  getAlgoOrder: async ({ order_id }: { order_id: number }) => {
    requests.push(order_id);
    return order(order_id);
  },
} as unknown as Parameters<typeof readWaiting>[0];

test("a bracket whose entry is filled counts as waiting while its legs wait, each once, the newest first", async () => {
  const waiting = await readWaiting(algo);
  expect(waiting.map(({ algo_order_id }) => algo_order_id)).toEqual([9, 7, 5, 3, 1]);
  expect(requests.toSorted()).toEqual([1, 7]);
});
