// Delegate signers: whose signature counts for the account of a contract wallet. One per account; a new one takes the
// place of the old one. Rules 9.6.

import type { SetDelegateSigner } from "../commands.ts";
import type { Listener } from "../events.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";
import { refusesAccount } from "./registration.ts";

export function setDelegateSigner(state: State, command: SetDelegateSigner, answer: Answer, out: Listener): void {
  const { account, signer } = command;
  if (refusesAccount(state, account, answer)) return;
  if (state.accounts.isSubAccount(account)) {
    answer.rejection = rejection("refused", {}, "a sub-account follows its main account's signer");
    return;
  }
  state.accounts.setDelegateSigner(account, signer);
  out.account({ type: "settings_changed", account, at: state.now });
}
