// Setting rates: a builder's defaults, those of single accounts, and its minimum tier. Rules 8.1, 8.2. A new rate
// applies to executions after it.

import { decimalText } from "../../base/numbers/arithmetic.ts";
import type { AccountNumber, BrokerNumber, FeeE5 } from "../../base/units.ts";
import type {
  ResetAccountFees,
  SetAccountFees,
  SetBrokerFees,
  SetMinimumTier,
} from "../../language/commands/commands.ts";
import { FEE_COMMANDS } from "../../language/commands/fee-commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { boundsOf } from "../../language/field.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { Broker, State } from "../../memory/state.ts";
import { applyAllRates, applyRates } from "../../money/fees/effective-rates.ts";
import { HIGHEST_FEE, lowestMakerFee, lowestTakerFee, TIERS } from "../../money/fees/tiers.ts";
import { isUserAccount } from "../../permissions/known-account.ts";

const { most: ACCOUNTS_MAX } = boundsOf(FEE_COMMANDS.set_account_fees.fields.accounts);

export const rateHandlers = handlers({
  reset_account_fees: resetAccountFees,
  set_account_fees: setAccountFees,
  set_broker_fees: setBrokerFees,
  set_minimum_tier: setMinimumTier,
});

function setBrokerFees(state: State, command: SetBrokerFees, answer: Answer, out: Listener): void {
  const broker = state.brokers[command.broker];
  answer.rejection = broker === undefined ? unknownBroker(command.broker) : checkRates(broker, command);
  if (broker === undefined || answer.rejection !== null) return;
  broker.takerFee = command.takerFee;
  broker.makerFee = command.makerFee;
  applyAllRates(state, out);
}

function setAccountFees(state: State, command: SetAccountFees, answer: Answer, out: Listener): void {
  const broker = state.brokers[command.broker];
  answer.rejection =
    broker === undefined
      ? unknownBroker(command.broker)
      : (checkAccounts(state, command) ?? checkRates(broker, command));
  if (answer.rejection !== null) return;
  for (const { account } of command.accounts) {
    state.accounts.setOwnRates(account, 1);
    state.accounts.setOwnTakerFee(account, command.takerFee);
    state.accounts.setOwnMakerFee(account, command.makerFee);
    applyToOwner(state, account, out);
  }
}

function resetAccountFees(state: State, command: ResetAccountFees, answer: Answer, out: Listener): void {
  answer.rejection =
    state.brokers[command.broker] === undefined ? unknownBroker(command.broker) : checkAccounts(state, command);
  if (answer.rejection !== null) return;
  for (const { account } of command.accounts) {
    state.accounts.setOwnRates(account, 0);
    state.accounts.setOwnTakerFee(account, 0);
    state.accounts.setOwnMakerFee(account, 0);
    applyToOwner(state, account, out);
  }
}

function setMinimumTier(state: State, command: SetMinimumTier, answer: Answer, out: Listener): void {
  const { tier } = command;
  const broker = state.brokers[command.broker];
  if (broker === undefined || TIERS[tier] === undefined) {
    answer.rejection =
      broker === undefined
        ? unknownBroker(command.broker)
        : rejection("invalid_parameter", { field: "tier", value: tier }, `tier is invalid: ${tier}, expected 0 to 4`);
    return;
  }
  broker.minimumTier = tier;
  // A higher minimum tier applies at once; a lower one waits for midnight, when tiers are refreshed.
  broker.tier = Math.max(broker.tier, tier);
  applyAllRates(state, out);
}

/** Applies the rates of a main account to its sub-accounts that have none of their own. */
function applyToOwner(state: State, account: AccountNumber, out: Listener): void {
  for (const each of [account, ...state.accounts.subAccounts(account)]) {
    applyRates(state, each);
    out.account({ type: "settings_changed", account: each, at: state.now });
  }
}

function checkAccounts(state: State, command: SetAccountFees | ResetAccountFees): Rejection | null {
  const { accounts, broker } = command;
  if (accounts.length === 0 || accounts.length > ACCOUNTS_MAX) {
    const count = accounts.length;
    return rejection(
      "invalid_parameter",
      { field: "account_ids", value: count },
      `account_ids is invalid: ${count} accounts, expected 1 to ${ACCOUNTS_MAX}`,
    );
  }
  for (const { account } of accounts) {
    if (isUserAccount(state, account) && state.accounts.broker(account) === broker) continue;
    const isKnown = account >= 0 && account < state.accounts.used;
    const accountId = isKnown ? state.accounts.accountId(account) : "";
    return rejection("invalid_parameter", { field: "account_ids", value: accountId }, "an account of another builder");
  }
  return null;
}

interface Rates {
  readonly takerFee: FeeE5;
  readonly makerFee: FeeE5;
}

function checkRates(broker: Broker, { takerFee, makerFee }: Rates): Rejection | null {
  return (
    checkRate("taker_fee_rate", takerFee, lowestTakerFee(broker.tier)) ??
    checkRate("maker_fee_rate", makerFee, lowestMakerFee(broker.tier))
  );
}

function checkRate(field: string, rate: FeeE5, lowest: FeeE5): Rejection | null {
  if (rate >= lowest && rate <= HIGHEST_FEE) return null;
  const [value, from, to] = [rate, lowest, HIGHEST_FEE].map((each) => decimalText(each, 5));
  return rejection(
    "invalid_parameter",
    { field, value: value!, expected: `${from} to ${to}` },
    `${field} is invalid: ${value}, expected ${from} to ${to} in the builder's tier`,
  );
}

function unknownBroker(broker: BrokerNumber): Rejection {
  return rejection("not_found", { broker }, "BrokerId is not exist");
}
