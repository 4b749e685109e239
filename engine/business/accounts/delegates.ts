// Delegate signers: whose signature counts for the account of a contract wallet. A contract cannot sign; it announces a signer
// on the chain, and the signer confirms it here. An account has one signer; a new one replaces the old one. Rules 9.6.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, BrokerNumber } from "../../base/units.ts";
import type { AnnounceDelegate, ConfirmDelegate, SetDelegateSigner } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { findBroker } from "../../permissions/find-broker.ts";
import { endKeysOf } from "../../permissions/keys/key-changes.ts";
import { refusesAccount } from "../../permissions/known-account.ts";
import { openFor } from "./registration.ts";

export const delegateHandlers = handlers({
  announce_delegate: announceDelegate,
  confirm_delegate: confirmDelegate,
  set_delegate_signer: setDelegateSigner,
});

function announceDelegate(state: State, command: AnnounceDelegate, answer: Answer): void {
  const { accountId, signer, transaction, block, logIndex } = command;
  const last = state.delegateAnnouncements.find(accountId);
  const isLater = last === undefined || block > last.block || (block === last.block && logIndex > last.logIndex);
  if (!isLater) {
    answer.rejection = rejection("duplicate", { block: last.block }, "the announcement is known, or a later one is");
    return;
  }
  state.delegateAnnouncements.set(accountId, { signer, transaction, block, logIndex });
}

function confirmDelegate(state: State, command: ConfirmDelegate, answer: Answer, out: Listener): void {
  const { accountId, contract, signer } = command;
  const broker = findBroker(state, command.brokerId);
  const known = state.accounts.find(accountId);
  answer.rejection = refuseConfirmation(state, command, broker, known);
  if (answer.rejection !== null) return;

  const account = known === NONE ? openFor(state, broker, { accountId, wallet: contract }, out) : known;
  state.funds.openedByDeposit.delete(account);
  const former = state.accounts.delegateSigner(account);
  // The former signer may have been replaced as untrustworthy, so all keys of the account end.
  if (former !== "" && former !== signer) endKeysOf(state, account, out);
  state.accounts.setDelegateSigner(account, signer);
  answer.created = account;
  out.account({ type: "settings_changed", account, at: state.now });
}

function refuseConfirmation(
  state: State,
  { accountId, brokerId, signer, transaction }: ConfirmDelegate,
  broker: BrokerNumber,
  known: AccountNumber,
): Rejection | null {
  if (broker === NONE) return rejection("not_found", { broker_id: brokerId }, "BrokerId is not exist");
  const announced = state.delegateAnnouncements.find(accountId);
  if (announced === undefined || announced.transaction !== transaction) {
    return rejection("not_found", {}, "the contract's last word on who signs for it is not in this transaction");
  }
  if (announced.signer !== signer) return rejection("signer_mismatch");
  // An account belongs to a wallet or to a contract: whatever the chain announces, no signer replaces a wallet that
  // signs for itself. A deposit may have opened the account of either.
  const isTaken = known !== NONE && !state.funds.openedByDeposit.has(known);
  const isWallets = isTaken && state.accounts.delegateSigner(known) === "";
  return isWallets ? rejection("refused", {}, "the account was opened by its own wallet, which signs for it") : null;
}

function setDelegateSigner(state: State, command: SetDelegateSigner, answer: Answer, out: Listener): void {
  const { account, signer } = command;
  if (refusesAccount(state, account, answer)) return;
  if (state.accounts.isSubAccount(account)) {
    answer.rejection = rejection("refused", {}, "a sub-account follows its main account's signer");
    return;
  }
  state.accounts.setDelegateSigner(account, signer);
  out.account({ type: "settings_changed", account, at: state.now });
}
