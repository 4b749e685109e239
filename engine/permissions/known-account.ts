// Checks that a number is an account that a client has opened: system accounts take no client's commands.

import type { AccountNumber } from "../base/units.ts";
import { rejection } from "../language/rejections.ts";
import type { Answer } from "../language/views/views.ts";
import type { State } from "../memory/state.ts";

/** Refuses a command for an account that was never opened. @returns whether it refused */
export function refusesAccount(state: State, account: AccountNumber, answer: Answer): boolean {
  if (isUserAccount(state, account)) return false;
  answer.rejection = rejection("not_found", {}, "account does not exist");
  return true;
}

export function isUserAccount(state: State, account: AccountNumber): boolean {
  return state.accounts.isUser(account);
}
