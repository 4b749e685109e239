// Sub-accounts of a main account: their own balance, orders, rows and leverage, but one owner, so that they never trade
// with each other. Rules 9.1, 9.6.

import { NONE } from "../../base/storage/int-map.ts";
import { ACCOUNT_COMMANDS } from "../../language/commands/account-commands.ts";
import type { AddSubAccount, DescribeSubAccount } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { boundsOf } from "../../language/field.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { applyRates } from "../../money/fees/effective-rates.ts";
import { refusesAccount } from "../../permissions/known-account.ts";

const { most: SUB_ACCOUNTS_MAX } = boundsOf(ACCOUNT_COMMANDS.add_sub_account.fields.number);
const { most: DESCRIPTION_LENGTH_MAX } = boundsOf(ACCOUNT_COMMANDS.add_sub_account.fields.description);

export const subAccountHandlers = handlers({
  add_sub_account: addSubAccount,
  describe_sub_account: describeSubAccount,
});

function addSubAccount(state: State, command: AddSubAccount, answer: Answer, out: Listener): void {
  const { account: main, accountId, description } = command;
  if (refusesAccount(state, main, answer)) return;
  answer.rejection = checkNew(state, command);
  if (answer.rejection !== null) return;
  answer.created = state.accounts.addSubAccount(accountId, main, description, state.now);
  applyRates(state, answer.created);
  out.account({ type: "opened", account: answer.created, at: state.now });
}

function checkNew(state: State, { account: main, number, accountId, description }: AddSubAccount): Rejection | null {
  if (state.accounts.isSubAccount(main)) return rejection("refused", {}, "a sub-account has no sub-accounts");
  const count = state.accounts.subAccounts(main).length;
  const refused = checkDescription(description);
  if (refused !== null) return refused;
  if (count >= SUB_ACCOUNTS_MAX) {
    return rejection("refused", { limit: SUB_ACCOUNTS_MAX }, `an account has at most ${SUB_ACCOUNTS_MAX} sub-accounts`);
  }
  if (number !== count + 1) {
    return rejection("invalid_parameter", { field: "number", value: number }, `the next sub-account is ${count + 1}`);
  }
  return state.accounts.find(accountId) === NONE
    ? null
    : rejection("duplicate", { account_id: accountId }, "account already exists");
}

function describeSubAccount(state: State, command: DescribeSubAccount, answer: Answer, out: Listener): void {
  const { account: main, subAccount, description } = command;
  if (refusesAccount(state, main, answer)) return;
  const owned = subAccount !== main && state.accounts.owner(subAccount) === main;
  answer.rejection = owned ? checkDescription(description) : rejection("not_found", {}, "sub-account does not exist");
  if (answer.rejection !== null) return;
  state.accounts.describe(subAccount, description);
  out.account({ type: "settings_changed", account: subAccount, at: state.now });
}

function checkDescription(description: string): Rejection | null {
  const { length } = description;
  if (length <= DESCRIPTION_LENGTH_MAX) return null;
  return rejection(
    "invalid_parameter",
    { field: "description", length },
    `description is invalid: ${length} characters, expected at most ${DESCRIPTION_LENGTH_MAX}`,
  );
}
