// Nonces of wallet-signed messages. Rules 9.4.

import type { IssueNonce } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";

export function issueNonce(_state: State, _command: IssueNonce, answer: Answer, _out: Listener): void {
  answer.rejection = rejection("refused");
}
