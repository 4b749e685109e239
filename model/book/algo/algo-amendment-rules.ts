// Amendments of one tree of algo orders: all of them or none. Rules 3.1 to 3.3, 3.6.

import type { AlgoChange, AmendAlgoOrder, RejectionName } from "@evermark/engine";
import { childrenOf, isGroup, isWaiting, treeOf } from "../../state/algo-trees.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveAlgo } from "../../state/records/naive-algo.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import type { NaiveOrder } from "../../state/records/naive-order.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { amendOrder } from "../entry/amendment-rules.ts";
import { algoBlocked } from "../entry/blocked.ts";
import { gridRefusal } from "../entry/filters.ts";
import { cancelAlgo } from "../orders/algo-endings.ts";
import {
  activationRange,
  callbackGrid,
  callbackRefusal,
  INVALID,
  isCallback,
  isSatisfied,
  sizeRefusal,
} from "./algo-checks.ts";
import { activate, isActivatedBy } from "./algo-triggers.ts";

export const algoAmendmentRules = naiveRules({
  amend_algo_order: (state, command, reports) => amendAlgoOrder(state, reports, command),
});

function amendAlgoOrder(state: NaiveState, reports: NaiveReports, command: AmendAlgoOrder): Outcome {
  const named = state.algos.find((each) => each.id === command.algoOrderId && each.account === command.account);
  if (named === undefined) return { rejection: "not_found" };
  const market = state.markets[named.market]!;
  const blocked = algoBlocked(state, market, named.account, named.marginMode);
  if (blocked !== null) return { rejection: blocked };
  if (named.algoType === "TAKE_PROFIT" || named.algoType === "STOP_LOSS") return { rejection: "invalid_parameter" };
  const entry = state.open.find((order) => order.algo === named.id && named.algoType === "BRACKET");
  const tree = treeOf(state, named);
  const changes = command.changes.filter(saysSomething);
  if (changes.length === 0) return { rejection: "invalid_parameter" };
  for (const change of changes) {
    const algo = tree.find((each) => each.id === change.algoOrderId);
    if (algo === undefined) return { rejection: "not_found" };
    const isLive = algo.algoType === "BRACKET" ? entry !== undefined : isWaiting(state, algo);
    if (!isLive) return { rejection: "not_found" };
    const refusal =
      algo.algoType === "BRACKET" ? entryRefusal(change) : changeRefusal(state, market, algo, change, entry);
    if (refusal !== null) return { rejection: refusal };
  }
  const sizes = sizeChangeRefusal(state, named, changes);
  if (sizes !== null) return { rejection: sizes };
  const ofEntry = changes.find((change) => change.algoOrderId === named.id);
  if (entry !== undefined && ofEntry !== undefined) {
    const { price, quantity } = ofEntry;
    const { account, market: number, side, type: orderType, id: orderId } = entry;
    const outcome = amendOrder(state, reports, {
      ...{ type: "amend_order", at: command.at, account, orderId, market: number, side, orderType, price, quantity },
    });
    if (outcome.rejection !== undefined) return { rejection: outcome.rejection };
  }
  const groups = tree.filter(isGroup).map((group) => ({ group, before: group.quantity }));
  for (const change of changes) {
    apply(state, reports, market, tree.find((each) => each.id === change.algoOrderId)!, change);
  }
  for (const { group, before } of groups) if (group.quantity !== before) reports.algo(group, "amended", "");
  return { algoOrderId: named.id };
}

function saysSomething(change: AlgoChange): boolean {
  const { price, quantity, triggerPrice, activatedPrice, callbackRate, callbackValue, deactivate } = change;
  return (
    [price, quantity, triggerPrice, activatedPrice, callbackRate, callbackValue].some((n) => n !== 0) || deactivate
  );
}

/** Checks a change that names a bracket itself: only its entry can change, which is an ordinary order. */
function entryRefusal({ triggerPrice, activatedPrice, callbackRate, callbackValue, deactivate }: AlgoChange) {
  const isOfEntry = triggerPrice === 0 && activatedPrice === 0 && callbackRate === 0 && callbackValue === 0;
  return isOfEntry && !deactivate ? null : "invalid_parameter";
}

function changeRefusal(
  state: NaiveState,
  market: NaiveMarket,
  algo: NaiveAlgo,
  change: AlgoChange,
  entry: NaiveOrder | undefined,
): RejectionName | null {
  if (!mayChange(state, algo, change, entry)) return INVALID;
  if (change.deactivate && algo.parent === 0) return INVALID;
  const { price, triggerPrice, activatedPrice, callbackRate, callbackValue, quantity } = change;
  for (const each of [price, triggerPrice, activatedPrice]) {
    const grid = each === 0 ? null : gridRefusal(market, BigInt(each));
    if (grid !== null) return grid;
  }
  const filters =
    callbackGrid(market, callbackValue) ??
    activationRange(market, algo.side, activatedPrice) ??
    (quantity === 0 ? null : sizeRefusal(market, quantity));
  if (filters !== null) return filters;
  if (callbackRate !== 0 || callbackValue !== 0) {
    if (!isCallback(callbackRate, callbackValue)) return INVALID;
    const callback = callbackRefusal(market, callbackValue);
    if (callback !== null) return callback;
  }
  if (triggerPrice === 0) return null;
  return isReachedAt(algo, BigInt(triggerPrice), measureOf(state, market, algo, entry)) ? INVALID : null;
}

/** Whether the algo order has every field that would be changed, and no value is negative. */
function mayChange(state: NaiveState, algo: NaiveAlgo, change: AlgoChange, entry: NaiveOrder | undefined): boolean {
  const { price, triggerPrice, activatedPrice, callbackRate, callbackValue, quantity } = change;
  if ([price, triggerPrice, activatedPrice, callbackRate, callbackValue, quantity].some((n) => n < 0)) return false;
  const isTrailing = algo.algoType === "TRAILING_STOP";
  if (price !== 0 && algo.orderType !== "LIMIT") return false;
  if (triggerPrice !== 0 && algo.triggerPrice === 0n) return false;
  if (activatedPrice !== 0 && (!isTrailing || algo.isActivated)) return false;
  if ((callbackRate !== 0 || callbackValue !== 0) && !isTrailing) return false;
  return quantity === 0 || hasOwnQuantity(state, algo, entry);
}

/** A group's quantity is that of its position or its entry, as long as there is one. */
function hasOwnQuantity(state: NaiveState, algo: NaiveAlgo, entry: NaiveOrder | undefined): boolean {
  if (algo.algoType === "STOP" || algo.algoType === "TRAILING_STOP") return true;
  const group = isGroup(algo) ? algo : state.algos.find(({ id }) => id === algo.parent)!;
  return group.algoType === "TP_SL" && entry === undefined;
}

/** Legs of a dormant group are measured against the entry's price, all others against the mark. */
function measureOf(state: NaiveState, market: NaiveMarket, algo: NaiveAlgo, entry: NaiveOrder | undefined): bigint {
  return !algo.isActivated && entry !== undefined && state.open.includes(entry) ? entry.price : market.mark;
}

function isReachedAt(algo: NaiveAlgo, trigger: bigint, mark: bigint): boolean {
  if (algo.algoType !== "STOP") return isSatisfied(algo, mark, trigger);
  return algo.direction === "up" ? mark >= trigger : mark <= trigger;
}

/** Rules 3.3: the remaining legs of a TP_SL keep equal quantities; that of a positional group is the position's. */
function sizeChangeRefusal(state: NaiveState, named: NaiveAlgo, changes: readonly AlgoChange[]): RejectionName | null {
  const sized = changes.filter((change) => change.quantity !== 0);
  const remains = ({ id }: NaiveAlgo) => !changes.some((change) => change.algoOrderId === id && change.deactivate);
  for (const group of treeOf(state, named).filter(isGroup)) {
    const legs = childrenOf(state, group).filter((leg) => isWaiting(state, leg) && remains(leg));
    const members = [group, ...legs];
    const ofGroup = sized.filter((change) => members.some((each) => each.id === change.algoOrderId));
    if (ofGroup.length === 0) continue;
    if (ofGroup.some((change) => change.quantity !== ofGroup[0]!.quantity)) return "invalid_parameter";
    if (!legs.every((leg) => ofGroup.some((change) => change.algoOrderId === leg.id))) return "invalid_parameter";
  }
  return null;
}

function apply(
  state: NaiveState,
  reports: NaiveReports,
  market: NaiveMarket,
  algo: NaiveAlgo,
  change: AlgoChange,
): void {
  // A bracket mirrors its entry, which has been amended.
  if (algo.algoType === "BRACKET") return;
  if (change.price !== 0) algo.price = BigInt(change.price);
  if (change.quantity !== 0) {
    algo.quantity = BigInt(change.quantity);
    const group = state.algos.find((each) => each.id === algo.parent);
    if (group !== undefined) group.quantity = algo.quantity;
  }
  if (change.triggerPrice !== 0) algo.triggerPrice = BigInt(change.triggerPrice);
  if (change.callbackRate !== 0 || change.callbackValue !== 0) {
    algo.callbackRate = BigInt(change.callbackRate);
    algo.callbackValue = BigInt(change.callbackValue);
  }
  if (change.activatedPrice !== 0) {
    algo.activatedPrice = BigInt(change.activatedPrice);
    if (isActivatedBy(algo, market)) activate(algo, market);
  }
  if (change.deactivate) cancelAlgo(state, reports, algo, "USER");
  else reports.algo(algo, "amended", "");
}
