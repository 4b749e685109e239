// Referral codes and who is bound to them. Rules 8.5.

import type { BindReferral, CreateReferralCode } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function createReferralCode(_state: State, _command: CreateReferralCode, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}

export function bindReferral(_state: State, _command: BindReferral, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
