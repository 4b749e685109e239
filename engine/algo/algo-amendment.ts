// Changing algo orders. Rules 3.1.

import type { AmendAlgoOrder } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function amendAlgoOrder(_state: State, _command: AmendAlgoOrder, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
