// Cancelling algo orders: by the user, a timer, a closed row, a liquidation. Rules 2.10, 3.1.

import type { CancelAlgoOrder, CancelAllAlgoOrders } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";
import type { CancelReason, MarginMode } from "../vocabulary.ts";

export function cancelAlgoOrder(_state: State, _command: CancelAlgoOrder, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}

export function cancelAllAlgoOrders(
  _state: State,
  _command: CancelAllAlgoOrders,
  answer: Answer,
  _out: Listener,
): void {
  answer.rejection = rejection("refused");
}

/** Cancels every algo order of an account (`market` -1), or of one of its rows, by ascending id. */
export function cancelEveryAlgo(
  _state: State,
  _account: number,
  _market: number,
  _mode: MarginMode | "",
  _reason: CancelReason,
  _out: Listener,
): void {}

/** The row went to zero or to the other side: what was to close it has nothing left to do. */
export function cancelClosedAlgos(_state: State, _row: number, _out: Listener): void {}
