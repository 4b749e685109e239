// A wallet and the messages it signs, typed out from the interface's tables (section 5.1).

import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

export const DOMAIN = {
  name: "DexDomain",
  version: "1",
  chainId: 196,
  verifyingContract: "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC",
} as const;

export const REGISTRATION = [
  { name: "brokerId", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "timestamp", type: "uint64" },
  { name: "registrationNonce", type: "uint256" },
] as const;

export const ADD_KEY = [
  { name: "brokerId", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "key", type: "string" },
  { name: "scope", type: "string" },
  { name: "timestamp", type: "uint64" },
  { name: "expiration", type: "uint64" },
] as const;

/**
 * The domain of withdrawals and settlements, which a ledger also verifies. Interface 5.4; the name is the operator's
 * choice.
 */
export const LEDGER_DOMAIN = {
  name: "SVC",
  verifyingContract: "0x6F7a338F2aA472838dEFD3283eB360d4Dff5D203",
} as const;

export const WITHDRAW = [
  { name: "brokerId", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "receiver", type: "address" },
  { name: "token", type: "string" },
  { name: "amount", type: "uint256" },
  { name: "withdrawNonce", type: "uint64" },
  { name: "timestamp", type: "uint64" },
] as const;

export const SETTLE_PNL = [
  { name: "brokerId", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "settleNonce", type: "uint64" },
  { name: "timestamp", type: "uint64" },
] as const;

/** The fields of a request to strategy vaults, in the same domain. */
export const DEX_REQUEST = [
  { name: "payloadType", type: "uint8" },
  { name: "nonce", type: "uint256" },
  { name: "receiver", type: "address" },
  { name: "amount", type: "uint256" },
  { name: "vaultId", type: "bytes32" },
  { name: "token", type: "string" },
  { name: "dexBrokerId", type: "string" },
] as const;

/** The fields of a provider's key; the contract is the vault's address. */
export const ADD_PROVIDER_KEY = [...ADD_KEY, { name: "contract", type: "string" }] as const;

export type Wallet = ReturnType<typeof privateKeyToAccount>;

export const newWallet = (key: Hex = generatePrivateKey()): Wallet => privateKeyToAccount(key);

/** A message under any domain, name and fields, because tests also sign wrong messages. */
interface TypedMessage {
  readonly domain?: Readonly<Record<string, unknown>>;
  readonly primaryType: string;
  readonly fields: readonly { readonly name: string; readonly type: string }[];
  readonly message: Readonly<Record<string, unknown>>;
}

export function signTyped(wallet: Wallet, typed: TypedMessage): Promise<Hex> {
  return wallet.signTypedData({
    domain: { ...DOMAIN, ...typed.domain },
    types: { [typed.primaryType]: [...typed.fields] },
    primaryType: typed.primaryType,
    message: { ...typed.message },
  });
}
