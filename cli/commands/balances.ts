// `evermark balances`: the balance and the proof with which an account withdraws when the venue and its attesters are
// gone, read from a file that an attester has written. It needs no network, and checks the file against the file's own
// root.

import { vaultAbi } from "@evermark/contracts";
import { exitProof } from "@evermark/venue/chain/attesters/balances/published-balances.ts";
import type { Command } from "commander";
import { encodeFunctionData } from "viem";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";

interface BalancesFlags {
  readonly account: string;
  readonly json?: boolean;
}

export function addBalances(program: Command): void {
  program
    .command("balances")
    .description("show the proof with which an account can withdraw from the vault when the venue is gone")
    .argument("<file>", "file of balances, from the data directory of an attester")
    .requiredOption("--account <id>", "the account's id, 0x and 64 hex digits")
    .option("--json", "print JSON")
    .action(run);
}

async function run(file: string, { account, json }: BalancesFlags): Promise<void> {
  const found = proofOf(file, account);
  if (found === undefined) throw new CommandMistake(`${account}: expected an account that is in ${file}`);
  const { wallet, brokerHash, tokenHash, result, proof } = found;
  const args = [wallet, brokerHash, tokenHash, result, proof] as const;
  const call = encodeFunctionData({ abi: vaultAbi, functionName: "exit", args });
  const lines = [
    `vault      ${found.vault} on chain ${found.chainId}`,
    `root       ${found.root}, at journal position ${found.position}`,
    `wallet     ${wallet}, which receives the payment`,
    `result     ${result} millionths beyond the vault's own count for the account`,
    `call       ${call}`,
  ];
  print({ data: { ...found, result: String(result), call }, lines }, json);
}

function proofOf(file: string, account: string) {
  try {
    return exitProof(file, account);
  } catch (error) {
    throw new CommandMistake(error instanceof Error ? error.message : String(error));
  }
}
