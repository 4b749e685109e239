// A deposit from a wallet to its account: approve, deposit, and follow the transaction until the venue has credited it. A trader
// who comes back later, or on another page, can follow it by its transaction hash alone. Interface 4.6, vault 4 and 8.4.

import { brokerHashOf } from "@evermark/interface/chain/account-id.ts";
import { tokenContractAbi, vaultContractAbi } from "@evermark/interface/chain/vault-contract.ts";
import { funds } from "@evermark/interface/funds/funds.ts";
import {
  type Address,
  type Hex,
  parseEventLogs,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from "viem";
// Imported by name: a page would otherwise have to load all of viem's actions.
import {
  getBlockNumber,
  getCode,
  getContractEvents,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
} from "viem/actions";
import { type DecimalInput, unitsOf } from "../decimal.ts";
import type { RestClient } from "../rest/rest-client.ts";
import { ChainError } from "./chain-error.ts";
import { type ChainAccount, type ChainFacts, chainAccount, chainFacts } from "./chain-facts.ts";
import { signed, withChainErrors } from "./chain-failures.ts";
import { type ChainWallet, chainReader, type OpenWallet, openWallet } from "./chain-wallet.ts";
import { callContract } from "./contract-call.ts";
import { sendToContract } from "./contract-transaction.ts";
import { LOOKS_FOR_UNKNOWN, type Patience, unlessAborted, until } from "./patience.ts";

export type DepositProgress =
  /** The wallet is asked to approve the amount for the vault; then the approval is waited for. */
  | { readonly step: "approving"; readonly transaction: Hex | undefined }
  /** The wallet is asked to deposit; then the transaction is waited for. */
  | { readonly step: "depositing"; readonly transaction: Hex | undefined }
  /** The deposit is on the chain, and `confirmations` of the `required` blocks have followed it. */
  | {
      readonly step: "confirming";
      readonly transaction: Hex;
      readonly confirmations: number;
      readonly required: number;
    }
  | { readonly step: "credited"; readonly transaction: Hex };

interface DepositFollowing extends Patience {
  /** A client with credentials of the account. */
  readonly client: { readonly rest: RestClient };
  readonly onProgress?: ((progress: DepositProgress) => void) | undefined;
}

export interface DepositOptions extends DepositFollowing {
  /** The wallet of the account, which pays. */
  readonly wallet: ChainWallet;
  /** Amount in USDC. */
  readonly amount: DecimalInput;
}

export interface Deposited {
  /** Hash of the deposit's transaction. */
  readonly transaction: Hex;
  /** The amount credited, in USDC. */
  readonly amount: number;
}

/**
 * Deposits test or real USDC from a wallet and resolves when it is in the balance. Approves no more than the amount, and
 * nothing when enough is approved already.
 * @throws {ChainError} with a `reason`; {ApiError}; the signal's reason: a transaction sent by then is not undone, and
 *   can be followed
 */
export async function deposit(options: DepositOptions): Promise<Deposited> {
  const { client, signal, onProgress = ignore } = options;
  const facts = await chainFacts(client.rest, { signal });
  const account = await chainAccount(client.rest, { signal });
  const amount = unitsOf(options.amount, facts.decimals);
  if (amount <= 0n) throw new TypeError(`a deposit is more than nothing: ${options.amount}`);
  const wallet = await unlessAborted(withChainErrors(openWallet(options.wallet, facts)), signal);
  if (wallet.account.address.toLowerCase() !== account.wallet.toLowerCase()) {
    const other = `the wallet is ${wallet.account.address}; the account is that of ${account.wallet}`;
    throw new ChainError("wrong_account", other);
  }
  const asked: DepositRequest = { wallet, facts, account, amount, patience: options };
  await withChainErrors(requireVault(asked));
  await withChainErrors(approve(asked, onProgress));
  signal?.throwIfAborted();
  onProgress({ step: "depositing", transaction: undefined });
  const sent = await withChainErrors(send(asked));
  onProgress({ step: "depositing", transaction: sent.transaction });
  return withChainErrors(follow(asked, sent, options), sent.transaction);
}

export interface FollowDepositOptions extends DepositFollowing {
  /** Reads the chain: any wallet on it, or a public client of viem. */
  readonly wallet: ChainWallet;
  /** Hash of the deposit's transaction. */
  readonly transaction: Hex;
}

/**
 * Follows a deposit whose transaction was sent, until it is credited.
 * @throws {ChainError} reverted, replaced, dropped, unknown, no_chain
 */
export async function followDeposit(options: FollowDepositOptions): Promise<Deposited> {
  const { client, signal, transaction } = options;
  const facts = await chainFacts(client.rest, { signal });
  const account = await chainAccount(client.rest, { signal });
  const reader = chainReader(options.wallet, facts);
  return withChainErrors(follow({ wallet: reader, facts, account }, { transaction }, options), transaction);
}

interface DepositRequest {
  readonly wallet: OpenWallet;
  readonly facts: ChainFacts;
  readonly account: ChainAccount;
  /** Amount in the token's smallest unit. */
  readonly amount: bigint;
  readonly patience: Patience;
}

const ignore = () => {};

/**
 * Checks, before the wallet is asked to sign, that the deposit would succeed and that the vault agrees with the venue's facts.
 */
async function requireVault(asked: DepositRequest): Promise<void> {
  const { wallet, facts, amount } = asked;
  const vault = { address: facts.vault, abi: vaultContractAbi } as const;
  const code = await getCode(wallet, { address: facts.vault });
  if (code === undefined) throw new ChainError("wrong_vault", `there is no contract at ${facts.vault}`);
  const owner = wallet.account.address;
  const token = { address: facts.token, abi: tokenContractAbi } as const;
  const [allowed, paused] = await Promise.all([
    callContract(wallet, { ...vault, functionName: "getAllowedToken", args: [facts.tokenHash] }),
    callContract(wallet, { ...vault, functionName: "paused" }),
  ]);
  if (allowed.toLowerCase() !== facts.token.toLowerCase()) {
    throw new ChainError("wrong_vault", `the vault at ${facts.vault} takes ${allowed}; the venue says ${facts.token}`);
  }
  if (paused) throw new ChainError("vault_paused", "the vault is paused: nothing can be deposited now");
  const balance = await callContract(wallet, { ...token, functionName: "balanceOf", args: [owner] });
  if (balance < amount) {
    const units = 10 ** facts.decimals;
    const what = `the wallet ${owner} has ${Number(balance) / units} USDC, less than ${Number(amount) / units}`;
    throw new ChainError("not_enough_tokens", what);
  }
  // The vault's fee function makes all the checks that the deposit itself will make.
  await callContract(wallet, { ...vault, functionName: "getDepositFee", args: [owner, inputOf(asked)] });
}

function inputOf({ account, facts, amount }: DepositRequest) {
  const brokerHash = brokerHashOf(account.brokerId);
  return { accountId: account.accountId, brokerHash, tokenHash: facts.tokenHash, tokenAmount: amount };
}

async function approve({ wallet, facts, amount, patience }: DepositRequest, onProgress: (at: DepositProgress) => void) {
  const owner = wallet.account.address;
  const token = { address: facts.token, abi: tokenContractAbi } as const;
  const allowance = () => callContract(wallet, { ...token, functionName: "allowance", args: [owner, facts.vault] });
  if ((await allowance()) >= amount) return;
  onProgress({ step: "approving", transaction: undefined });
  const nonce = await getTransactionCount(wallet, { address: owner, blockTag: "latest" });
  const transaction = await signed(
    sendToContract(wallet, { ...token, functionName: "approve", args: [facts.vault, amount] }),
    patience.signal,
  );
  onProgress({ step: "approving", transaction });
  await until(async () => {
    // The vault's allowance decides, not our transaction: a wallet may have sent another one in its place.
    if ((await allowance()) >= amount) return true;
    const receipt = await receiptOf(wallet, transaction);
    const isSpent = (await getTransactionCount(wallet, { address: owner, blockTag: "latest" })) > nonce;
    if (receipt === undefined && !isSpent) return undefined;
    // The approval may have been mined since the first look.
    if ((await allowance()) >= amount) return true;
    throw new ChainError("not_approved", "the wallet lets the vault take less than the deposit", { transaction });
  }, patience);
}

/** A transaction, with its sender and nonce as far as they are known. */
interface Sent {
  readonly transaction: Hex;
  readonly from?: Address;
  /** The latest block before it was sent: no earlier block can contain it. */
  readonly sinceBlock?: bigint;
  readonly nonce?: number;
}

async function send(asked: DepositRequest): Promise<Sent> {
  const { wallet, facts, patience } = asked;
  const data = inputOf(asked);
  const vault = { address: facts.vault, abi: vaultContractAbi } as const;
  const from = wallet.account.address;
  const value = await callContract(wallet, { ...vault, functionName: "getDepositFee", args: [from, data] });
  const paid = { ...vault, functionName: "deposit", args: [data], value } as const;
  // No wallet is asked to sign a deposit that the vault would refuse.
  await callContract(wallet, paid);
  const sinceBlock = await getBlockNumber(wallet, { cacheTime: 0 });
  const transaction = await signed(sendToContract(wallet, paid), patience.signal);
  return { transaction, from, sinceBlock };
}

interface Followable {
  readonly wallet: ReturnType<typeof chainReader> | OpenWallet;
  readonly facts: ChainFacts;
  readonly account: ChainAccount;
}

async function follow(on: Followable, first: Sent, options: DepositFollowing): Promise<Deposited> {
  const { client, onProgress = ignore, signal } = options;
  const { facts, wallet } = on;
  let sent = first;
  let said = "";
  let unknown = 0;
  const report = (progress: DepositProgress) => {
    const text = JSON.stringify(progress);
    if (text !== said) onProgress(progress);
    said = text;
  };
  return until(async () => {
    const { transaction } = sent;
    const rows = await depositRows(client.rest, transaction, signal);
    if (rows.length > 0 && rows.every((row) => row.trans_status === "COMPLETED")) {
      report({ step: "credited", transaction });
      return { transaction, amount: rows.reduce((sum, row) => sum + row.amount, 0) };
    }
    const receipt = await receiptOf(wallet, transaction);
    if (receipt === undefined) {
      if (rows.some((row) => row.trans_status === "FAILED")) throw dropped(transaction);
      unknown = rows.length > 0 || (await transactionOf(wallet, transaction)) !== undefined ? 0 : unknown + 1;
      // If this client has just sent the transaction, it exists; a node that has lost it can still get it again.
      if (unknown >= LOOKS_FOR_UNKNOWN && sent.from === undefined) throw unknownTo(transaction);
      sent = await inItsPlace(on, sent);
      if (sent.transaction !== transaction) report({ step: "depositing", transaction: sent.transaction });
      return undefined;
    }
    if (receipt.status === "reverted") {
      throw new ChainError("reverted", "the deposit's transaction was refused on the chain", { transaction });
    }
    requireDeposit(on, receipt.logs, transaction);
    const behind = Number((await getBlockNumber(wallet, { cacheTime: 0 })) - receipt.blockNumber);
    const confirmations = Math.max(0, Math.min(behind, facts.confirmations));
    report({ step: "confirming", transaction, confirmations, required: facts.confirmations });
    return undefined;
  }, options);
}

function unknownTo(transaction: Hex): ChainError {
  const why = "neither the chain nor the venue knows the transaction: it was mistyped, or has not reached this node";
  return new ChainError("unknown", why, { transaction });
}

function dropped(transaction: Hex): ChainError {
  return new ChainError("dropped", "the chain no longer has the deposit: the money is in the wallet again", {
    transaction,
  });
}

/**
 * @throws {ChainError} wrong_vault, for a transaction that deposits nothing for this account: waiting for its credit
 *   would be in vain
 */
function requireDeposit(
  { facts, account }: Followable,
  logs: Parameters<typeof parseEventLogs>[0]["logs"],
  transaction: Hex,
) {
  const deposits = parseEventLogs({ abi: vaultContractAbi, eventName: "AccountDepositTo", logs });
  const own = deposits.some(
    ({ address, args }) =>
      address.toLowerCase() === facts.vault.toLowerCase() &&
      args.accountId.toLowerCase() === account.accountId.toLowerCase(),
  );
  if (!own) throw new ChainError("wrong_vault", "the transaction deposits nothing for this account", { transaction });
}

async function depositRows(rest: RestClient, transaction: Hex, signal: AbortSignal | undefined) {
  const query = { side: "DEPOSIT", size: 500 } as const;
  const { rows } = await rest.call(funds.getAssetHistory, { query }, { signal });
  return rows.filter((row) => row.tx_id.toLowerCase() === transaction.toLowerCase());
}

async function receiptOf(wallet: Followable["wallet"], hash: Hex) {
  try {
    return await getTransactionReceipt(wallet, { hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined;
    throw error;
  }
}

/**
 * A wallet can replace a pending transaction: the same one with a higher fee, or another one with its nonce, under a new
 * hash.
 * @returns the transaction to follow from now on
 * @throws {ChainError} replaced
 */
async function inItsPlace({ wallet, facts, account }: Followable, sent: Sent): Promise<Sent> {
  const { transaction, from, sinceBlock } = sent;
  if (from === undefined || sinceBlock === undefined) return sent;
  const known = await transactionOf(wallet, transaction);
  if (known !== undefined) return { ...sent, nonce: known.nonce };
  const { nonce } = sent;
  if (nonce === undefined || (await getTransactionCount(wallet, { address: from, blockTag: "latest" })) <= nonce)
    return sent;
  const logs = await getContractEvents(wallet, {
    address: facts.vault,
    abi: vaultContractAbi,
    eventName: "AccountDepositTo",
    args: { accountId: account.accountId },
    fromBlock: sinceBlock,
  });
  for (const { transactionHash } of logs) {
    const other = await transactionOf(wallet, transactionHash);
    if (other?.nonce === nonce && other.from.toLowerCase() === from.toLowerCase()) {
      return { ...sent, transaction: transactionHash };
    }
  }
  throw new ChainError("replaced", "the wallet has sent another transaction in the place of the deposit", {
    transaction,
  });
}

async function transactionOf(wallet: Followable["wallet"], hash: Hex) {
  try {
    return await getTransaction(wallet, { hash });
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return undefined;
    throw error;
  }
}
