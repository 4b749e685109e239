// The messages that wallets sign (EIP-712): domains and message types. Interface 5.1, vault 7. The order of the fields
// is part of the signature. `chainType` is sent with a message but never signed.

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

/** The contract address that represents withdrawals in signed messages. Interface 5.4. */
export const WITHDRAWAL_CONTRACT = "0x6F7a338F2aA472838dEFD3283eB360d4Dff5D203";
/** The name of the funds domain unless an operator sets another. */
const WITHDRAW_DOMAIN_NAME = "SVC";

/** The domain of withdrawals, settlements and transfers. */
export function fundsDomain(name: string = WITHDRAW_DOMAIN_NAME, chainId: number = CHAIN_ID) {
  return { name, version: "1", chainId, verifyingContract: WITHDRAWAL_CONTRACT } as const;
}

const settlePnlTypes = {
  SettlePnl: [
    { name: "brokerId", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "settleNonce", type: "uint64" },
    { name: "timestamp", type: "uint64" },
  ],
} as const;

const withdrawTypes = {
  Withdraw: [
    { name: "brokerId", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "receiver", type: "address" },
    { name: "token", type: "string" },
    { name: "amount", type: "uint256" },
    { name: "withdrawNonce", type: "uint64" },
    { name: "timestamp", type: "uint64" },
  ],
} as const;

const delegateContract = { name: "delegateContract", type: "address" } as const;

const delegateSignerTypes = {
  DelegateSigner: [delegateContract, ...registrationTypes.Registration, { name: "txHash", type: "bytes32" }],
} as const;

const delegateAddKeyTypes = { DelegateAddDexApiKey: [delegateContract, ...addKeyTypes.AddDexApiKey] } as const;
const delegateSettlePnlTypes = { DelegateSettlePnl: [delegateContract, ...settlePnlTypes.SettlePnl] } as const;
const delegateWithdrawTypes = { DelegateWithdraw: [delegateContract, ...withdrawTypes.Withdraw] } as const;

const dexRequestTypes = {
  DexRequest: [
    { name: "payloadType", type: "uint8" },
    { name: "nonce", type: "uint256" },
    { name: "receiver", type: "address" },
    { name: "amount", type: "uint256" },
    { name: "vaultId", type: "bytes32" },
    { name: "token", type: "string" },
    { name: "dexBrokerId", type: "string" },
  ],
} as const;

const addProviderKeyFields = [...addKeyTypes.AddDexApiKey, { name: "contract", type: "string" }] as const;
const subAccountField = { name: "subAccountId", type: "string" } as const;

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

/** `timestamp` is the client's time, in milliseconds; `settleNonce` was handed out by the venue. */
interface SettlePnlMessage {
  readonly brokerId: string;
  readonly chainId: number;
  readonly settleNonce: number;
  readonly timestamp: number;
}

/** `amount` is in millionths of a USDC; `receiver` is the account's wallet. */
interface WithdrawMessage {
  readonly brokerId: string;
  readonly chainId: number;
  readonly receiver: string;
  readonly token: string;
  readonly amount: bigint;
  readonly withdrawNonce: number;
  readonly timestamp: number;
}

type FundsDomain = ReturnType<typeof fundsDomain>;

/** The typed data of a settlement. */
export function settlePnlTypedData(message: SettlePnlMessage, domain: FundsDomain = fundsDomain()) {
  return {
    domain,
    types: settlePnlTypes,
    primaryType: "SettlePnl",
    message: {
      brokerId: message.brokerId,
      chainId: BigInt(message.chainId),
      settleNonce: BigInt(message.settleNonce),
      timestamp: BigInt(message.timestamp),
    },
  } as const;
}

/**
 * The typed data of a withdrawal. The domain's chain is the venue's, even when the message names another chain for the payment.
 */
export function withdrawTypedData(message: WithdrawMessage, domain: FundsDomain = fundsDomain()) {
  return {
    domain,
    types: withdrawTypes,
    primaryType: "Withdraw",
    message: {
      brokerId: message.brokerId,
      chainId: BigInt(message.chainId),
      receiver: message.receiver as `0x${string}`,
      token: message.token,
      amount: message.amount,
      withdrawNonce: BigInt(message.withdrawNonce),
      timestamp: BigInt(message.timestamp),
    },
  } as const;
}

/** Added to a wallet's message when a delegate signs for a contract: the contract whose account it is for. */
interface ForContract {
  readonly delegateContract: string;
}

/** The typed data with which a delegate confirms that a contract has named it. `txHash` is the transaction in which it did. */
export function delegateSignerTypedData(message: RegistrationMessage & ForContract & { readonly txHash: string }) {
  const { domain, message: signed } = registrationTypedData(message);
  return {
    domain,
    types: delegateSignerTypes,
    primaryType: "DelegateSigner",
    message: { ...contractOf(message), ...signed, txHash: message.txHash as `0x${string}` },
  } as const;
}

/** The typed data of a key for a contract's account. */
export function delegateAddKeyTypedData(message: AddKeyMessage & ForContract) {
  const { domain, message: signed } = addKeyTypedData(message);
  return {
    domain,
    types: delegateAddKeyTypes,
    primaryType: "DelegateAddDexApiKey",
    message: { ...contractOf(message), ...signed },
  } as const;
}

/** The typed data of a settlement of a contract's account. */
export function delegateSettlePnlTypedData(
  message: SettlePnlMessage & ForContract,
  domain: FundsDomain = fundsDomain(),
) {
  return {
    domain,
    types: delegateSettlePnlTypes,
    primaryType: "DelegateSettlePnl",
    message: { ...contractOf(message), ...settlePnlTypedData(message).message },
  } as const;
}

/** The typed data of a withdrawal to a contract. */
export function delegateWithdrawTypedData(message: WithdrawMessage & ForContract, domain: FundsDomain = fundsDomain()) {
  return {
    domain,
    types: delegateWithdrawTypes,
    primaryType: "DelegateWithdraw",
    message: { ...contractOf(message), ...withdrawTypedData(message).message },
  } as const;
}

function contractOf({ delegateContract }: ForContract) {
  return { delegateContract: delegateContract as `0x${string}` };
}

/**
 * The operations of requests to a vault: an investor deposits or redeems, the provider deposits or redeems. Rules 10.2.
 */
export const VAULT_OPERATIONS = ["LP_DEPOSIT", "LP_WITHDRAW", "SP_DEPOSIT", "SP_WITHDRAW"] as const;

/** `amount` is in millionths of a USDC or of a share; `receiver` is the account's wallet. */
interface DexRequestMessage {
  /** The index of the operation in `VAULT_OPERATIONS`. */
  readonly payloadType: number;
  readonly nonce: number;
  readonly receiver: string;
  readonly amount: bigint;
  readonly vaultId: string;
  readonly token: string;
  readonly dexBrokerId: string;
}

/** The typed data of a request to a strategy vault. */
export function dexRequestTypedData(message: DexRequestMessage, domain: FundsDomain = fundsDomain()) {
  return {
    domain,
    types: dexRequestTypes,
    primaryType: "DexRequest",
    message: {
      payloadType: message.payloadType,
      nonce: BigInt(message.nonce),
      receiver: message.receiver as `0x${string}`,
      amount: message.amount,
      vaultId: message.vaultId as `0x${string}`,
      token: message.token,
      dexBrokerId: message.dexBrokerId,
    },
  } as const;
}

interface AddProviderKeyMessage extends AddKeyMessage {
  /** The vault's address. */
  readonly contract: string;
  /** Signed only when present. */
  readonly subAccountId?: string | undefined;
}

/** The typed data of a key for a vault's fund. The domain's contract is the vault's address. */
export function addProviderKeyTypedData(message: AddProviderKeyMessage) {
  const { contract, subAccountId } = message;
  const own = addKeyTypedData(message);
  const fields = subAccountId === undefined ? addProviderKeyFields : [...addProviderKeyFields, subAccountField];
  return {
    domain: { ...own.domain, verifyingContract: contract as `0x${string}` },
    types: { AddSpDexApiKey: fields },
    primaryType: "AddSpDexApiKey",
    message: { ...own.message, contract, ...(subAccountId === undefined ? {} : { subAccountId }) },
  } as const;
}
