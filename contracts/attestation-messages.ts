// What attesters sign: payments, each of which needs their word, balances, by which accounts can leave without the venue, and the
// move of all that a vault holds to the one that comes after it.
// The domain is the vault itself, so that what is signed for one is worth nothing to another.

import type { Address, Hex } from "viem";

/** Of one vault. */
interface Place {
  readonly chainId: number;
  readonly vault: Address;
}

/** Amounts in the token's smallest unit. */
export interface Payment {
  readonly accountId: Hex;
  readonly withdrawNonce: bigint;
  readonly brokerHash: Hex;
  readonly tokenHash: Hex;
  /** Gross. */
  readonly tokenAmount: bigint;
  readonly fee: bigint;
  readonly sender: Address;
  /** In seconds since 1970: later it is worth nothing. */
  readonly deadline: bigint;
}

/** What all accounts have besides their deposits in the vault and what it paid them. */
export interface Balances {
  readonly tokenHash: Hex;
  readonly root: Hex;
  /** Of the results of all accounts, also of those that are in no leaf. */
  readonly total: bigint;
  /** In the venue's journal. */
  readonly position: bigint;
  readonly deadline: bigint;
}

/** All of a token that is in one vault goes to the next one. */
export interface Move {
  readonly tokenHash: Hex;
  readonly successor: Address;
  /** What there is. */
  readonly amount: bigint;
  readonly deadline: bigint;
}

const PAYMENT = [
  { name: "accountId", type: "bytes32" },
  { name: "withdrawNonce", type: "uint64" },
  { name: "brokerHash", type: "bytes32" },
  { name: "tokenHash", type: "bytes32" },
  { name: "tokenAmount", type: "uint128" },
  { name: "fee", type: "uint128" },
  { name: "sender", type: "address" },
  { name: "deadline", type: "uint64" },
] as const;

const BALANCES = [
  { name: "tokenHash", type: "bytes32" },
  { name: "root", type: "bytes32" },
  { name: "total", type: "int128" },
  { name: "position", type: "uint64" },
  { name: "deadline", type: "uint64" },
] as const;

const MOVE = [
  { name: "tokenHash", type: "bytes32" },
  { name: "successor", type: "address" },
  { name: "amount", type: "uint128" },
  { name: "deadline", type: "uint64" },
] as const;

export function paymentTypedData(place: Place, message: Payment) {
  return { domain: domainOf(place), types: { Payment: PAYMENT }, primaryType: "Payment", message } as const;
}

export function balancesTypedData(place: Place, message: Balances) {
  return { domain: domainOf(place), types: { Balances: BALANCES }, primaryType: "Balances", message } as const;
}

/** @param place the vault that it leaves */
export function moveTypedData(place: Place, message: Move) {
  return { domain: domainOf(place), types: { Move: MOVE }, primaryType: "Move", message } as const;
}

/** As the vault takes them. @param signatures by their signers' addresses */
export function attestationsInOrder(signatures: ReadonlyMap<Address, Hex>): Hex[] {
  return inOrderOfAddress([...signatures.keys()]).map((signer) => signatures.get(signer)!);
}

export function inOrderOfAddress(addresses: readonly Address[]): Address[] {
  return addresses.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
}

function domainOf({ chainId, vault }: Place) {
  return { name: "EvermarkVault", version: "1", chainId, verifyingContract: vault } as const;
}
