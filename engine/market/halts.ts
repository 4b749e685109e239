// Halts of the whole venue. Rules 11.4.

import type { HaltVenue } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function haltVenue(_state: State, _command: HaltVenue, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
