// The default margin mode of a symbol. Rules 5.8.

import type { SetMarginMode } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function setMarginMode(_state: State, _command: SetMarginMode, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
