// Sub-accounts. Rules 9.1, 9.6.

import type { AddSubAccount, DescribeSubAccount } from "@evermark/engine";
import { subAccountsOf } from "../../permissions/vault-funds.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { newAccount } from "./new-accounts.ts";

const SUB_ACCOUNTS_MAX = 10;
const DESCRIPTION_MAX = 64;

export const subAccountRules = naiveRules({
  add_sub_account: addSubAccount,
  describe_sub_account: describeSubAccount,
});

function addSubAccount(state: NaiveState, command: AddSubAccount): Outcome {
  const main = state.accounts[command.account]!;
  const others = subAccountsOf(state, main.number);
  if (main.main !== main.number) return { rejection: "refused" };
  if (command.description.length > DESCRIPTION_MAX) return { rejection: "invalid_parameter" };
  if (others.length >= SUB_ACCOUNTS_MAX) return { rejection: "refused" };
  if (command.number !== others.length + 1) return { rejection: "invalid_parameter" };
  if (state.accounts.some((each) => each.accountId === command.accountId)) return { rejection: "duplicate" };
  const { broker, wallet } = main;
  const { accountId, description } = command;
  state.accounts.push({ ...newAccount(state, { accountId, wallet, broker, main: main.number }), description });
  return { created: state.accounts.length - 1 };
}

function describeSubAccount(state: NaiveState, command: DescribeSubAccount): Outcome {
  const { account, subAccount, description } = command;
  const isOwn = subAccountsOf(state, account).includes(subAccount);
  if (!isOwn) return { rejection: "not_found" };
  if (description.length > DESCRIPTION_MAX) return { rejection: "invalid_parameter" };
  state.accounts[subAccount]!.description = description;
  return {};
}
