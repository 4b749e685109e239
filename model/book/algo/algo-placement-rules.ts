// Placement of an algo order with all its legs: its valid forms, how many may wait, and the tree that results. Rules
// 3.1 to 3.6, errors 8.4.

import type { AlgoGroup, AlgoLeg, PlaceAlgoOrder, PlaceOrder, RejectionName } from "@evermark/engine";
import { isUsableTag } from "../../money/fees/fee-tiers.ts";
import { childrenOf, isArmed } from "../../state/algo-trees.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveAlgo } from "../../state/records/naive-algo.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { algoBlocked, placementBlocked } from "../entry/blocked.ts";
import { firstRefusal, placeNew } from "../entry/naive-placement.ts";
import { isSameKey } from "../orders/algo-mirror.ts";
import { algoMarketRefusal, hasAlgoShape } from "./algo-checks.ts";
import { type AlgoDraft, algoDraft } from "./algo-draft.ts";
import { activate, isActivatedBy } from "./algo-triggers.ts";

const GROUPS_MAX = 10;
const SINGLES_MAX = 50;

export const algoPlacementRules = naiveRules({
  place_algo_order: (state, command, reports) => placeAlgoOrder(state, reports, command),
});

function placeAlgoOrder(state: NaiveState, reports: NaiveReports, command: PlaceAlgoOrder): Outcome {
  const digest = digestOf(command);
  const first =
    command.clientOrderId === ""
      ? undefined
      : state.rememberedAlgos.find(
          (each) => each.account === command.account && each.clientOrderId === command.clientOrderId,
        );
  if (first?.digest === digest) {
    const { algoOrderId, orderId, rejectionCode, status } = first;
    return { algoOrderId, orderId, rejectionCode, status, replayed: true };
  }
  const market = state.markets[command.market]!;
  const mode = command.marginMode || state.accounts[command.account]!.modes[market.number]!;
  const blocked = algoBlocked(state, market, command.account, mode);
  if (blocked !== null) return { rejection: blocked };
  if (!hasAlgoShape(command) || !isUsableTag(state, command.tag)) return { rejection: "invalid_parameter" };
  if (first !== undefined) return { rejection: "duplicate" };
  const refusal = algoMarketRefusal(state, command, market, mode) ?? limitRefusal(state, command, mode);
  if (refusal !== null) return { rejection: refusal };
  const outcome = plant(state, reports, command, market, mode);
  if (command.clientOrderId !== "" && outcome.algoOrderId !== undefined) {
    const { account, clientOrderId } = command;
    const { algoOrderId, orderId = 0, status = "NEW" } = outcome;
    const rejectionCode = outcome.rejection === undefined ? null : -1101;
    state.rememberedAlgos.push({ account, clientOrderId, digest, algoOrderId, orderId, status, rejectionCode });
  }
  return outcome;
}

function digestOf(command: PlaceAlgoOrder): string {
  const { type, at, clientOrderId, ...fields } = command;
  return JSON.stringify(fields);
}

/** How many algo orders may wait at a time. Rules 3.1. */
function limitRefusal(
  state: NaiveState,
  command: PlaceAlgoOrder,
  marginMode: NaiveAlgo["marginMode"],
): RejectionName | null {
  const roots = state.algos.filter((algo) => algo.account === command.account && algo.parent === 0);
  const waiting = roots.filter((algo) => (algo.algoType === "BRACKET" ? hasLeg(state, algo) : isArmed(state, algo)));
  const singles = ["STOP", "TRAILING_STOP", "BRACKET"];
  if (singles.includes(command.algoType)) {
    const open = waiting.filter((algo) => singles.includes(algo.algoType)).length;
    return open >= SINGLES_MAX ? "invalid_parameter" : null;
  }
  if (command.algoType === "TP_SL") {
    return waiting.filter((algo) => algo.algoType === "TP_SL").length >= GROUPS_MAX ? "invalid_parameter" : null;
  }
  const { account, market, children } = command;
  const key = { account, market, marginMode, side: children[0]!.side };
  return waiting.some((algo) => isSameKey(algo, key)) ? "invalid_parameter" : null;
}

function hasLeg(state: NaiveState, bracket: NaiveAlgo): boolean {
  return childrenOf(state, bracket).some((leg) => isArmed(state, leg));
}

/** Creates the tree, and for a bracket its entry order. */
function plant(
  state: NaiveState,
  reports: NaiveReports,
  command: PlaceAlgoOrder,
  market: NaiveMarket,
  marginMode: NaiveAlgo["marginMode"],
): Outcome {
  const isBracket = command.algoType === "BRACKET";
  const entry = isBracket ? entryOf(command, marginMode) : null;
  if (entry !== null) {
    const refusal = placementBlocked(state, entry) ?? firstRefusal(state, entry);
    if (refusal !== null) return { rejection: refusal };
  }
  const tree: NaiveAlgo[] = [];
  const add = (draft: AlgoDraft, parent: NaiveAlgo | null): NaiveAlgo => {
    state.lastAlgoId += 1;
    const id = state.lastAlgoId;
    const made: NaiveAlgo = { ...draft, id, parent: parent?.id ?? 0, root: tree[0]?.id ?? id };
    tree.push(made);
    return made;
  };
  const common = { command, market, marginMode, at: state.now };
  const addGroup = (group: AlgoGroup, parent: NaiveAlgo | null, isActivated: boolean) => {
    const made = add(algoDraft(common, group, { isActivated, group: null }), parent);
    for (const leg of group.children) add(algoDraft(common, leg, { isActivated, group }), made);
    return made;
  };
  if (command.algoType === "TP_SL" || command.algoType === "POSITIONAL_TP_SL") addGroup(asGroup(command), null, true);
  else {
    const root = add(algoDraft(common, command, { isActivated: true, group: null }), null);
    for (const group of command.children) {
      const quantity = group.algoType === "TP_SL" ? command.quantity : group.quantity;
      addGroup({ ...group, quantity }, root, false);
    }
    if (root.algoType === "TRAILING_STOP") {
      root.isActivated = root.activatedPrice === 0n || isActivatedBy(root, market);
      if (root.isActivated) activate(root, market);
    }
  }
  state.algos.push(...tree);
  const root = tree[0]!;
  const outcome: Outcome = entry === null ? {} : placeNew(state, reports, entry, { algo: root.id, bound: null });
  if (outcome.rejection === undefined) for (const each of tree) reports.algo(each, "new", "");
  return { ...outcome, algoOrderId: root.id };
}

function asGroup(command: PlaceAlgoOrder): AlgoGroup {
  return { ...command, children: command.children as readonly AlgoLeg[] };
}

function entryOf(command: PlaceAlgoOrder, marginMode: NaiveAlgo["marginMode"]): PlaceOrder {
  const { at, account, market, side, orderType, price, quantity, visible, reduceOnly, tag } = command;
  return {
    type: "place_order",
    at,
    account,
    market,
    side,
    orderType: orderType === "LIMIT" ? "LIMIT" : "MARKET",
    price,
    quantity,
    amount: 0,
    visible: visible ? -1 : 0,
    reduceOnly,
    clientOrderId: "",
    slippage: 0,
    level: -1,
    postOnlyAdjust: false,
    tag,
    marginMode,
    inBatch: false,
  } as PlaceOrder;
}
