// Delegate signers of contract wallets. Rules 9.6.

import type { SetDelegateSigner } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function setDelegateSigner(_state: State, _command: SetDelegateSigner, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
