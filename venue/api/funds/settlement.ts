// Settlement turns unsettled profit into balance. It is signed by a main account's wallet, or by the main account's key
// for a sub-account. Rules 4.5, 9.6 and 9.7, errors 8.6.

import { settlePnlTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { funds } from "@evermark/interface/funds/funds.ts";
import type { Caller } from "../../auth/keys/caller.ts";
import { listed, pageOf, spanOf } from "../../http/envelope/list.ts";
import { type Binding, bind, type Submitting } from "../../http/routes/binding.ts";
import { refusal } from "../../wire/api-error.ts";
import { fromMicros } from "../../wire/decimals.ts";
import { domainOf, requireFundsMessage, requireWithdrawalContract } from "./funds-message.ts";

const getSettleNonce = bind(funds.getSettleNonce, async (context) => ({
  settle_nonce: await issueNonce(context, context.caller.account, "settle"),
}));

/**
 * The account's next nonce of a kind that only a key with `asset` can use: handed out to such a key, only shown to
 * others, because a read-only key changes nothing. Rules 9.4.
 */
export async function assetNonce(
  context: Submitting,
  { account, scopes }: Caller,
  kind: "transfer" | "withdraw",
): Promise<number> {
  return scopes.has("asset") ? issueNonce(context, account, kind) : context.venue.engine.funds.nextNonce(account, kind);
}

/** Hands out the account's next nonce of a kind. Rules 9.4. */
async function issueNonce(
  context: Submitting,
  account: number,
  kind: "settle" | "transfer" | "withdraw",
): Promise<number> {
  const issued = await context.submit({ type: "issue_nonce", account, kind });
  return issued.created;
}

const settlePnl = bind(funds.settlePnl, async (context) => {
  const { venue, caller, body, request } = context;
  const { message } = body;
  requireWithdrawalContract(body.verifyingContract);
  const { brokerId, chainId } = message;
  const nonce = Number(message.settleNonce);
  const timestamp = Number(message.timestamp);
  const signed = { brokerId, chainId, settleNonce: nonce, timestamp };
  await requireFundsMessage(venue, caller.account, {
    ...body,
    from: request.ip,
    data: () => settlePnlTypedData(signed, domainOf(venue)),
  });
  return settle(context, caller.account, nonce);
});

const settleSubAccountPnl = bind(funds.settleSubAccountPnl, (context) => {
  const { caller, body } = context;
  if (caller.account === caller.ownerAccount) throw refusal("account_type_not_supported");
  return settle(context, caller.account, body.settle_nonce);
});

export async function settle(context: Submitting, account: number, nonce: number) {
  // The engine takes 0 to mean that no nonce was needed; 0 is never handed out.
  if (nonce === 0) throw refusal("invalid_nonce");
  const settled = await context.submit({ type: "settle_pnl", account, nonce });
  return { settle_pnl_id: settled.created };
}

const getSettlements = bind(funds.getSettlements, async ({ venue, caller, query }) => {
  const page = pageOf(query);
  const found = await venue.history.settlements(
    { account: caller.account, ...spanOf(query), ...page },
    venue.sequencer.appliedPosition,
  );
  const rows = found.rows.map((row) => ({
    id: row.settlementId,
    old_balance: fromMicros(row.holdingBefore),
    new_balance: fromMicros(row.holdingAfter),
    settled_amount: fromMicros(row.holdingAfter - row.holdingBefore),
    requested_time: row.at,
    settled_time: row.at,
    symbols: row.symbols.map(({ market, amount }) => ({
      symbol: venue.engine.market(market).parameters.symbol,
      settled_amount: fromMicros(amount),
    })),
  }));
  return listed({ rows, total: found.total }, page);
});

export const settlementBindings: readonly Binding[] = [getSettleNonce, settlePnl, settleSubAccountPnl, getSettlements];
