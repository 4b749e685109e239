// `evermark withdraw`: withdraws from the account to its wallet, and follows the withdrawal to the transaction that
// paid it. Interface 4.6 and 5.4.

import { chainFacts, followWithdrawal, importWallet, type WithdrawalProgress, withdraw } from "@evermark/client";
import type { Command } from "commander";
import { balanceAt, linkTo } from "../chain-session.ts";
import { addSessionOptions, findWalletKey, privateClient, type SessionOptions } from "../client-session.ts";
import { CommandMistake } from "../explain.ts";
import { print, whileUnanswered } from "../report.ts";
import { explainInterrupt } from "../signals.ts";
import { decimalIn } from "./deposit.ts";

interface WithdrawFlags extends SessionOptions {
  readonly contract?: string;
  readonly follow?: string;
}

export function addWithdraw(program: Command): void {
  const command = program
    .command("withdraw")
    .description("withdraw USDC from the account to its wallet, and wait until it is paid")
    .argument("[amount]", "in USDC; the fee is deducted from it")
    .option(
      "--contract <address>",
      "for a contract's account: the contract for which the wallet signs, and which is paid",
    )
    .option("--follow <id>", "wait for a withdrawal that was already accepted");
  addSessionOptions(command).action(run);
}

async function run(amount: string | undefined, flags: WithdrawFlags): Promise<void> {
  if ((amount === undefined) === (flags.follow === undefined)) {
    throw new CommandMistake("amount: expected an amount in USDC, or --follow with the id of a withdrawal");
  }
  const client = await privateClient(flags, process.env);
  const facts = await chainFacts(client.rest);
  let withdrawal = flags.follow;
  explainInterrupt(() => interrupted(withdrawal));
  const onProgress = (at: WithdrawalProgress) => {
    if (at.step !== "signing") withdrawal = String(at.withdrawId);
    const line = lineOf(at);
    if (flags.json !== true && line !== undefined) process.stdout.write(`${line}\n`);
  };
  const common = { client, onProgress, onUnanswered: whileUnanswered() };
  const { withdrawId, transaction, received } =
    amount === undefined
      ? await followWithdrawal({ ...common, withdrawId: idOf(flags.follow!) })
      : await withdraw({ ...common, amount: decimalIn(amount), wallet: wallet(), contract: flags.contract });
  const balance = await balanceAt(client);
  print(
    {
      data: { withdraw_id: withdrawId, transaction, received, balance },
      lines: [`paid         ${received} USDC: ${linkTo(transaction, facts)}`, `balance      ${balance} USDC`],
    },
    flags.json,
  );
}

function interrupted(withdrawal: string | undefined): string {
  return withdrawal === undefined
    ? "npx evermark chain shows whether the venue has accepted it"
    : `the withdrawal continues without this command; to wait for it: npx evermark withdraw --follow ${withdrawal}`;
}

function wallet() {
  const key = findWalletKey(process.env);
  if (key !== undefined) return importWallet(key);
  throw new CommandMistake("EVERMARK_WALLET_KEY: not set; run `npx evermark onboard` here first, or set it");
}

function lineOf(at: WithdrawalProgress): string | undefined {
  switch (at.step) {
    case "accepted":
      return `accepted     withdrawal ${at.withdrawId}`;
    case "waiting":
      return "waiting      the vault has to be filled first";
    case "sent":
      return `sent         ${at.transaction}${whenOf(at.estimatedAt)}`;
    default:
      return undefined;
  }
}

/** A payment expected sooner than this is shown without its time. */
const SOON_MS = 120_000;

function whenOf(estimatedAt: number | null): string {
  const isFar = estimatedAt !== null && estimatedAt - Date.now() > SOON_MS;
  return isFar ? `, likely to be paid at ${new Date(estimatedAt).toISOString()}` : "";
}

function idOf(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new CommandMistake(`follow: ${JSON.stringify(text)}; expected the id of a withdrawal, a whole number`);
}
