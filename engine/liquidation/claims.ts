// Claims on offers. Rules 7.5.

import type { ClaimLiquidation } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function claimLiquidation(_state: State, _command: ClaimLiquidation, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
