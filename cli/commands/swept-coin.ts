// `evermark swept-coin`: lists, by account, the chain's own coin that came to receiver addresses by mistake and was
// swept to the treasury, for operators who give it back. Read from the factory's events, without a venue.

import { depositReceiverAbi } from "@evermark/contracts";
import { receiverOf } from "@evermark/venue/chain/receivers/receiver-address.ts";
import type { Command } from "commander";
import { type Address, formatEther, getAbiItem } from "viem";
import { checkedNode, readerOn } from "../chain-session.ts";
import { print } from "../report.ts";
import { address } from "../vault-plan.ts";

interface SweptFlags {
  readonly rpc: string;
  readonly factory: Address;
  readonly fromBlock: string;
  readonly json?: boolean;
}

/** Nodes refuse wider ranges of blocks. */
const BLOCKS = 9_999n;

export function addSweptCoin(program: Command): void {
  program
    .command("swept-coin")
    .description("list the chain's own coin that arrived at accounts' addresses and was swept to the treasury")
    .requiredOption("--rpc <url>", "a node of the chain")
    .requiredOption("--factory <address>", "chain.receiver_factory", address)
    .option("--from-block <number>", "first_block of the chain, from which to look for sweeps", "0")
    .option("--json", "print JSON")
    .action(run);
}

async function run({ rpc, factory, fromBlock, json }: SweptFlags): Promise<void> {
  const reader = readerOn(checkedNode(rpc));
  const head = await reader.getBlockNumber();
  const event = getAbiItem({ abi: depositReceiverAbi, name: "SweptCoin" });
  const rows: object[] = [];
  const lines: string[] = [];
  for (let from = BigInt(fromBlock); from <= head; from += BLOCKS + 1n) {
    const toBlock = from + BLOCKS < head ? from + BLOCKS : head;
    const logs = await reader.getLogs({ address: factory, event, fromBlock: from, toBlock, strict: true });
    for (const { args, blockNumber, transactionHash: transaction } of logs) {
      const receiver = receiverOf(factory, args.accountId);
      const amount = formatEther(args.amount);
      rows.push({ account_id: args.accountId, address: receiver, amount, block: Number(blockNumber), transaction });
      lines.push(`${amount} of account ${args.accountId}`, `  at ${receiver}, swept by ${transaction}`);
    }
  }
  print({ data: { rows }, lines: rows.length === 0 ? ["none was swept"] : lines }, json);
}
