// Transfers between accounts. Rules 9.5.

import type { AllowTransfers, TransferFunds } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function transferFunds(_state: State, _command: TransferFunds, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}

export function allowTransfers(_state: State, _command: AllowTransfers, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
