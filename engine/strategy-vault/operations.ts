// Requests of investors and providers. Rules 10.1, 10.2, 10.5.

import type { CreateVault, RequestVaultOperation, SetVaultState } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function createVault(_state: State, _command: CreateVault, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}

export function requestVaultOperation(
  _state: State,
  _command: RequestVaultOperation,
  answer: Answer,
  _out: Listener,
): void {
  answer.rejection = rejection("refused");
}

export function setVaultState(_state: State, _command: SetVaultState, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
