// Withdrawals, and the history of what came and went. Without a chain to pay on, a withdrawal stays PENDING. Interface
// 4.6 and 5.4, rules 9.3 and 9.8, errors 8.6.

import { micros } from "@evermark/engine/units.ts";
import type { QueryOf } from "@evermark/interface/endpoint.ts";
import { funds } from "@evermark/interface/funds.ts";
import { withdrawTypedData } from "@evermark/interface/wallet-messages.ts";
import type { TypedDataDefinition } from "viem";
import { refusal } from "../../api-error.ts";
import { fromMicros } from "../../decimals.ts";
import type { WithdrawalRow } from "../../history/money-records.ts";
import type { LedgerRow } from "../../history/reader.ts";
import type { Venue } from "../../venue.ts";
import { type Binding, bind } from "../binding.ts";
import { brokerOf, isBrokerAdmin } from "../brokers/broker-admin.ts";
import { listed, pageOf, spanOf } from "../list.ts";
import { submitAccepted } from "../submit.ts";
import { amountOf, countedAmount, domainOf, requireFundsMessage, requireWithdrawalContract } from "./funds-message.ts";
import { assetNonce } from "./settlement.ts";

/** The one token. */
export const TOKEN = "USDC";
/** Kept out of each withdrawal. */
export const WITHDRAWAL_FEE = micros(1_000_000);

const getWithdrawNonce = bind(funds.getWithdrawNonce, async ({ venue, caller }) => ({
  withdraw_nonce: await assetNonce(venue, caller, "withdraw"),
}));

const requestWithdrawal = bind(funds.requestWithdrawal, async ({ venue, caller, body, request }) => {
  const asked = { ...body, account: caller.account, from: request.ip };
  return withdraw(venue, asked, (signed) => withdrawTypedData(signed, domainOf(venue)));
});

/** What was sent. */
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
  /** Who has to have signed, in lower case; default the account's wallet. */
  readonly signer?: string;
  /** The address that the request came from. */
  readonly from: string;
}

type Signed = Parameters<typeof withdrawTypedData>[0];

/**
 * Checks a withdrawal in the order of errors 8.6, and asks for it.
 * @param dataOf what must have been signed
 */
export async function withdraw(
  venue: Venue,
  asked: AskedWithdrawal,
  dataOf: (signed: Signed) => TypedDataDefinition,
): Promise<{ withdraw_id: number }> {
  const { account, message } = asked;
  const { brokerId, chainId, token } = message;
  requireWithdrawalContract(asked.verifyingContract);
  const amount = amountOf(message.amount);
  const withdrawNonce = Number(message.withdrawNonce);
  // In lower case: a checksum is nothing that is signed.
  const receiver = message.receiver.toLowerCase();
  const signed = { brokerId, chainId, receiver, token, amount, withdrawNonce, timestamp: Number(message.timestamp) };
  const { wallet } = venue.engine.account(account);
  const data = () => {
    // What is no address can't be signed as one.
    if (!/^0x[0-9a-f]{40}$/.test(receiver)) throw refusal("receiver");
    return dataOf(signed);
  };
  await requireFundsMessage(venue, account, { ...asked, data }, () => {
    if (receiver !== wallet) throw refusal("receiver");
    if (chainId !== venue.configuration.chainId) {
      throw refusal(message.allowCrossChainWithdraw === true ? "chain_not_supported" : "cross_chain_not_allowed");
    }
    if (token !== TOKEN) throw refusal("token_not_supported");
  });
  const requested = await submitAccepted(venue, {
    type: "request_withdrawal",
    account,
    amount: micros(countedAmount(amount)),
    fee: WITHDRAWAL_FEE,
    nonce: withdrawNonce,
    chainId,
    receiver,
  });
  return { withdraw_id: requested.created };
}

const getAssetHistory = bind(funds.getAssetHistory, async ({ venue, caller, query }) => {
  const page = pageOf(query);
  if (query.token !== undefined && query.token !== TOKEN) return listed({ rows: [], total: 0 }, page);
  const rows = await movements(venue, caller.account, query);
  const wanted = rows.filter((row) => query.status === undefined || row.trans_status === query.status);
  const start = (page.page - 1) * page.size;
  return listed({ rows: wanted.slice(start, start + page.size), total: wanted.length }, page);
});

/** Both kinds, newest first: accounts have few of either. */
async function movements(venue: Venue, account: number, query: QueryOf<typeof funds.getAssetHistory>) {
  const after = venue.sequencer.appliedPosition;
  const filter = { account, ...spanOf(query), page: 1, size: ALL };
  const deposits =
    query.side === "WITHDRAW" ? [] : (await venue.history.ledger({ ...filter, kinds: ["deposit"] }, after)).rows;
  const withdrawals = query.side === "DEPOSIT" ? [] : (await venue.history.withdrawals(filter, after)).rows;
  const rows = [...deposits.map((row) => depositRow(venue, row)), ...withdrawals.map(withdrawalRow)];
  return rows.sort((a, b) => b.created_time - a.created_time);
}

const ALL = 1_000_000;

function depositRow({ configuration }: Venue, { reference, amount, at }: LedgerRow) {
  return {
    id: reference,
    tx_id: "",
    side: "DEPOSIT" as const,
    token: TOKEN,
    amount: fromMicros(amount),
    fee: 0,
    trans_status: "COMPLETED" as const,
    created_time: at,
    updated_time: at,
    chain_id: String(configuration.chainId),
  };
}

function withdrawalRow(row: WithdrawalRow) {
  return {
    id: String(row.withdrawalId),
    tx_id: row.transaction,
    side: "WITHDRAW" as const,
    token: TOKEN,
    amount: fromMicros(row.amount),
    fee: fromMicros(row.fee),
    trans_status: row.state,
    created_time: row.createdAt,
    updated_time: row.updatedAt,
    chain_id: String(row.chainId),
  };
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

/** Also the builder's fee account, for its administrator. */
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
