// A vault on a chain of its own with all roles that act on it, and shorthand for what they do.

import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { CHAIN_ID, fundsDomain } from "@evermark/interface/chain/wallet-messages.ts";
import { type Abi, type Address, getAddress, type Hex, keccak256, stringToBytes, type TypedDataDomain } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { testUsdcBytecode } from "../artifacts/TestUsdc.ts";
import { callingTokenAbi } from "../artifacts/testing/CallingToken.ts";
import {
  attestationsInOrder,
  type Balances,
  balancesTypedData,
  inOrderOfAddress,
  type Move,
  moveTypedData,
  paymentTypedData,
} from "../attestation-messages.ts";
import { hashOfText } from "../hashes.ts";
import { testUsdcAbi, VAULT_DELAYS, vaultAbi, vaultBytecode, vaultTimelockAbi } from "../index.ts";
import { type Call, callOf, DEPLOYER, type Outcome, TestChain } from "./test-chain.ts";

export const BROKER = "demo";
export const USDC = hashOfText("USDC");
export const DAY = 86_400n;
/** 2026-05-20, on a whole hour. */
export const START = 1_779_264_000n;

export const OWNER: Address = getAddress("0x00000000000000000000000000000000000000a1");
export const OPERATOR: Address = getAddress("0x00000000000000000000000000000000000000a2");
export const GUARDIAN: Address = getAddress("0x00000000000000000000000000000000000000a3");
export const STRANGER: Address = getAddress("0x00000000000000000000000000000000000000a4");

export function walletOf(name: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(stringToBytes(name)));
}

/** Of whom two sign each payment. */
export const ATTESTERS = ["attester-1", "attester-2", "attester-3"].map(walletOf);
export const THRESHOLD = 2;

/** Of the vectors of vault 2.1. */
export const ALICE = walletOf("svc-test-vector-1");
export const BOB = walletOf("svc-test-vector-2");

export interface Withdrawal {
  readonly accountId: Hex;
  readonly brokerHash: Hex;
  readonly tokenHash: Hex;
  readonly tokenAmount: bigint;
  readonly fee: bigint;
  readonly sender: Address;
  readonly receiver: Address;
  readonly withdrawNonce: bigint;
}

/** A withdrawal as it is handed in, with the texts of its hashes. */
export interface Signed {
  readonly data: Withdrawal;
  readonly brokerId: string;
  readonly token: string;
  readonly timestamp: bigint;
  readonly signature: Hex;
}

export interface TermsOfToken {
  readonly symbol: string;
  readonly token: Address;
  readonly perWithdrawal?: bigint;
  readonly perDay?: bigint;
  readonly perAccountDay?: bigint;
  readonly maxWithdrawFee?: bigint;
  readonly depositLimit?: bigint;
}

export const PLENTY = 2n ** 127n;

export async function vaultWorld(abis: readonly Abi[] = []): Promise<VaultWorld> {
  const chain = await TestChain.start([vaultAbi, testUsdcAbi, vaultTimelockAbi, callingTokenAbi, ...abis], START);
  const usdc = await chain.put(testUsdcAbi, testUsdcBytecode, [DEPLOYER.address]);
  return new VaultWorld(chain, usdc, await putVault(chain, [{ symbol: "USDC", token: usdc }]));
}

export async function putVault(
  chain: TestChain,
  tokens: readonly TermsOfToken[],
  queueDelay = DAY,
  { pause: pauseDuration, escape: escapeDelay, message: maxMessageAge } = VAULT_DELAYS,
  domainName = fundsDomain().name,
): Promise<Address> {
  const { verifyingContract } = fundsDomain();
  const terms = tokens.map((each) => ({
    ...{ tokenHash: hashOfText(each.symbol), token: each.token },
    ...{ perWithdrawal: each.perWithdrawal ?? PLENTY, perDay: each.perDay ?? PLENTY },
    ...{ perAccountDay: each.perAccountDay ?? PLENTY },
    ...{ maxWithdrawFee: each.maxWithdrawFee ?? 0n, depositLimit: each.depositLimit ?? 0n },
  }));
  const roles = { owner: OWNER, operator: OPERATOR, guardian: GUARDIAN };
  const attesters = inOrderOfAddress(ATTESTERS.map(({ address }) => address));
  const delays = { queueDelay, pauseDuration, escapeDelay, maxMessageAge };
  const signed = { attesters, attesterThreshold: THRESHOLD, domainName, verifyingContract };
  return chain.put(vaultAbi, vaultBytecode, [
    { ...roles, ...signed, ...delays, brokers: [hashOfText(BROKER)], tokens: terms },
  ]);
}

export class VaultWorld {
  constructor(
    readonly chain: TestChain,
    readonly usdc: Address,
    public vault: Address,
  ) {}

  /** The same chain, wallets and token with another vault. */
  in(vault: Address): VaultWorld {
    return new VaultWorld(this.chain, this.usdc, vault);
  }

  /** Does something with the vault. */
  vaultCall(from: Address, functionName: string, args: readonly unknown[]): Promise<Outcome> {
    return this.chain.act(this.call(from, functionName, args));
  }

  call(from: Address, functionName: string, args: readonly unknown[]): Call {
    return callOf(vaultAbi as Abi, from, this.vault, functionName, args as never);
  }

  /** Does something with the token. */
  tokenCall(from: Address, functionName: string, args: readonly unknown[]): Promise<Outcome> {
    return this.chain.act(this.tokenCallOf(from, functionName, args));
  }

  tokenCallOf(from: Address, functionName: string, args: readonly unknown[]): Call {
    return callOf(testUsdcAbi as Abi, from, this.usdc, functionName, args as never);
  }

  /** Reads the vault. */
  async read<T>(functionName: string, args: readonly unknown[] = []): Promise<T> {
    const { client } = this.chain;
    return (await client.readContract({ abi: vaultAbi as Abi, address: this.vault, functionName, args })) as T;
  }

  async balanceOf(wallet: Address): Promise<bigint> {
    const { client } = this.chain;
    return client.readContract({ abi: testUsdcAbi, address: this.usdc, functionName: "balanceOf", args: [wallet] });
  }

  async allowance(owner: Address, spender: Address): Promise<bigint> {
    const { client } = this.chain;
    const args = [owner, spender] as const;
    return client.readContract({ abi: testUsdcAbi, address: this.usdc, functionName: "allowance", args });
  }

  /** Makes the money, lets the vault take it, and deposits it. */
  async deposit(wallet: Address, amount: bigint, from: Address = wallet): Promise<Outcome> {
    await this.mintAndApprove(from, amount);
    return this.vaultCall(from, "depositTo", [wallet, depositOf(wallet, amount)]);
  }

  async mintAndApprove(wallet: Address, amount: bigint): Promise<void> {
    await this.tokenCall(wallet, "mint", [wallet, amount]);
    await this.tokenCall(wallet, "approve", [this.vault, amount]);
  }

  async withdraw(signed: Signed, from: Address = OPERATOR): Promise<Outcome> {
    return this.vaultCall(from, "withdraw", await attestedArgs(signed, this.vault));
  }
}

/** No test lasts longer. */
export const DEADLINE = START + 3650n * DAY;

/** What the operator hands in: a withdrawal that as many attesters as it takes have signed. */
export async function attestedArgs(
  signed: Signed,
  vault: Address,
  by: readonly PrivateKeyAccount[] = ATTESTERS.slice(0, THRESHOLD),
) {
  const { data, brokerId, token, timestamp, signature } = signed;
  const { receiver: _, ...payment } = data;
  const attested = paymentTypedData({ chainId: CHAIN_ID, vault }, { ...payment, deadline: DEADLINE });
  return [data, brokerId, token, timestamp, signature, DEADLINE, await signaturesOf(attested, by)] as const;
}

/** What anyone hands in: balances that as many attesters as it takes have signed. */
export async function publicationArgs(
  balances: Omit<Balances, "deadline">,
  vault: Address,
  by: readonly PrivateKeyAccount[] = ATTESTERS.slice(0, THRESHOLD),
) {
  const attested = balancesTypedData({ chainId: CHAIN_ID, vault }, { ...balances, deadline: DEADLINE });
  const { tokenHash, root, total, position } = balances;
  return [tokenHash, root, total, position, DEADLINE, await signaturesOf(attested, by)] as const;
}

/** What anyone hands in: that all of a token leaves for the next vault. */
export async function moveArgs(
  move: Omit<Move, "deadline">,
  vault: Address,
  by: readonly PrivateKeyAccount[] = ATTESTERS.slice(0, THRESHOLD),
) {
  const attested = moveTypedData({ chainId: CHAIN_ID, vault }, { ...move, deadline: DEADLINE });
  return [move.tokenHash, move.amount, DEADLINE, await signaturesOf(attested, by)] as const;
}

async function signaturesOf(
  attested: ReturnType<typeof paymentTypedData | typeof balancesTypedData | typeof moveTypedData>,
  by: readonly PrivateKeyAccount[],
): Promise<Hex[]> {
  const signatures = by.map(async (each) => [each.address, await each.signTypedData(attested as never)] as const);
  return attestationsInOrder(new Map(await Promise.all(signatures)));
}

export function depositOf(wallet: Address, tokenAmount: bigint, brokerId = BROKER, symbol = "USDC") {
  const hashes = { brokerHash: hashOfText(brokerId), tokenHash: hashOfText(symbol) };
  return { accountId: accountIdOf(wallet, brokerId), ...hashes, tokenAmount };
}

export interface WithdrawalTerms {
  readonly amount: bigint;
  readonly nonce: bigint;
  readonly fee?: bigint;
  readonly timestamp?: bigint;
  readonly brokerId?: string;
  readonly symbol?: string;
  readonly domain?: TypedDataDomain;
}

const WITHDRAW = [
  { name: "brokerId", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "receiver", type: "address" },
  { name: "token", type: "string" },
  { name: "amount", type: "uint256" },
  { name: "withdrawNonce", type: "uint64" },
  { name: "timestamp", type: "uint64" },
] as const;

/** What a wallet signs, and the operator hands in. @param sender whose money it should be, if not the wallet's own */
export async function signedWithdrawal(
  wallet: PrivateKeyAccount,
  terms: WithdrawalTerms,
  sender: Address = wallet.address,
): Promise<Signed> {
  const { domain = fundsDomain() } = terms;
  const { signed, message } = unsigned(sender, terms);
  const types = { Withdraw: WITHDRAW };
  return { ...signed, signature: await wallet.signTypedData({ domain, types, primaryType: "Withdraw", message }) };
}

/** What the delegate of a contract's account signs. */
export async function delegateWithdrawal(
  delegate: PrivateKeyAccount,
  contract: Address,
  terms: WithdrawalTerms,
): Promise<Signed> {
  const { domain = fundsDomain() } = terms;
  const { signed, message } = unsigned(contract, terms);
  const types = { DelegateWithdraw: [{ name: "delegateContract", type: "address" }, ...WITHDRAW] } as const;
  const named = { delegateContract: contract, ...message };
  const request = { domain, types, primaryType: "DelegateWithdraw", message: named } as const;
  return { ...signed, signature: await delegate.signTypedData(request) };
}

function unsigned(sender: Address, terms: WithdrawalTerms) {
  const { amount, nonce, fee = 0n, timestamp = 1_779_269_143_700n, brokerId = BROKER, symbol = "USDC" } = terms;
  const { tokenAmount, ...ids } = depositOf(sender, amount, brokerId, symbol);
  const data = { ...ids, tokenAmount, fee, sender, receiver: sender, withdrawNonce: nonce };
  const amounts = { amount, withdrawNonce: nonce, timestamp };
  const message = { brokerId, chainId: 196n, receiver: sender, token: symbol, ...amounts };
  return { signed: { data, brokerId, token: symbol, timestamp }, message };
}
