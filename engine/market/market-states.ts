// The states of a market and who changes them. Rules 11.3, 11.4.

import type { SetMarketState } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function setMarketState(_state: State, _command: SetMarketState, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
