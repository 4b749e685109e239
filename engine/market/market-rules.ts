// Rules of a market that its operator may change. Rules 6.5, 11.1.

import type { SetMarketRules } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function setMarketRules(_state: State, _command: SetMarketRules, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
