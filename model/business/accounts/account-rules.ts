// Registration of builders and accounts. Rules 8.2, 9.1, 9.2.

import type { AddBroker, OpenAccount } from "@evermark/engine";
import { addBrokerFees } from "../../money/fees/fee-tiers.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { systemAccount } from "../../state/records/naive-account.ts";
import { newAccount } from "./new-accounts.ts";

export const accountRules = naiveRules({
  add_broker: addBroker,
  open_account: openAccount,
});

function addBroker(state: NaiveState, { brokerId, takerFee, makerFee }: AddBroker): Outcome {
  if (state.brokers.some((broker) => broker.brokerId === brokerId)) return { rejection: "duplicate" };
  if (!addBrokerFees(state, BigInt(takerFee), BigInt(makerFee))) return { rejection: "invalid_parameter" };
  const fees = systemAccount(`FEE_BUILDER:${brokerId}`, state.markets.length);
  state.brokers.push({ brokerId, fees });
  return {};
}

function openAccount(state: NaiveState, command: OpenAccount): Outcome {
  const { accountId, wallet } = command;
  const broker = state.brokers.findIndex((each) => each.brokerId === command.brokerId);
  if (broker < 0) return { rejection: "not_found" };
  const known = state.accounts.find((each) => each.accountId === accountId)?.number;
  const isFree = known === undefined || (!command.forDeposit && state.funds.openedByDeposit.includes(known));
  if (!isFree) return { rejection: "duplicate" };
  const number = known ?? state.accounts.length;
  if (command.forDeposit) state.funds.openedByDeposit.push(number);
  else state.funds.openedByDeposit = state.funds.openedByDeposit.filter((each) => each !== number);
  if (known === undefined) state.accounts.push(newAccount(state, { accountId, wallet, broker, main: number }));
  return {};
}
