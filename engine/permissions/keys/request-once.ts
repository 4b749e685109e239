// A signed request is carried out once; when the same one is sent again it gets its first answer. Rules 9.5; the answers are in
// signed-requests.ts.

import type { AccountNumber } from "../../base/units.ts";
import type { CarriesOutRequest, Command } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import type { AnsweredRequest } from "../../memory/account/signed-requests.ts";
import type { Handler } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { refusesAccount } from "../known-account.ts";

/** Wraps a handler: a command whose signed request was answered before gets that answer, and is not carried out. */
export function carriedOutOnce<Of extends Command & CarriesOutRequest>(carryOut: Handler<Of>): Handler<Of> {
  return (state, command, answer, out) => once(state, command, answer, out, carryOut);
}

function once<Of extends Command & CarriesOutRequest>(
  state: State,
  command: Of,
  answer: Answer,
  out: Listener,
  carryOut: Handler<Of>,
): void {
  const { account, request } = command;
  if (request === undefined || request === null) return carryOut(state, command, answer, out);
  if (refusesAccount(state, account, answer)) return;
  const { signedRequests } = state;
  const owner = state.accounts.owner(account);
  signedRequests.forget(owner, state.now);
  const known = signedRequests.find(owner, request.digest);
  if (known !== undefined) return repeat(known, account, answer);
  if (signedRequests.mayBeForgotten(owner, request)) {
    answer.rejection = rejection("duplicate", {}, "the request may have been answered before: sign it anew");
    return;
  }

  carryOut(state, command, answer, out);
  const { rejection: refused, created, transferred } = answer;
  signedRequests.remember(owner, { ...request, account, at: state.now, rejection: refused, created, transferred });
}

function repeat(known: AnsweredRequest, account: AccountNumber, answer: Answer): void {
  // A key signs for all accounts of its owner, so the same signature is valid for each of them.
  if (known.account !== account) {
    answer.rejection = rejection("duplicate", {}, "the request was answered before, for another account: sign it anew");
    return;
  }
  answer.replayed = true;
  answer.firstAnsweredAt = known.at;
  answer.rejection = known.rejection;
  answer.created = known.created;
  answer.transferred = known.transferred;
}
