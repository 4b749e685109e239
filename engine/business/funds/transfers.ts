// Transfers between accounts, without a fee and at once: all receivers or none. Rules 9.5. A key signature suffices within one
// owner or one wallet, or where the operator allows it; the wallet's own signature moves money to any account.

import { assert } from "../../base/fault.ts";
import { microsText } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber } from "../../base/units.ts";
import type { AllowTransfers, TransferFunds } from "../../language/commands/commands.ts";
import { FUND_COMMANDS } from "../../language/commands/fund-commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { boundsOf } from "../../language/field.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { refusesFrozen, refusesFund, refusesMoneyHalt } from "../../money/balance/guards.ts";
import { moveHolding } from "../../money/balance/holdings.ts";
import { useNonce } from "../../money/balance/wallet-nonces.ts";
import { withdrawable } from "../../money/margin/withdrawable.ts";
import { carriedOutOnce } from "../../permissions/keys/request-once.ts";
import { isUserAccount, refusesAccount } from "../../permissions/known-account.ts";
import { refuseLeaving } from "../../permissions/leaving.ts";

const { most: RECEIVERS_MAX } = boundsOf(FUND_COMMANDS.transfer_funds.fields.receivers);

export const transferHandlers = handlers({
  allow_transfers: allowTransfers,
  transfer_funds: carriedOutOnce(transferFunds),
});

function transferFunds(state: State, command: TransferFunds, answer: Answer, out: Listener): void {
  if (refusesAccount(state, command.account, answer)) return;
  answer.rejection = checkTransfer(state, command);
  if (answer.rejection !== null) return;

  const { account: from, receivers } = command;
  const requestId = ++state.funds.lastTransferRequestId;
  for (const { account: to, amount } of receivers) {
    const transferId = ++state.funds.lastTransferId;
    const reference = `transfer:${transferId}`;
    const both = state.accounts.holding(from) + state.accounts.holding(to);
    moveHolding(state, { account: from, amount: -amount, kind: "transfer_out", reference, market: NONE }, out);
    moveHolding(state, { account: to, amount, kind: "transfer_in", reference, market: NONE }, out);
    const after = state.accounts.holding(from) + state.accounts.holding(to);
    assert(amount > 0 && after === both, "a transfer moves money and makes none", { transferId, amount, both, after });
    out.funds({ type: "transferred", transferId, requestId, from, to, amount, at: state.now });
  }
  answer.created = requestId;
}

/** The checks in the order of errors 8.6. */
function checkTransfer(state: State, command: TransferFunds): Rejection | null {
  const { account, receivers, nonce } = command;
  return (
    (nonce === 0 ? null : useNonce(state, account, "transfer", nonce)) ??
    checkAmounts(state, account, receivers) ??
    (state.accounts.openWithdrawals(account) > 0 ? rejection("withdrawal_in_progress") : null) ??
    checkReceivers(state, command) ??
    checkDelegate(state, account) ??
    refusesFrozen(state, account) ??
    refuseLeaving(state, account) ??
    refusesFund(
      state,
      account,
      receivers.map((each) => each.account),
    ) ??
    refusesMoneyHalt(state)
  );
}

type Receivers = TransferFunds["receivers"];

function checkAmounts(state: State, account: AccountNumber, receivers: Receivers): Rejection | null {
  const wrong = receivers.find(({ amount }) => amount <= 0);
  if (wrong !== undefined) return rejection("amount_error", { amount: microsText(wrong.amount) });
  let total = 0;
  for (const { amount } of receivers) total += amount;
  const most = withdrawable(state, account);
  if (total <= most) return null;
  return rejection("amount_error", { amount: microsText(total), withdrawable: microsText(most) });
}

function checkReceivers(state: State, { account, receivers, nonce }: TransferFunds): Rejection | null {
  for (const { account: to } of receivers) {
    if (!isUserAccount(state, to)) return rejection("unknown_receiver");
  }
  if (receivers.some(({ account: to }) => to === account)) return rejection("transfer_to_self");
  for (const { account: to } of receivers) {
    const refused = nonce === 0 ? refusesRelation(state, account, to) : null;
    if (refused !== null) return refused;
  }
  if (receivers.length >= 1 && receivers.length <= RECEIVERS_MAX) return null;
  return rejection(
    "invalid_parameter",
    { field: "receiver_list", value: receivers.length },
    `receiver_list is invalid: ${receivers.length} receivers, expected 1 to ${RECEIVERS_MAX}`,
  );
}

/** The money of a contract's account leaves it only by withdrawals of its signer. */
function checkDelegate(state: State, account: AccountNumber): Rejection | null {
  const { accounts } = state;
  return accounts.delegateSigner(accounts.owner(account)) === ""
    ? null
    : rejection("refused", {}, "an account with a delegate signer makes no transfers");
}

/** Why a key may not move money from one account to another, or null. */
function refusesRelation(state: State, from: AccountNumber, to: AccountNumber): Rejection | null {
  const { accounts, brokers } = state;
  if (
    accounts.owner(from) === accounts.owner(to) ||
    accounts.transfersFreely(from) === 1 ||
    brokers[accounts.broker(from)]!.transfersFreely
  )
    return null;
  if (accounts.isSubAccount(from) || accounts.isSubAccount(to)) return rejection("foreign_sub_account");
  if (accounts.areOfOneWallet(from, to)) return null;
  return rejection("refused", {}, "a transfer to another owner's account needs the wallet's signature");
}

/** Sets which accounts' keys may transfer to any account, by the operator's command. */
function allowTransfers(state: State, command: AllowTransfers, answer: Answer, out: Listener): void {
  const { account, broker, allowed } = command;
  if ((account === -1) === (broker === -1)) {
    answer.rejection = rejection("invalid_parameter", { account, broker }, "name either an account or a builder");
    return;
  }
  if (broker !== -1) {
    const named = state.brokers[broker];
    if (named === undefined) answer.rejection = rejection("not_found", { broker }, "BrokerId is not exist");
    else named.transfersFreely = allowed;
    return;
  }
  if (refusesAccount(state, account, answer)) return;
  state.accounts.setTransfersFreely(account, allowed ? 1 : 0);
  out.account({ type: "settings_changed", account, at: state.now });
}
