// Registration of builders and accounts. Interface 4.1, rules 8.1, 9.1.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, BrokerNumber } from "../../base/units.ts";
import type { AddBroker, OpenAccount } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { applyRates } from "../../money/fees/effective-rates.ts";
import { HIGHEST_FEE, lowestMakerFee, lowestTakerFee } from "../../money/fees/tiers.ts";
import { findBroker } from "../../permissions/find-broker.ts";

export const registrationHandlers = handlers({
  add_broker: addBroker,
  open_account: openAccount,
});

function addBroker(state: State, command: AddBroker, answer: Answer): void {
  const { brokerId, takerFee, makerFee } = command;
  if (findBroker(state, brokerId) !== NONE) {
    answer.rejection = rejection("duplicate", { broker_id: brokerId });
    return;
  }
  // The user pays at least what the venue keeps, and a new builder may not grant rebates (rules 8.1, 8.2).
  const takerWrong = takerFee < lowestTakerFee(0) || takerFee > HIGHEST_FEE;
  if (takerWrong || makerFee < lowestMakerFee(0) || makerFee > HIGHEST_FEE) {
    answer.rejection = rejection("invalid_parameter", { field: takerWrong ? "taker_fee" : "maker_fee" });
    return;
  }
  const broker = {
    id: brokerId,
    feeAccount: state.accounts.addSystem(`FEE_BUILDER:${brokerId}`),
    takerFee,
    makerFee,
    tier: 0,
    minimumTier: 0,
    volumeThisMonth: 0,
    volumeLastMonth: 0,
    firstAccount: NONE,
    transfersFreely: false,
    affiliatesEarnOnFees: false,
  };
  answer.created = state.brokers.push(broker) - 1;
}

function openAccount(state: State, command: OpenAccount, answer: Answer, out: Listener): void {
  const broker = findBroker(state, command.brokerId);
  if (broker === NONE) {
    answer.rejection = rejection("not_found", { broker_id: command.brokerId }, "BrokerId is not exist");
    return;
  }
  const forDeposit = command.forDeposit === true;
  const known = state.accounts.find(command.accountId);
  if (known === NONE) {
    answer.created = openFor(state, broker, command, out);
    if (forDeposit) state.funds.openedByDeposit.add(answer.created);
  } else if (!forDeposit && state.funds.openedByDeposit.has(known)) {
    state.funds.openedByDeposit.delete(known);
    answer.created = known;
  } else {
    answer.rejection = rejection("duplicate", { account_id: command.accountId }, "account already exists");
  }
}

/**
 * Opens an account that does not exist yet.
 * @returns its number
 */
export function openFor(
  state: State,
  broker: BrokerNumber,
  { accountId, wallet }: { readonly accountId: string; readonly wallet: string },
  out: Listener,
): AccountNumber {
  const account = state.accounts.addUser(accountId, wallet, broker, state.now);
  applyRates(state, account);
  if (state.brokers[broker]!.firstAccount === NONE) state.brokers[broker]!.firstAccount = account;
  out.account({ type: "opened", account, at: state.now });
  return account;
}
