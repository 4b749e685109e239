// Claims on the inventory of the insurance fund. Rules 7.8.

import type { ClaimInsuranceFund } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function claimInsuranceFund(_state: State, _command: ClaimInsuranceFund, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
