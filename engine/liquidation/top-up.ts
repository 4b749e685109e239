// The operator pays into the insurance fund. Rules 7.6.

import type { TopUpInsurance } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function topUpInsurance(_state: State, _command: TopUpInsurance, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
