// A withdrawal from an account to its wallet: the wallet signs, the venue accepts, and the withdrawal is followed to the
// transaction that pays it. A trader who comes back later, or on another page, can follow it by its id alone.
// Interface 4.6 and 5.4.

import { delegates } from "@evermark/interface/accounts/delegates.ts";
import {
  delegateWithdrawTypedData,
  fundsDomain,
  WITHDRAWAL_CONTRACT,
  withdrawTypedData,
} from "@evermark/interface/chain/wallet-messages.ts";
import { funds } from "@evermark/interface/funds/funds.ts";
import type { BodyOf } from "@evermark/interface/rows/endpoint.ts";
import { errors } from "@evermark/interface/rows/errors.ts";
import type { TypedDataDefinition } from "viem";
import { signTypedData } from "viem/actions";
import { type DecimalInput, unitsOf } from "../decimal.ts";
import { AnswerLost, ApiError } from "../rest/failures.ts";
import type { RestClient } from "../rest/rest-client.ts";
import type { Wallet } from "../signing/wallet.ts";
import { ChainError } from "./chain-error.ts";
import { type ChainFacts, chainAccount, chainFacts } from "./chain-facts.ts";
import { signed, withChainErrors } from "./chain-failures.ts";
import { type ChainWallet, openWallet } from "./chain-wallet.ts";
import { LOOKS_FOR_UNKNOWN, type Patience, unlessAborted, until } from "./patience.ts";

/** The largest size of one page of the asset history. */
const HISTORY_ROWS = 500;

export type WithdrawalProgress =
  /** The wallet is asked to sign. */
  | { readonly step: "signing" }
  /** The venue has accepted it: the amount has left the balance and waits to be paid. */
  | { readonly step: "accepted"; readonly withdrawId: number }
  /** It will be paid once the vault has been refilled. */
  | { readonly step: "waiting"; readonly withdrawId: number }
  /** Its transaction has been sent; another one may replace it. Reported again when the expected time of arrival changes. */
  | {
      readonly step: "sent";
      readonly withdrawId: number;
      readonly transaction: string;
      /** Expected arrival, in milliseconds since 1970; null while unknown. Above the vault's cap it is hours ahead. */
      readonly estimatedAt: number | null;
    }
  | { readonly step: "paid"; readonly withdrawId: number; readonly transaction: string };

interface WithdrawalFollowing extends Patience {
  /** A client with credentials of the account. */
  readonly client: { readonly rest: RestClient };
  readonly onProgress?: ((progress: WithdrawalProgress) => void) | undefined;
}

export interface WithdrawOptions extends WithdrawalFollowing {
  /** The wallet of the account; one that can only sign is enough. */
  readonly wallet: ChainWallet | Wallet;
  /** The amount that leaves the balance, in USDC; the wallet gets it less the fee. */
  readonly amount: DecimalInput;
  /** Address of the contract that owns the account. The wallet is then the contract's signer, and the contract is paid. */
  readonly contract?: string | undefined;
}

export interface Withdrawn {
  readonly withdrawId: number;
  /** Hash of the transaction that paid the withdrawal. */
  readonly transaction: string;
  /** The amount that the wallet got, in USDC. */
  readonly received: number;
}

/**
 * Withdraws to the account's wallet, or to the contract that owns the account, and resolves when it is paid.
 * @throws {ChainError} with a `reason`; {ApiError} when the venue refuses; {AnswerLost} when it is unknown whether the
 *   venue has accepted it: the asset history shows; the signal's reason: a withdrawal accepted by then is paid all the same,
 *   and can be followed
 */
export async function withdraw(options: WithdrawOptions): Promise<Withdrawn> {
  const { client, signal, onProgress = ignore } = options;
  const facts = await chainFacts(client.rest, { signal });
  const account = await chainAccount(client.rest, { signal });
  const amount = unitsOf(options.amount, facts.decimals);
  const wallet = await unlessAborted(signerOf(options.wallet, facts), signal);
  const receiver = (options.contract ?? wallet.address).toLowerCase();
  if (receiver !== account.wallet.toLowerCase()) {
    const whose = options.contract === undefined ? "wallet" : "contract";
    throw new ChainError("wrong_account", `the ${whose} is ${receiver}; the account is that of ${account.wallet}`);
  }
  onProgress({ step: "signing" });
  const { withdraw_nonce: withdrawNonce } = await client.rest.call(funds.getWithdrawNonce, {}, { signal });
  const message: Message = {
    brokerId: account.brokerId,
    chainId: facts.chainId,
    receiver,
    token: "USDC",
    amount,
    withdrawNonce,
    // The venue's time, learned from an earlier answer: a sandbox may be hours ahead.
    timestamp: client.rest.clock.now(),
  };
  const domain = fundsDomain(facts.withdrawDomain, facts.chainId);
  const { contract } = options;
  const data =
    contract === undefined
      ? withdrawTypedData(message, domain)
      : delegateWithdrawTypedData({ delegateContract: contract, ...message }, domain);
  const signature = await withChainErrors(signed(wallet.signTypedData(data), signal));
  signal?.throwIfAborted();
  const proof = { signature, userAddress: wallet.address, verifyingContract: WITHDRAWAL_CONTRACT };
  const ask = () => askFor(client.rest, message, proof, contract);
  // From here on the caller must learn what became of the request, so the signal no longer ends it.
  const withdrawId = await requested(client.rest, ask);
  onProgress({ step: "accepted", withdrawId });
  return followWithdrawal({ ...options, withdrawId });
}

export interface FollowWithdrawalOptions extends WithdrawalFollowing {
  readonly withdrawId: number;
}

/**
 * Follows a withdrawal that the venue has accepted, until it is paid.
 * @throws {ChainError} refunded, unknown
 */
export async function followWithdrawal(options: FollowWithdrawalOptions): Promise<Withdrawn> {
  const { client, withdrawId, signal, onProgress = ignore } = options;
  let said: WithdrawalProgress | undefined;
  let looks = 0;
  return until(async () => {
    const row = (await withdrawals(client.rest, signal)).find(({ id }) => id === String(withdrawId));
    if (row === undefined) {
      // The history lags a moment behind the acceptance.
      if (++looks < LOOKS_FOR_UNKNOWN) return undefined;
      throw new ChainError("unknown", `the account has no withdrawal ${withdrawId} among its latest ${HISTORY_ROWS}`);
    }
    const { trans_status: state, tx_id: transaction } = row;
    if (state === "FAILED") {
      const why = `withdrawal ${withdrawId} was not paid: ${row.amount} USDC are in the balance again`;
      throw new ChainError("refunded", why, { transaction: transaction === "" ? undefined : transaction });
    }
    const progress = progressOf(withdrawId, row);
    if (progress !== undefined && !isSame(progress, said)) {
      said = progress;
      onProgress(progress);
    }
    if (state !== "COMPLETED") return undefined;
    return { withdrawId, transaction, received: (Math.round(row.amount * 1e6) - Math.round(row.fee * 1e6)) / 1e6 };
  }, options);
}

const ignore = () => {};

type Row = Awaited<ReturnType<typeof withdrawals>>[number];

function progressOf(withdrawId: number, row: Row): WithdrawalProgress | undefined {
  const { trans_status: state, tx_id: transaction, estimated_time: estimatedAt } = row;
  if (state === "COMPLETED") return { step: "paid", withdrawId, transaction };
  if (state === "PENDING_REBALANCE") return { step: "waiting", withdrawId };
  return transaction === "" ? undefined : { step: "sent", withdrawId, transaction, estimatedAt };
}

/** Estimates fluctuate; smaller changes are not reported. */
const ESTIMATE_MOVED_MS = 60_000;

function isSame(a: WithdrawalProgress, b: WithdrawalProgress | undefined): boolean {
  if (b === undefined || a.step !== b.step) return false;
  if (a.step !== "sent" || b.step !== "sent") return true;
  if (a.transaction !== b.transaction || (a.estimatedAt === null) !== (b.estimatedAt === null)) return false;
  return Math.abs((a.estimatedAt ?? 0) - (b.estimatedAt ?? 0)) < ESTIMATE_MOVED_MS;
}

async function withdrawals(rest: RestClient, signal?: AbortSignal) {
  const query = { side: "WITHDRAW", size: HISTORY_ROWS } as const;
  return (await rest.call(funds.getAssetHistory, { query }, { signal })).rows;
}

type Message = Parameters<typeof withdrawTypedData>[0];
type Proof = Omit<BodyOf<typeof funds.requestWithdrawal>, "message">;

async function askFor(rest: RestClient, { amount, ...terms }: Message, proof: Proof, contract: string | undefined) {
  const sent = { ...terms, amount: String(amount) };
  const { withdraw_id: id } =
    contract === undefined
      ? await rest.call(funds.requestWithdrawal, { body: { message: { ...sent, chainType: "EVM" }, ...proof } })
      : await rest.call(delegates.requestWithdrawal, {
          body: { message: { delegateContract: contract, ...sent }, ...proof },
        });
  return id;
}

/**
 * Requests the withdrawal, and once more with the same nonce when the answer is lost: the venue accepts a nonce only once.
 * @returns the withdrawal's id
 */
async function requested(rest: RestClient, ask: () => Promise<number>): Promise<number> {
  const before = (await withdrawals(rest)).map(({ id }) => id);
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AnswerLost)) throw error;
    const again = await ask().catch((refusal: unknown) => refusal);
    if (typeof again === "number") return again;
    // The nonce is used up: the first request was carried out.
    const isTaken = again instanceof ApiError && again.code === errors.invalid_nonce.code;
    const [taken] = isTaken ? (await withdrawals(rest)).filter(({ id }) => !before.includes(id)) : [];
    if (taken === undefined) throw error;
    return Number(taken.id);
  }
}

/**
 * A wallet that only signs needs no chain; others are first asked to switch to the venue's, since some sign only for the
 * chain that they are on.
 */
async function signerOf(wallet: ChainWallet | Wallet, facts: ChainFacts): Promise<Wallet> {
  if (!("request" in wallet)) return wallet;
  const open = await withChainErrors(openWallet(wallet, facts));
  return {
    address: open.account.address,
    signTypedData: (data: TypedDataDefinition) => signTypedData(open, { account: open.account, ...data }),
  };
}
