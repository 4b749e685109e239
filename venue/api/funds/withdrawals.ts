// Withdrawals, and the history of deposits and withdrawals. An accepted withdrawal is PENDING until the chain pays it,
// however long the chain is unreachable, short of funds or paused: its amount is frozen, and it is paid once. Interface
// 4.6 and 5.4, rules 9.3 and 9.8, errors 8.6.

import { micros } from "@evermark/engine";
import { withdrawTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { funds } from "@evermark/interface/funds/funds.ts";
import type { QueryOf } from "@evermark/interface/rows/endpoint.ts";
import type { TypedDataDefinition } from "viem";
import { brokerOf, isBrokerAdmin } from "../../auth/keys/broker-admin.ts";
import { estimateOf } from "../../chain/view/estimate.ts";
import type { AssetRow } from "../../history/index.ts";
import { listed, pageOf, spanOf } from "../../http/envelope/list.ts";
import { type Binding, bind, type Submitting } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { refusal } from "../../wire/api-error.ts";
import { assetRowOf, depositIdOf, TOKEN } from "../../wire/asset-row.ts";
import { fromMicros } from "../../wire/decimals.ts";
import { amountOf, countedAmount, domainOf, requireFundsMessage, requireWithdrawalContract } from "./funds-message.ts";
import { assetNonce } from "./settlement.ts";

const getWithdrawNonce = bind(funds.getWithdrawNonce, async (context) => {
  const { venue, caller } = context;
  const { accountId } = venue.engine.account(caller.account);
  const next = () => assetNonce(context, caller, "withdraw");
  let nonce = await next();
  // A journal that continues from an older copy has forgotten nonces that the vault already counted.
  while (await venue.chain?.isNonceUsed(accountId, nonce))
    nonce = caller.scopes.has("asset") ? await next() : nonce + 1;
  return { withdraw_nonce: nonce };
});

const requestWithdrawal = bind(funds.requestWithdrawal, async (context) => {
  const { venue, caller, body, request } = context;
  const asked = { ...body, account: caller.account, from: request.ip };
  return withdraw(context, asked, (signed) => withdrawTypedData(signed, domainOf(venue)));
});

/** A withdrawal as it was requested. */
interface AskedWithdrawal {
  readonly account: number;
  readonly message: Omit<Signed, "amount" | "withdrawNonce" | "timestamp"> & {
    readonly chainType?: unknown;
    readonly amount: unknown;
    readonly withdrawNonce: number | string;
    readonly timestamp: number | string;
    readonly allowCrossChainWithdraw?: boolean;
  };
  readonly signature: string;
  readonly userAddress: string;
  readonly verifyingContract: string;
  /** The required signer, in lower case; by default the account's wallet. */
  readonly signer?: string;
  /** The IP address that the request came from. */
  readonly from: string;
}

type Signed = Parameters<typeof withdrawTypedData>[0];

/**
 * Checks a withdrawal in the order of errors 8.6, and submits it.
 * @param dataOf the typed data that must have been signed
 */
export async function withdraw(
  context: Submitting,
  asked: AskedWithdrawal,
  dataOf: (signed: Signed) => TypedDataDefinition,
): Promise<{ withdraw_id: number }> {
  const { venue } = context;
  const { account, message } = asked;
  const { brokerId, chainId, token } = message;
  requireWithdrawalContract(asked.verifyingContract);
  const amount = amountOf(message.amount);
  const withdrawNonce = Number(message.withdrawNonce);
  // In lower case, because the checksum's spelling is not part of the signed message.
  const receiver = message.receiver.toLowerCase();
  const signed = { brokerId, chainId, receiver, token, amount, withdrawNonce, timestamp: Number(message.timestamp) };
  const { wallet } = venue.engine.account(account);
  const data = () => {
    // A receiver that is no address could not be encoded for the signature check.
    if (!/^0x[0-9a-f]{40}$/.test(receiver)) throw refusal("invalid_receiver");
    return dataOf(signed);
  };
  await requireFundsMessage(venue, account, { ...asked, data }, () => {
    if (receiver !== wallet) throw refusal("invalid_receiver");
    if (chainId !== venue.configuration.chainId) {
      throw refusal(message.allowCrossChainWithdraw === true ? "chain_not_supported" : "cross_chain_not_allowed");
    }
    if (token !== TOKEN) throw refusal("token_not_supported");
  });
  const requested = await context.submit({
    type: "request_withdrawal",
    account,
    amount: micros(countedAmount(amount)),
    fee: venue.configuration.chain.withdrawFee,
    nonce: withdrawNonce,
    chainId,
    receiver,
    proof: { signature: forContracts(asked.signature), signedAt: signed.timestamp, signer: asked.signer ?? "" },
  });
  return { withdraw_id: requested.created };
}

/** Some wallets write 0 and 1 where contracts read 27 and 28. */
function forContracts(signature: string): string {
  const [head, last] = [signature.slice(0, -2).toLowerCase(), signature.slice(-2).toLowerCase()];
  return head + (last === "00" ? "1b" : last === "01" ? "1c" : last);
}

const getAssetHistory = bind(funds.getAssetHistory, async ({ venue, caller, query }) => {
  const page = pageOf(query);
  const { token, side, status } = query;
  if (token !== undefined && token !== TOKEN) return listed({ rows: [], total: 0 }, page);
  const states = status === undefined ? undefined : STATES[status];
  const filter = { account: caller.account, side, states, ...spanOf(query), ...page };
  const found = await venue.history.assets(filter, venue.sequencer.appliedPosition);
  return listed({ rows: found.rows.map((row) => rowOf(venue, row)), total: found.total }, page);
});

/** The states that each word of the filter selects. Vault 9.1. */
const STATES: Readonly<Record<NonNullable<QueryOf<typeof funds.getAssetHistory>["status"]>, AssetRow["state"][]>> = {
  NEW: ["PENDING"],
  CONFIRM: ["PENDING"],
  PENDING: ["PENDING"],
  PENDING_REBALANCE: ["PENDING_REBALANCE"],
  PROCESSING: ["PROCESSING", "PROCESSED"],
  COMPLETED: ["COMPLETED"],
  FAILED: ["FAILED"],
};

function rowOf(venue: Venue, row: AssetRow) {
  const { side, chainKey: key, reference, createdAt } = row;
  const id = side === "DEPOSIT" ? depositIdOf({ key, reference, createdAt }) : String(row.id);
  const chainId = row.chainId === 0 ? venue.configuration.chainId : row.chainId;
  const estimate = estimateOf(venue, { ...row, key, chainId });
  return assetRowOf({ ...row, ...estimate, id, chainId });
}

const getDistributions = bind(funds.getDistributions, async ({ venue, caller, query }) => {
  const page = pageOf(query);
  if (query.status !== undefined && query.status !== "COMPLETED") return listed({ rows: [], total: 0 }, page);
  // The filter and the rows spell the referrer's kind differently.
  const kind = query.type === "REFERRER_REBATE" ? "REFERRAL_REBATE" : query.type;
  const found = await venue.history.distributions(
    {
      accounts: accountsOf(venue, caller.account),
      kinds: kind === undefined ? undefined : [kind],
      ...spanOf(query),
      ...page,
    },
    venue.sequencer.appliedPosition,
  );
  const rows = found.rows.map((row) => ({
    id: row.distributionId,
    token: TOKEN,
    type: row.kind,
    amount: fromMicros(row.amount),
    status: "COMPLETED" as const,
    created_time: row.at,
    updated_time: row.at,
  }));
  return listed({ rows, total: found.total }, page);
});

/** The account itself, and for a builder's administrator also the builder's fee account. */
function accountsOf(venue: Venue, account: number): number[] {
  if (!isBrokerAdmin(venue, account)) return [account];
  return [account, venue.engine.fees.broker(brokerOf(venue, account)).feeAccount];
}

export const withdrawalBindings: readonly Binding[] = [
  getWithdrawNonce,
  requestWithdrawal,
  getAssetHistory,
  getDistributions,
];
