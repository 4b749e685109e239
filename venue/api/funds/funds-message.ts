// The checks that withdrawals, settlements and vault requests share, on a message signed by the account's wallet or by
// a contract's delegate signer. Errors 8.6.

import { fundsDomain, WITHDRAWAL_CONTRACT } from "@evermark/interface/chain/wallet-messages.ts";
import type { TypedDataDefinition } from "viem";
import { requireSigner } from "../../auth/wallets/wallet-request.ts";
import type { Venue } from "../../venue.ts";
import { refusal } from "../../wire/api-error.ts";

/** How far the time in a wallet's message may be off, either way. Rules 9.4. */
const MESSAGE_WINDOW_MS = 600_000;

interface FundsMessage {
  /** The required signer, in lower case; by default the account's wallet. */
  readonly signer?: string;
  readonly message: {
    readonly brokerId: string;
    readonly chainId: number;
    readonly chainType?: unknown;
    readonly timestamp: number | string;
  };
  readonly signature: string;
  readonly userAddress: string;
  /** The typed data that must have been signed; called once the message is known to be of this account. */
  readonly data: () => TypedDataDefinition;
  /** The IP address that the request came from. */
  readonly from: string;
}

/** @throws {ApiError} 29 */
export function requireWithdrawalContract(verifyingContract: string): void {
  if (verifyingContract.toLowerCase() !== WITHDRAWAL_CONTRACT.toLowerCase()) throw refusal("verifying_contract");
}

const AMOUNT_MAX = 2n ** 128n - 1n;

/** @throws {ApiError} 5 for anything but 1 to 2^128 − 1 in digits */
export function amountOf(digits: unknown): bigint {
  const amount = typeof digits === "string" && /^[0-9]{1,39}$/.test(digits) ? BigInt(digits) : 0n;
  if (amount === 0n || amount > AMOUNT_MAX) throw refusal("amount_error");
  return amount;
}

/** Amounts too large to count exceed every balance, and are refused as such. */
export function countedAmount(amount: bigint): number {
  return Number(amount > Number.MAX_SAFE_INTEGER ? BigInt(Number.MAX_SAFE_INTEGER) : amount);
}

/** The signing domain of messages about this venue's funds. */
export function domainOf({ configuration }: Venue) {
  return fundsDomain(configuration.withdrawDomainName, configuration.chainId);
}

/** @throws {ApiError} 15, 9, 3, 31 or 2, in this order; `betweenSignerAndTime` runs where its name says */
export async function requireFundsMessage(
  { engine, configuration, clock }: Venue,
  account: number,
  { message, signature, userAddress, data, from, signer }: FundsMessage,
  betweenSignerAndTime: () => void = () => {
    if (message.chainId !== configuration.chainId) throw refusal("chain_not_supported");
  },
): Promise<void> {
  const { wallet, brokerId } = engine.account(account);
  if (message.brokerId !== brokerId) throw refusal("broker_unknown");
  const isEvm = message.chainType === undefined || message.chainType === "EVM";
  if (!isEvm || userAddress.toLowerCase() !== (signer ?? wallet)) throw refusal("signer_mismatch");
  await requireSigner(data(), signature, userAddress, from);
  betweenSignerAndTime();
  if (Math.abs(clock.age(Number(message.timestamp))) > MESSAGE_WINDOW_MS) throw refusal("timestamp_expired");
}
