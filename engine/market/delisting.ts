// The end of a market. Rules 11.3.

import type { ScheduleDelisting } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function scheduleDelisting(_state: State, _command: ScheduleDelisting, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}

export function runDelistings(_state: State, _out: Listener): void {}
