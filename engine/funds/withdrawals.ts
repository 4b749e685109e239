// Withdrawals through all their states. Rules 9.3.

import type { AdvanceWithdrawal, RequestWithdrawal } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function requestWithdrawal(_state: State, _command: RequestWithdrawal, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}

export function advanceWithdrawal(_state: State, _command: AdvanceWithdrawal, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
