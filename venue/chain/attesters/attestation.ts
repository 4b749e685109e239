// What attesters sign: one withdrawal's payment under its exact terms, what accounts own at one position of the journal,
// and the move of all funds from a former vault to this one. The data is typed in the vault's own domain, so a signature
// counts at one vault of one chain, and only until its deadline.

import { balancesTypedData, hashOfText, moveTypedData, type Payment, paymentTypedData } from "@evermark/contracts";
import type { WithdrawalView } from "@evermark/engine";
import { type Hex, hashTypedData } from "viem";
import { TOKEN_HASH } from "../vault/ask-vault.ts";

/** The vault that an attestation is made for. */
export interface AttestedVault {
  readonly chainId: number;
  /** Lower case. */
  readonly vault: Hex;
}

/** Everything the vault is asked to pay; amounts in millionths of a USDC. */
export interface PaymentTerms {
  readonly withdrawalId: number;
  readonly accountId: Hex;
  readonly brokerId: string;
  readonly nonce: number;
  /** The amount the account is debited. */
  readonly amount: number;
  /** The part of `amount` that stays in the vault. */
  readonly fee: number;
  /** Lower case. */
  readonly wallet: Hex;
}

/** A withdrawal, with its account as the vault identifies it. */
type NamedWithdrawal = WithdrawalView & { readonly accountId: Hex; readonly brokerId: string };

export function termsOf(withdrawal: NamedWithdrawal): PaymentTerms {
  const { withdrawalId, accountId, brokerId, nonce, amount, fee, receiver } = withdrawal;
  return { withdrawalId, accountId, brokerId, nonce, amount, fee, wallet: receiver as Hex };
}

/** @param deadline in seconds since 1970, inclusive */
export function paymentOf(terms: PaymentTerms, deadline: number): Payment {
  const { accountId, brokerId, nonce, amount, fee, wallet } = terms;
  return {
    ...{ accountId, withdrawNonce: BigInt(nonce), brokerHash: brokerHashOf(brokerId), tokenHash: TOKEN_HASH },
    ...{ tokenAmount: BigInt(amount), fee: BigInt(fee), sender: wallet, deadline: BigInt(deadline) },
  };
}

/** The digest that an attester signs for a payment. */
export function paymentDigest(vault: AttestedVault, terms: PaymentTerms, deadline: number): Hex {
  return hashTypedData(paymentTypedData(vault, paymentOf(terms, deadline)));
}

/** The balances that accounts can exit with, as of one command of the journal. */
export interface BalancesTerms {
  /** Root of the tree of all leaves. */
  readonly root: Hex;
  /** Sum of all accounts' results, in millionths. */
  readonly total: bigint;
  readonly position: number;
}

/** The digest that an attester signs for balances. */
export function balancesDigest(vault: AttestedVault, { root, total, position }: BalancesTerms, deadline: number): Hex {
  const message = { tokenHash: TOKEN_HASH, root, total, position: BigInt(position), deadline: BigInt(deadline) };
  return hashTypedData(balancesTypedData(vault, message));
}

/** Moves all funds of a former vault to its successor. */
export interface MoveTerms {
  /** Lower case, like `to`. */
  readonly from: Hex;
  readonly to: Hex;
  /** In millionths: everything the vault holds. */
  readonly amount: bigint;
}

/** The digest that an attester signs for a move, in the domain of the vault that the funds leave. */
export function moveDigest(chainId: number, { from, to, amount }: MoveTerms, deadline: number): Hex {
  const message = { tokenHash: TOKEN_HASH, successor: to, amount, deadline: BigInt(deadline) };
  return hashTypedData(moveTypedData({ chainId, vault: from }, message));
}

const brokerHashes = new Map<string, Hex>();

function brokerHashOf(brokerId: string): Hex {
  const hash = brokerHashes.get(brokerId) ?? hashOfText(brokerId);
  brokerHashes.set(brokerId, hash);
  return hash;
}
