// Who pays which rate. Rules 8.1, 8.2.

import type { ResetAccountFees, SetAccountFees, SetBrokerFees, SetMinimumTier } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function setBrokerFees(_state: State, _command: SetBrokerFees, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}

export function setAccountFees(_state: State, _command: SetAccountFees, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}

export function resetAccountFees(_state: State, _command: ResetAccountFees, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}

export function setMinimumTier(_state: State, _command: SetMinimumTier, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
