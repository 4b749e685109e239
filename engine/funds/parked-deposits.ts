// Deposits that wait for the operator. Rules 9.2.

import type { ParkDeposit } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function parkDeposit(_state: State, _command: ParkDeposit, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
