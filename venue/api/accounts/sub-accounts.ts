// Sub-accounts: opened, listed and described by the main account, and added up with it. Rules 9.6, errors 8.5.

import type { Submitted } from "@evermark/core";
import { subAccounts } from "@evermark/interface/accounts/sub-accounts.ts";
import { subAccountIdOf } from "@evermark/interface/chain/account-id.ts";
import { type Binding, bind, type Submitting } from "../../http/routes/binding.ts";
import { AccountDay } from "../../statistics/day-result.ts";
import type { Venue } from "../../venue.ts";
import { invalid, refusal, refusalOf } from "../../wire/api-error.ts";
import { presentHolding } from "./account.ts";
import { presentPosition } from "./present-margin.ts";

const addSubAccount = bind(subAccounts.addSubAccount, async (context) => {
  const { caller, body } = context;
  const description = body.description ?? "";
  const { number, accountId } = await openSubAccount(context, caller.account, description);
  return { sub_account_id: number, description, account_id: accountId };
});

/** A sub-account's id follows from its number. When two are opened at once, the one refused tries again with the next number. */
export async function openSubAccount(context: Submitting, main: number, description: string) {
  const { engine } = context.venue;
  for (;;) {
    const number = engine.subAccounts(main).length + 1;
    const accountId = subAccountIdOf(engine.account(main).accountId, number);
    const opened: Submitted = await context.attempt({
      type: "add_sub_account",
      account: main,
      number,
      accountId,
      description,
    });
    if (opened.rejection === null) return { number, accountId };
    if (engine.subAccounts(main).length < number) throw refusalOf(opened.rejection);
  }
}

const getSubAccounts = bind(subAccounts.getSubAccounts, ({ venue: { engine }, caller }) => ({
  main_account_id: engine.account(caller.account).accountId,
  rows: engine.subAccounts(caller.account).map((account) => {
    const { accountId, description } = engine.account(account);
    return { sub_account_id: accountId, description };
  }),
}));

const updateSubAccount = bind(subAccounts.updateSubAccount, async (context) => {
  const { venue, caller, body } = context;
  const subAccount = subAccountOf(venue, caller.account, body.sub_account_id);
  const description = body.description ?? "";
  await context.submit({ type: "describe_sub_account", account: caller.account, subAccount, description });
  return undefined;
});

/** Finds a sub-account by its account_id or by its number. @throws {ApiError} -1006 */
function subAccountOf({ engine }: Venue, main: number, named: string | number): number {
  if (named === "") throw invalid("sub_account_id must not be blank");
  const subs = engine.subAccounts(main);
  const isNumber = /^[0-9]{1,9}$/.test(String(named));
  const found = isNumber
    ? subs[Number(named) - 1]
    : subs.find((account) => account === engine.findAccount(String(named)));
  if (found === undefined) throw refusal("not_found", "the sub-account does not exist");
  return found;
}

const getAggregateHolding = bind(subAccounts.getAggregateHolding, async ({ venue, caller }) => {
  const accounts = [caller.account, ...venue.engine.subAccounts(caller.account)];
  const rows = accounts.map(async (account) => ({
    account_id: venue.engine.account(account).accountId,
    ...(await presentHolding(venue, account)),
  }));
  return { rows: await Promise.all(rows) };
});

const getAggregatePositions = bind(subAccounts.getAggregatePositions, ({ venue, caller }) => {
  const { engine } = venue;
  const accounts = [caller.account, ...engine.subAccounts(caller.account)];
  const rows = accounts.flatMap((account) => {
    const day = new AccountDay(venue, account);
    const account_id = engine.account(account).accountId;
    return day.positions.map((position) => ({ account_id, ...presentPosition(engine, position, day.of(position)) }));
  });
  return { rows };
});

export const subAccountBindings: readonly Binding[] = [
  addSubAccount,
  getSubAccounts,
  updateSubAccount,
  getAggregateHolding,
  getAggregatePositions,
];
