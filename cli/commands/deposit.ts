// `evermark deposit`: moves USDC from the wallet on the chain into the account, and follows the deposit until it is
// credited. Vault 4 and 8.4.

import { type DepositProgress, deposit, followDeposit } from "@evermark/client";
import type { Command } from "commander";
import { addChainOptions, balanceAt, type ChainOptions, chainSession, linkTo } from "../chain-session.ts";
import { CommandMistake } from "../explain.ts";
import { print, whileUnanswered } from "../report.ts";
import { explainInterrupt } from "../signals.ts";

interface DepositFlags extends ChainOptions {
  readonly follow?: string;
}

export function addDeposit(program: Command): void {
  const command = program
    .command("deposit")
    .description("deposit USDC from the wallet into the account, and wait until it is credited")
    .argument("[amount]", "in USDC")
    .option("--follow <transaction>", "wait for a deposit that was already sent");
  addChainOptions(command).action(run);
}

async function run(amount: string | undefined, flags: DepositFlags): Promise<void> {
  if ((amount === undefined) === (flags.follow === undefined)) {
    throw new CommandMistake("amount: expected an amount in USDC, or --follow with a transaction");
  }
  const { client, facts, wallet } = await chainSession(flags, process.env);
  let reached: DepositProgress | undefined;
  explainInterrupt(() => interrupted(reached, flags.follow));
  const onProgress = (at: DepositProgress) => {
    reached = at;
    const line = lineOf(at);
    if (flags.json !== true && line !== undefined) process.stdout.write(`${line}\n`);
  };
  const common = { client, wallet, onProgress, onUnanswered: whileUnanswered() };
  const { transaction, amount: credited } =
    amount === undefined
      ? await followDeposit({ ...common, transaction: transactionOf(flags.follow!) })
      : await deposit({ ...common, amount: decimalIn(amount) });
  const balance = await balanceAt(client);
  print(
    {
      data: { transaction, credited, balance },
      lines: [`credited     ${credited} USDC: ${linkTo(transaction, facts)}`, `balance      ${balance} USDC`],
    },
    flags.json,
  );
}

function lineOf(at: DepositProgress): string | undefined {
  if (at.step === "confirming") return `confirmed    ${at.confirmations} of ${at.required}`;
  if (at.step === "credited" || at.transaction === undefined) return undefined;
  return at.step === "approving" ? `approving    ${at.transaction}` : `depositing   ${at.transaction}`;
}

function interrupted(at: DepositProgress | undefined, followed: string | undefined): string {
  const transaction = at?.step === "approving" ? undefined : (at?.transaction ?? followed);
  if (transaction !== undefined) {
    return `the deposit continues without this command; to wait for it: npx evermark deposit --follow ${transaction}`;
  }
  return at?.step === "depositing"
    ? "the deposit may have been sent: npx evermark chain shows what is under way"
    : "nothing was deposited";
}

function transactionOf(text: string): `0x${string}` {
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return text as `0x${string}`;
  throw new CommandMistake(`follow: ${JSON.stringify(text)}; expected the hash of a transaction, 0x and 64 hex digits`);
}

/** @throws {CommandMistake} */
export function decimalIn(text: string): string {
  if (/^\d{1,15}(\.\d{1,6})?$/.test(text) && Number(text) > 0) return text;
  throw new CommandMistake(
    `amount: ${JSON.stringify(text)}; expected USDC above 0 with at most six decimals, such as 250 or 0.5`,
  );
}
