// A wallet on the venue's chain: a wallet client of viem, or a browser extension's provider (EIP-1193). Every request to the
// chain goes through the wallet, so that a page needs no node of its own.

import { type Account, type Address, createClient, custom } from "viem";
import { ChainError } from "./chain-error.ts";
import type { ChainFacts } from "./chain-facts.ts";

/** `createWalletClient({ account, transport })` of viem, or `window.ethereum`. */
export interface ChainWallet {
  request(args: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
  /** The account to act for; an injected wallet has none here, and is asked for it. */
  readonly account?: Account | undefined;
}

export type OpenWallet = Awaited<ReturnType<typeof openWallet>>;

/**
 * Asks an injected wallet for its account, and to switch to the venue's chain. A wallet with an account is only checked to
 * be on that chain.
 * @throws {ChainError} rejected, wrong_chain
 */
export async function openWallet(wallet: ChainWallet, facts: ChainFacts) {
  const account = wallet.account ?? (await firstAccount(wallet));
  await requireChain(wallet, facts);
  // No automatic retries: a wallet that is asked twice to send may send twice.
  const transport = custom({ request: (args) => wallet.request(args) }, { retryCount: 0 });
  return createClient({ account, chain: chainOf(facts), transport });
}

/** A client for reading the chain, without an account. */
export function chainReader(wallet: ChainWallet, facts: ChainFacts) {
  return createClient({ chain: chainOf(facts), transport: custom({ request: (args) => wallet.request(args) }) });
}

/** The chain in viem's format. */
function chainOf({ chainId, currency, rpcUrl }: ChainFacts) {
  return {
    id: chainId,
    name: `EVM ${chainId}`,
    nativeCurrency: { name: currency, symbol: currency, decimals: 18 },
    rpcUrls: { default: { http: rpcUrl === null ? [] : [rpcUrl] } },
  };
}

async function firstAccount(wallet: ChainWallet): Promise<Address> {
  const accounts = await asked(wallet, "eth_requestAccounts");
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof first !== "string") throw new ChainError("rejected", "the wallet gave no account");
  return first as Address;
}

/**
 * Asks an injected wallet to switch to the venue's chain if it is on another one; other wallets are only checked.
 * @throws {ChainError} rejected, wrong_chain
 */
export async function requireChain(wallet: ChainWallet, facts: ChainFacts): Promise<void> {
  if ((await chainIdOf(wallet)) === facts.chainId) return;
  if (wallet.account === undefined) await changeChain(wallet, facts);
  await requireSameChain(wallet, facts.chainId);
}

/** @throws {ChainError} rejected, wrong_chain */
export async function requireSameChain(wallet: ChainWallet, chainId: number): Promise<void> {
  const found = await chainIdOf(wallet);
  if (found !== chainId)
    throw new ChainError("wrong_chain", `the wallet is on chain ${found}, the venue on ${chainId}`);
}

async function chainIdOf(wallet: ChainWallet): Promise<number> {
  return Number(await asked(wallet, "eth_chainId"));
}

/** The error code with which wallets refuse a chain that they do not know. */
const UNKNOWN_CHAIN = 4902;

async function changeChain(wallet: ChainWallet, facts: ChainFacts): Promise<void> {
  const chainId = `0x${facts.chainId.toString(16)}`;
  try {
    await wallet.request({ method: "wallet_switchEthereumChain", params: [{ chainId }] });
  } catch (error) {
    if (isRejection(error)) throw rejected(error);
    if (codeOf(error) !== UNKNOWN_CHAIN || facts.rpcUrl === null) return;
    const { name: chainName, nativeCurrency } = chainOf(facts);
    const explorers = facts.explorerUrl === null ? {} : { blockExplorerUrls: [facts.explorerUrl] };
    const added = { chainId, chainName, nativeCurrency, rpcUrls: [facts.rpcUrl], ...explorers };
    await asked(wallet, "wallet_addEthereumChain", [added]);
  }
}

/** @throws {ChainError} rejected, when the person at the wallet declines */
async function asked(wallet: ChainWallet, method: string, params?: unknown): Promise<unknown> {
  try {
    return await wallet.request(params === undefined ? { method } : { method, params });
  } catch (error) {
    throw isRejection(error) ? rejected(error) : error;
  }
}

export function rejected(cause: unknown): ChainError {
  return new ChainError("rejected", "it was refused at the wallet", { cause });
}

/** Whether the person at the wallet declined: code 4001, anywhere in the chain of causes. */
export function isRejection(error: unknown): boolean {
  for (let each: unknown = error; typeof each === "object" && each !== null; each = (each as Error).cause) {
    if (codeOf(each) === 4001) return true;
  }
  return false;
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
