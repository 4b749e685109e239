// Placing algo orders. Rules 3.1 to 3.6.

import type { PlaceAlgoOrder } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function placeAlgoOrder(_state: State, _command: PlaceAlgoOrder, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
