// Algo orders in which something waits, as whole trees. The venue counts a bracket as done once its entry is filled, while
// the orders that protect the position still wait below it: such a bracket is found through its group.

import type { Client } from "@evermark/client";
import type { AlgoOrder } from "../asking/answers.ts";

/** By rules 3.1, fewer than this many can wait at once. */
const PAGE = 500;
/** Types of the groups that can be below a bracket. */
const GROUPS = ["TP_SL", "POSITIONAL_TP_SL"] as const;

type Algo = Pick<Client["algo"], "getAlgoOrders" | "getAlgoOrder">;

/** @returns the trees, newest first */
export async function readWaiting(algo: Algo): Promise<readonly AlgoOrder[]> {
  const [roots, ...groups] = await Promise.all([
    algo.getAlgoOrders({ status: "INCOMPLETE", size: PAGE }),
    ...GROUPS.map((algo_type) => algo.getAlgoOrders({ status: "INCOMPLETE", algo_type, size: PAGE })),
  ]);
  const known = new Set(roots!.rows.map(({ algo_order_id }) => algo_order_id));
  const above = new Set(groups.flatMap(({ rows }) => rows.map(({ root_algo_order_id }) => root_algo_order_id)));
  const others = [...above].filter((order_id) => !known.has(order_id));
  const brackets = await Promise.all(others.map((order_id) => algo.getAlgoOrder({ order_id })));
  return [...roots!.rows, ...brackets].toSorted((a, b) => b.algo_order_id - a.algo_order_id);
}
