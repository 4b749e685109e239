// Cancellation of algo orders by their owner. Rules 3.1.

import type { CancelAlgoOrder, CancelAllAlgoOrders } from "@evermark/engine";
import { childrenOf, isArmed, isOver } from "../../state/algo-trees.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveAlgo } from "../../state/records/naive-algo.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { cancelAlgo } from "../orders/algo-endings.ts";
import { cancel } from "../orders/order-endings.ts";

export const algoCancellationRules = naiveRules({
  cancel_algo_order: (state, command, reports) => cancelAlgoOrder(state, reports, command),
  cancel_all_algo_orders: (state, command, reports) => cancelAllAlgoOrders(state, reports, command),
});

function cancelAlgoOrder(state: NaiveState, reports: NaiveReports, command: CancelAlgoOrder): Outcome {
  const algo = state.algos.find(
    (each) =>
      each.account === command.account &&
      (command.market < 0 || each.market === command.market) &&
      !isDone(state, each) &&
      (command.algoOrderId > 0
        ? each.id === command.algoOrderId
        : each.clientOrderId !== "" && each.clientOrderId === command.clientOrderId),
  );
  if (algo === undefined) return { rejection: "not_found" };
  cancelTree(state, reports, algo, "USER");
  return { algoOrderId: algo.id };
}

/** Whether nothing is left to cancel; a bracket has its entry and its second leg. */
function isDone(state: NaiveState, algo: NaiveAlgo): boolean {
  if (algo.algoType !== "BRACKET") return !isArmed(state, algo);
  return isOver(algo) && childrenOf(state, algo).every((leg) => !isArmed(state, leg));
}

function cancelTree(state: NaiveState, reports: NaiveReports, algo: NaiveAlgo, reason: "USER" | "CANCEL_ALL"): void {
  if (algo.algoType !== "BRACKET") {
    cancelAlgo(state, reports, algo, reason);
    return;
  }
  for (const leg of childrenOf(state, algo)) cancelAlgo(state, reports, leg, reason);
  const entry = state.open.find((order) => order.algo === algo.id);
  if (entry !== undefined) cancel(state, entry, reason, reports);
}

/** The type STOP also selects take-profit and stop-loss legs; a group's type selects only groups that are active or roots. */
function cancelAllAlgoOrders(state: NaiveState, reports: NaiveReports, command: CancelAllAlgoOrders): Outcome {
  const { algoType } = command;
  const named = algoType === "STOP" ? ["STOP", "TAKE_PROFIT", "STOP_LOSS"] : [algoType];
  const concerned = state.algos.filter((each) => {
    if (each.account !== command.account || (command.market >= 0 && each.market !== command.market)) return false;
    if (isDone(state, each)) return false;
    if (algoType === "") return each.parent === 0;
    return named.includes(each.algoType) && (each.algoType === "BRACKET" || each.isActivated || each.parent === 0);
  });
  let count = 0;
  for (const each of concerned) {
    if (isDone(state, each)) continue;
    count += 1;
    cancelTree(state, reports, each, "CANCEL_ALL");
  }
  return { count };
}
