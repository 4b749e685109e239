// Sub-accounts of a main account. Rules 9.1, 9.6.

import type { AddSubAccount, DescribeSubAccount } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function addSubAccount(_state: State, _command: AddSubAccount, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}

export function describeSubAccount(_state: State, _command: DescribeSubAccount, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
