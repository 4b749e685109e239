// What a wallet signs (EIP-712): domains and message types. Interface 5.1, vault 7. The order of the fields is part of
// the signature. `chainType` is sent with a message but never signed.

/** The one chain on which accounts can be opened. Interface 1. */
export const CHAIN_ID = 196;

/** The domain of account opening and key binding. */
export function accountDomain(chainId: number = CHAIN_ID) {
  return {
    name: "DexDomain",
    version: "1",
    chainId,
    verifyingContract: "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC",
  } as const;
}

export const registrationTypes = {
  Registration: [
    { name: "brokerId", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "timestamp", type: "uint64" },
    { name: "registrationNonce", type: "uint256" },
  ],
} as const;

export const addKeyTypes = {
  AddDexApiKey: [
    { name: "brokerId", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "key", type: "string" },
    { name: "scope", type: "string" },
    { name: "timestamp", type: "uint64" },
    { name: "expiration", type: "uint64" },
  ],
} as const;

/** `timestamp` is the server time that came with the nonce; times are in milliseconds. */
export interface RegistrationMessage {
  readonly brokerId: string;
  readonly chainId: number;
  readonly timestamp: number;
  readonly registrationNonce: number;
}

/** `timestamp` is the client's time; `expiration` is at most 365 days later. Both in milliseconds. */
export interface AddKeyMessage {
  readonly brokerId: string;
  readonly chainId: number;
  /** `ed25519:` and the base58 public key. */
  readonly key: string;
  /** Comma-separated words of `read`, `trading`, `asset`, without spaces. */
  readonly scope: string;
  readonly timestamp: number;
  readonly expiration: number;
}

/** The typed data of an account opening, as viem's `signTypedData` and `hashTypedData` take it. */
export function registrationTypedData(message: RegistrationMessage) {
  return {
    domain: accountDomain(message.chainId),
    types: registrationTypes,
    primaryType: "Registration",
    message: {
      brokerId: message.brokerId,
      chainId: BigInt(message.chainId),
      timestamp: BigInt(message.timestamp),
      registrationNonce: BigInt(message.registrationNonce),
    },
  } as const;
}

/** The typed data of a key binding. */
export function addKeyTypedData(message: AddKeyMessage) {
  return {
    domain: accountDomain(message.chainId),
    types: addKeyTypes,
    primaryType: "AddDexApiKey",
    message: {
      brokerId: message.brokerId,
      chainId: BigInt(message.chainId),
      key: message.key,
      scope: message.scope,
      timestamp: BigInt(message.timestamp),
      expiration: BigInt(message.expiration),
    },
  } as const;
}
