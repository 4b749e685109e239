// Moving balance into an isolated position and back. Rules 5.9 (7).

import type { MovePositionMargin } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function movePositionMargin(_state: State, _command: MovePositionMargin, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
