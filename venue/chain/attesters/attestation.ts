// What attesters sign: that the vault may pay one withdrawal under its very terms, what accounts had at one position of the
// journal, and that all of a former vault moves to this one. Typed data in the vault's own domain, so that a signature counts at one vault of one chain, and until its deadline.

import { balancesTypedData, hashOfText, moveTypedData, type Payment, paymentTypedData } from "@evermark/contracts";
import type { WithdrawalView } from "@evermark/engine";
import { type Hex, hashTypedData } from "viem";
import { TOKEN_HASH } from "../vault/ask-vault.ts";

/** The vault that an attestation is for. */
export interface AttestedVault {
  readonly chainId: number;
  /** Lower case. */
  readonly vault: Hex;
}

/** All that the vault is asked to pay; amounts in millionths of a USDC. */
export interface PaymentTerms {
  readonly withdrawalId: number;
  readonly accountId: Hex;
  readonly brokerId: string;
  readonly nonce: number;
  /** What the account is debited. */
  readonly amount: number;
  /** What of it stays in the vault. */
  readonly fee: number;
  /** Lower case. */
  readonly wallet: Hex;
}

/** With the account as the vault knows it. */
type NamedWithdrawal = WithdrawalView & { readonly accountId: Hex; readonly brokerId: string };

export function termsOf(withdrawal: NamedWithdrawal): PaymentTerms {
  const { withdrawalId, accountId, brokerId, nonce, amount, fee, receiver } = withdrawal;
  return { withdrawalId, accountId, brokerId, nonce, amount, fee, wallet: receiver as Hex };
}

/** @param deadline in seconds since 1970: it counts up to there */
export function paymentOf(terms: PaymentTerms, deadline: number): Payment {
  const { accountId, brokerId, nonce, amount, fee, wallet } = terms;
  return {
    ...{ accountId, withdrawNonce: BigInt(nonce), brokerHash: brokerHashOf(brokerId), tokenHash: TOKEN_HASH },
    ...{ tokenAmount: BigInt(amount), fee: BigInt(fee), sender: wallet, deadline: BigInt(deadline) },
  };
}

/** What is signed. */
export function paymentDigest(vault: AttestedVault, terms: PaymentTerms, deadline: number): Hex {
  return hashTypedData(paymentTypedData(vault, paymentOf(terms, deadline)));
}

/** What accounts leave by, as it stands after one command of the journal. */
export interface BalancesTerms {
  /** Of the tree of all leaves. */
  readonly root: Hex;
  /** Of the results of all accounts, in millionths. */
  readonly total: bigint;
  readonly position: number;
}

/** What is signed. */
export function balancesDigest(vault: AttestedVault, { root, total, position }: BalancesTerms, deadline: number): Hex {
  const message = { tokenHash: TOKEN_HASH, root, total, position: BigInt(position), deadline: BigInt(deadline) };
  return hashTypedData(balancesTypedData(vault, message));
}

/** All that a former vault holds goes to the one after it. */
export interface MoveTerms {
  /** Lower case, as the other. */
  readonly from: Hex;
  readonly to: Hex;
  /** In millionths: all that there is. */
  readonly amount: bigint;
}

/** What is signed: in the domain of the vault that it leaves. */
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
