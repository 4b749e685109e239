// How algo orders end that are armed: by their owner, by the end of their position, by a sibling. Rules 3.1, 3.3.

import type { CancelAlgoOrder, CancelAllAlgoOrders, MarginMode } from "@evermark/engine";
import { childrenOf, isArmed, isGroup, isOver, type NaiveAlgo } from "./algo-state.ts";
import { cancel } from "./book.ts";
import type { Outcome } from "./orders.ts";
import type { NaiveReports } from "./reports.ts";
import { naiveRules } from "./rules.ts";
import type { NaiveAccount, NaiveMarket, NaiveState } from "./state.ts";

/** Ends what is still armed of an algo order and of its legs. */
export function cancelAlgo(state: NaiveState, reports: NaiveReports, algo: NaiveAlgo, reason: string): void {
  if (isArmed(state, algo)) end(state, reports, algo, reason);
}

function end(state: NaiveState, reports: NaiveReports, algo: NaiveAlgo, reason: string): void {
  algo.status = "CANCELLED";
  for (const child of childrenOf(state, algo)) cancelAlgo(state, reports, child, reason);
  reports.algo(algo, "cancelled", reason);
  const group = state.algos.find((each) => each.id === algo.parent);
  if (group === undefined || !isGroup(group) || isOver(group)) return;
  // A group lives as long as one of its legs can fire or has fired.
  if (childrenOf(state, group).every(({ status }) => status === "CANCELLED")) end(state, reports, group, reason);
}

/** Groups that protected a position which closed or turned. Rules 3.3, 3.4. */
export function cancelClosedAlgos(
  state: NaiveState,
  reports: NaiveReports,
  account: NaiveAccount,
  market: NaiveMarket,
  mode: MarginMode,
  before: bigint,
): void {
  const closingSide = before > 0n ? "SELL" : "BUY";
  const groups = state.algos
    .filter((each) => each.account === account.number && each.market === market.number && each.marginMode === mode)
    .filter((each) => isGroup(each) && each.isActivated && each.side === closingSide);
  for (const group of groups) cancelAlgo(state, reports, group, "REDUCE_ONLY_CLOSED");
}

/** Everything of an account that is armed, or what is of one market or mode; `market` -1, `mode` "" for all. */
export function cancelAlgosOf(
  state: NaiveState,
  reports: NaiveReports,
  account: number,
  market: number,
  mode: MarginMode | "",
  reason: string,
): void {
  const concerned = state.algos
    .filter((each) => each.account === account && (market < 0 || each.market === market))
    .filter((each) => (mode === "" || each.marginMode === mode) && !isLegOfGroup(state, each));
  for (const each of concerned) if (each.algoType !== "BRACKET") cancelAlgo(state, reports, each, reason);
}

function isLegOfGroup(state: NaiveState, algo: NaiveAlgo): boolean {
  const parent = state.algos.find((each) => each.id === algo.parent);
  return parent !== undefined && isGroup(parent);
}

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

/** Whether nothing of it is left to cancel: a bracket has its entry and its second leg. */
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

/** STOP takes its relatives with it, a group's type only what is a root. */
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
