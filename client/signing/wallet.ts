// The wallet that owns an account: it signs the messages that open the account and bind keys, and nothing else here.
// Interface 5.1. Keep it away from trading processes; they need only the API key.

import type { TypedDataDefinition } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

/** Anything that signs typed data (EIP-712): an account of viem, or a browser's wallet behind these two members. */
export interface Wallet {
  readonly address: `0x${string}`;
  signTypedData(message: TypedDataDefinition): Promise<`0x${string}`>;
}

/** A wallet whose private key can be read. */
export interface LocalWallet extends Wallet {
  readonly privateKey: `0x${string}`;
}

export function generateWallet(): LocalWallet {
  return importWallet(generatePrivateKey());
}

/** @throws {Error} when the text is not a private key of secp256k1: `0x` and 64 hex digits */
export function importWallet(privateKey: `0x${string}`): LocalWallet {
  const account = privateKeyToAccount(privateKey);
  return { privateKey, address: account.address, signTypedData: (message) => account.signTypedData(message) };
}
