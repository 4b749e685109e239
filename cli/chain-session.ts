// A wallet on the venue's chain, for commands that move money there: the wallet key that `evermark onboard` wrote, and
// a node.

import { type ChainFacts, type Client, chainFacts } from "@evermark/client";
import type { Command } from "commander";
import { createPublicClient, createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { addSessionOptions, findWalletKey, privateClient, type SessionOptions } from "./client-session.ts";
import { CommandMistake } from "./explain.ts";

export interface ChainOptions extends SessionOptions {
  readonly rpc?: string;
}

export function addChainOptions(command: Command): Command {
  return addSessionOptions(command).option(
    "--rpc <url>",
    "a node of the chain (default: EVERMARK_RPC_URL, or the node that the venue names)",
  );
}

type Environment = Readonly<Record<string, string | undefined>>;

export interface ChainSession {
  readonly client: Client;
  readonly facts: ChainFacts;
  readonly wallet: ReturnType<typeof walletOn>;
}

/** @throws {CommandMistake} when wallet, credentials or a node are missing */
export async function chainSession(options: ChainOptions, environment: Environment): Promise<ChainSession> {
  const client = await privateClient(options, environment);
  const key = findWalletKey(environment);
  if (key === undefined) {
    throw new CommandMistake("EVERMARK_WALLET_KEY: not set; run `npx evermark onboard` here first, or set it");
  }
  const facts = await chainFacts(client.rest);
  return { client, facts, wallet: walletOn(nodeOf(options, environment, facts), key) };
}

/** @throws {CommandMistake} */
export function nodeOf(options: ChainOptions, environment: Environment, { rpcUrl }: ChainFacts): string {
  const url = options.rpc ?? environment.EVERMARK_RPC_URL ?? rpcUrl;
  if (url === null) throw new CommandMistake("rpc: the venue names no node of its chain; name one with --rpc");
  return checkedNode(url);
}

/** @throws {CommandMistake} */
export function checkedNode(url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new CommandMistake(
    `rpc: ${JSON.stringify(url)}; expected the address of a node, such as http://127.0.0.1:8545`,
  );
}

export function walletOn(url: string, key: `0x${string}`) {
  return createWalletClient({ account: privateKeyToAccount(key), transport: http(url) });
}

export function readerOn(url: string) {
  return createPublicClient({ transport: http(url), pollingInterval: 1_000 });
}

/** A block explorer's link to the transaction where the venue names an explorer, otherwise the transaction's hash. */
export function linkTo(transaction: string, { explorerUrl }: ChainFacts): string {
  return explorerUrl === null ? transaction : `${explorerUrl.replace(/\/+$/, "")}/tx/${transaction}`;
}

/** The account's USDC balance at the venue. */
export async function balanceAt(client: Client): Promise<number> {
  const { holding } = await client.account.getHolding();
  return holding.find((row) => row.token === "USDC")?.holding ?? 0;
}
