// Transfers between accounts. Rules 9.5, errors 8.6.

import { type EngineReader, INSURANCE, micros } from "@evermark/engine";
import { funds } from "@evermark/interface/funds/funds.ts";
import { listed, pageOf, spanOf } from "../../http/envelope/list.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import { refusal } from "../../wire/api-error.ts";
import { fromMicros, MONEY_DECIMALS, parseDecimal } from "../../wire/decimals.ts";
import { assetNonce } from "./settlement.ts";

const TOKEN = "USDC";
const BY_KEY = 0;

const transfer = bind(funds.transfer, async (context) => {
  const { venue, caller, body } = context;
  if (body.token !== TOKEN) throw refusal("token_not_supported");
  const receivers = body.receiver_list.map(({ account_id, amount }) => {
    const account = venue.engine.findAccount(account_id);
    // The venue's own accounts cannot receive either; an unknown account is passed as one of them, so that the refusal
    // keeps its place among the checks.
    return { account: account < 0 ? INSURANCE : account, amount: amountOf(amount) };
  });
  const sent = await context.submit({
    type: "transfer_funds",
    account: caller.account,
    receivers,
    nonce: BY_KEY,
  });
  return { internal_transfer_request_id: sent.created };
});

/** @throws {ApiError} 5 for anything but a positive amount in whole millionths */
function amountOf(amount: number | string) {
  const read = parseDecimal(amount, MONEY_DECIMALS);
  if (read.kind !== "exact" || read.value <= 0) throw refusal("amount_error", undefined, { amount: String(amount) });
  return micros(read.value);
}

const getTransferNonce = bind(funds.getTransferNonce, async (context) => ({
  transfer_nonce: await assetNonce(context, context.caller, "transfer"),
}));

const getTransfers = bind(funds.getTransfers, async ({ venue, caller, query }) => {
  const page = pageOf(query);
  const { engine } = venue;
  const { side } = query;
  // A transfer is complete when it is answered, so no other state matches.
  if (query.status !== undefined && query.status !== "COMPLETED") return listed({ rows: [], total: 0 }, page);
  const named = { IN: query.to_account_id, OUT: query.from_account_id }[side];
  if (named !== undefined && engine.findAccount(named) !== caller.account) return listed({ rows: [], total: 0 }, page);
  const otherId = side === "OUT" ? query.to_account_id : query.from_account_id;
  const family = familyOf(engine, caller.account);
  const others = otherId === undefined ? undefined : [engine.findAccount(otherId)];
  const found = await venue.history.transfers(
    {
      ...{ account: caller.account, side, ...spanOf(query), ...page },
      others: query.main_sub_only === true ? family.filter((account) => others?.includes(account) ?? true) : others,
      notOthers: query.main_sub_only === false ? family : undefined,
    },
    venue.sequencer.appliedPosition,
  );
  const rows = found.rows.map((row) => ({
    id: String(row.transferId),
    internal_transfer_request_id: row.requestId,
    token: TOKEN,
    amount: fromMicros(row.amount),
    from_account_id: engine.account(row.from).accountId,
    to_account_id: engine.account(row.to).accountId,
    status: "COMPLETED" as const,
    created_time: row.at,
    updated_time: row.at,
  }));
  return listed({ rows, total: found.total }, page);
});

/** A main account and its sub-accounts. */
function familyOf(engine: EngineReader, account: number): number[] {
  const main = engine.account(account).mainAccount;
  return [main, ...engine.subAccounts(main)];
}

export const transferBindings: readonly Binding[] = [transfer, getTransferNonce, getTransfers];
