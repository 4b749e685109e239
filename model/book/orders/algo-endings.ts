// How armed algo orders end: by their owner, by the end of their position, by a sibling. Rules 3.1, 3.3.

import type { MarginMode } from "@evermark/engine";
import { childrenOf, isArmed, isGroup, isOver } from "../../state/algo-trees.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveAccount } from "../../state/records/naive-account.ts";
import type { NaiveAlgo } from "../../state/records/naive-algo.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import type { NaiveReports } from "../../state/reports.ts";

/** Cancels an algo order and its legs as far as they are armed. */
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

/** Cancels the groups that protected a position which has closed or turned. Rules 3.3, 3.4. */
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

/** Cancels all armed algo orders of an account, or those of one market or mode; `market` -1, `mode` "" for all. */
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
