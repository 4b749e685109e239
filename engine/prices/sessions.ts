// A start of the venue: what the time without it means for prices.

import type { StartSession } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function startSession(_state: State, _command: StartSession, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
