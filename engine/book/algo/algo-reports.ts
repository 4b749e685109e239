// Reports of algo orders: one report for each member of a tree that changed. Rules 3.1, `algoexecutionreport`.

import type { CancelReason } from "../../base/vocabulary.ts";
import type { AlgoReport, Listener, OrderReport } from "../../language/events/events.ts";
import type { AlgoOrderView } from "../../language/views/views.ts";
import { type AlgoOrder, rootOf } from "../../memory/algo-order/algo-order.ts";
import type { State } from "../../memory/state.ts";

/** Why an algo order was cancelled: a reason of ordinary orders, or one that only algo orders have. Rules 3.3, 3.5. */
export type AlgoCancelReason =
  | CancelReason
  /** The other leg of its group fired. */
  | "ONE_CANCELS_OTHER"
  /** The entry order of its BRACKET ended without an execution. */
  | "ENTRY_UNFILLED"
  /** The second leg of a BRACKET replaced it. */
  | "REPLACED"
  /** It was to replace one that has already fired. */
  | "ALREADY_TRIGGERED";

export function emit(state: State, order: AlgoOrder, cause: AlgoReport["cause"], reason: string, out: Listener): void {
  send(state, order, { cause, reason, execution: null }, out);
}

/** @param execution the report of its ordinary order */
export function emitFill(state: State, order: AlgoOrder, execution: OrderReport, out: Listener): void {
  send(state, order, { cause: "fill", reason: "", execution }, out);
}

type Change = Pick<AlgoReport, "cause" | "reason" | "execution">;

function send(state: State, order: AlgoOrder, { cause, reason, execution }: Change, out: Listener): void {
  out.algo({
    account: order.account,
    order: algoView(order),
    root: algoView(rootOf(order)),
    cause,
    reason,
    execution,
    at: state.now,
    seq: state.accounts.nextSeq(order.account),
  });
}

export function algoView(order: AlgoOrder): AlgoOrderView {
  const { id, parent, rising, children, earlier, ...same } = order;
  const root = rootOf(order);
  return {
    ...same,
    algoOrderId: id,
    parentAlgoOrderId: parent?.id ?? 0,
    rootAlgoOrderId: root.id,
    rootStatus: root.status,
    children: children.map(algoView),
  };
}
