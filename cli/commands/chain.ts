// `evermark chain`: where the venue's money is held, whether all of it is there, and what is on its way. Facts that the
// chain has are read from the chain, not from the venue. Vault 8 to 10.

import { ChainError, type ChainFacts, type Client, chainFacts } from "@evermark/client";
import { readVaultFacts, type VaultFacts } from "@evermark/venue/chain/custody/vault-facts.ts";
import { JsonRpcNode } from "@evermark/venue/chain/rpc/json-rpc-node.ts";
import { NodeReader } from "@evermark/venue/chain/rpc/node-reader.ts";
import type { Command } from "commander";
import { erc20Abi, formatUnits, type Hex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { addChainOptions, balanceAt, type ChainOptions, nodeOf, readerOn } from "../chain-session.ts";
import { findWalletKey, privateClient, publicClient } from "../client-session.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";
import { linesOfReserves } from "../shown-reserves.ts";

export function addChain(program: Command): void {
  const command = program
    .command("chain")
    .description(
      "show the vault and the treasuries, whether they cover what the venue owes, your wallet, and payments in progress",
    );
  addChainOptions(command).action(run);
}

async function run(flags: ChainOptions): Promise<void> {
  const { env } = process;
  const hasAccount = (env.EVERMARK_ACCOUNT_ID ?? "") !== "";
  const client = hasAccount ? await privateClient(flags, env) : publicClient(flags, env);
  const facts = await chainFacts(client.rest).catch((error: unknown) => {
    // Whether there is a chain is what the command was asked, so "no chain" is an answer and not a failure.
    if (error instanceof ChainError && error.reason === "no_chain") return error.message;
    throw error;
  });
  if (typeof facts === "string") return print({ data: { chain_id: null, trouble: facts }, lines: [facts] }, flags.json);
  const url = nodeOf(flags, env, facts);
  const { chain, lines } = await chainReport(client, facts, url);
  const own = hasAccount ? await ownReport(client, facts, url) : undefined;
  print({ data: { ...chain, ...own?.data }, lines: [...lines, ...(own?.lines ?? [])] }, flags.json);
}

async function chainReport(client: Client, facts: ChainFacts, url: string) {
  const head = Number(await readerOn(url).getBlockNumber());
  const reader = new NodeReader(new JsonRpcNode(url));
  const vault = await readVaultFacts(reader, { vault: facts.vault, token: "USDC", brokers: [] });
  if (vault?.token == null)
    throw new CommandMistake(`there is no vault for USDC at ${facts.vault}, according to the node`);
  const { rows } = await client.venueFacts.getVaultBalance({ token: "USDC" });
  const { expected: owed, shortfall: missing } = rows[0] ?? { expected: 0, shortfall: 0 };
  const held = Number(vault.token.balance) / 1e6;
  const reserves = await client.venueFacts.getReserves();
  const { trouble } = (await client.venueFacts.getChainInfo()).rows[0] ?? { trouble: null };
  const safe = Math.max(0, head - facts.confirmations);
  const chain = {
    ...{ chain_id: facts.chainId, head, safe, vault: facts.vault, held, owed, missing, trouble },
    ...{ paused: vault.isPaused, operator: vault.operator, guardian: vault.guardian, owner: vault.owner },
    reserves,
  };
  return { chain, lines: [...linesOfChain(facts, vault, chain), ...linesOfReserves(reserves)] };
}

interface Shown {
  readonly head: number;
  readonly safe: number;
  readonly held: number;
  readonly owed: number;
  readonly missing: number;
  readonly trouble: string | null;
}

function linesOfChain(
  facts: ChainFacts,
  vault: VaultFacts,
  { head, safe, held, owed, missing, trouble }: Shown,
): string[] {
  const { perWithdrawal, perDay, counted } = vault.token!;
  const delay = vault.timelock === null ? "no timelock" : `a timelock of ${timeOf(vault.timelock.delaySeconds)}`;
  return [
    `chain      ${facts.chainId}, head ${head}, final up to ${safe} (${facts.confirmations} confirmation${facts.confirmations === 1 ? "" : "s"})`,
    ...(trouble === null ? [] : [`trouble    ${trouble}`]),
    `vault      ${facts.vault}${vault.isPaused ? ", PAUSED" : ""}`,
    `holds      ${held} USDC`,
    `must hold  ${owed} USDC: ${missing > 0 ? `${missing} USDC ARE MISSING` : "all of it is there"}`,
    `caps       ${usdc(perWithdrawal)} USDC a withdrawal; ${usdc(counted)} of ${usdc(perDay)} USDC of the daily cap used; above: ${timeOf(vault.queueDelaySeconds)} in the queue`,
    `operator   ${vault.operator}`,
    `guardian   ${vault.guardian}`,
    `owner      ${vault.owner}, ${delay}`,
  ];
}

async function ownReport(client: Client, facts: ChainFacts, url: string) {
  const key = findWalletKey(process.env);
  const wallet = key === undefined ? undefined : await walletReport(privateKeyToAddress(key), facts, url);
  const balance = await balanceAt(client);
  const { rows } = await client.funds.getAssetHistory({ size: 100 });
  const underWay = rows.filter(({ trans_status }) => trans_status !== "COMPLETED" && trans_status !== "FAILED");
  const lines = underWay.map(({ id, side, amount, trans_status, tx_id, ...row }) => {
    const what = side === "DEPOSIT" ? "deposit" : `withdrawal ${id}`;
    const depth = row.confirmations === null ? "" : `, ${row.confirmations} of ${row.confirmations_required} blocks`;
    const when = row.estimated_time === null ? "" : `, likely by ${new Date(row.estimated_time).toISOString()}`;
    return `under way  ${what} of ${amount} USDC, ${trans_status}${depth}${when}${tx_id === "" ? "" : `, ${tx_id}`}`;
  });
  return {
    data: { wallet, balance, under_way: underWay },
    lines: [
      ...(wallet === undefined
        ? []
        : [`wallet     ${wallet.address}: ${wallet.usdc} USDC, ${wallet.gas} ${facts.currency} for gas`]),
      `account    ${balance} USDC`,
      ...(lines.length === 0 ? ["under way  nothing"] : lines),
    ],
  };
}

async function walletReport(address: Hex, facts: ChainFacts, url: string) {
  const reader = readerOn(url);
  const token = { address: facts.token, abi: erc20Abi } as const;
  const [units, gas] = await Promise.all([
    reader.readContract({ ...token, functionName: "balanceOf", args: [address] }),
    reader.getBalance({ address }),
  ]);
  return { address, usdc: formatUnits(units, facts.decimals), gas: formatUnits(gas, 18) };
}

function usdc(units: bigint): string {
  return formatUnits(units, 6);
}

/** `48 h`, `90 min`, `45 s`: in the largest unit that divides the duration. */
function timeOf(seconds: bigint): string {
  if (seconds % 3_600n === 0n && seconds > 0n) return `${seconds / 3_600n} h`;
  return seconds % 60n === 0n && seconds > 0n ? `${seconds / 60n} min` : `${seconds} s`;
}
