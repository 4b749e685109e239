// `evermark onboard`: from nothing to an account that can trade, with its credentials in `.env`. Interface 4.1.

import { ApiError, type Client, claimFaucet, fundWallet, importWallet, onboard } from "@evermark/client";
import type { Command } from "commander";
import { balanceAt } from "../chain-session.ts";
import { addSessionOptions, findWalletKey, type SessionOptions, urlOf } from "../client-session.ts";
import { refuseToOverwrite, writeEnvFile } from "../env-file.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";

/** Test USDC for a wallet on a sandbox's own chain, in addition to what the faucet credits to the account. */
const ON_CHAIN_USDC = 10_000;

interface OnboardFlags extends SessionOptions {
  readonly broker?: string;
  readonly out: string;
  readonly force?: boolean;
  readonly referral?: string;
  readonly scope: string;
}

export function addOnboard(program: Command): void {
  const command = program
    .command("onboard")
    .description("make a wallet and an API key, open an account, claim test money, and write the credentials to .env")
    .option("--broker <id>", "builder under which to open the account (default: EVERMARK_BROKER_ID or evermark)")
    .option("--scope <words>", "what the API key may do: read, trading, asset", "read,trading,asset")
    .option("--referral <code>", "bind the account to a referral code, which is possible only before it has money")
    // Not named --env-file: Node.js takes that flag for itself, wherever it appears.
    .option("--out <path>", "file for the credentials", ".env")
    .option("--force", "replace that file")
    .addHelpText("after", "\nA wallet key in EVERMARK_WALLET_KEY is used instead of a new one.");
  addSessionOptions(command).action(run);
}

async function run(flags: OnboardFlags): Promise<void> {
  refuseToOverwrite(flags.out, flags.force);
  const baseUrl = urlOf(flags, process.env);
  const given = findWalletKey(process.env);
  const { client, credentials } = await onboard({
    baseUrl,
    brand: process.env.EVERMARK_BRAND,
    brokerId: flags.broker ?? process.env.EVERMARK_BROKER_ID ?? "evermark",
    wallet: given === undefined ? undefined : importWallet(given),
    keyTerms: { scope: flags.scope },
    claimsFaucet: flags.referral === undefined,
  });
  const { accountId, brokerId, key, wallet } = credentials;
  writeEnvFile(
    flags.out,
    {
      EVERMARK_URL: baseUrl,
      EVERMARK_BROKER_ID: brokerId,
      EVERMARK_ACCOUNT_ID: accountId,
      EVERMARK_API_KEY: key.publicKey,
      EVERMARK_API_SECRET: key.secret,
      EVERMARK_WALLET_KEY: wallet?.privateKey ?? given ?? "",
    },
    flags.force,
  );
  const { address } = await client.venueFacts.getPublicAccount({ account_id: accountId });
  if (flags.referral !== undefined) {
    await bindReferral(client, flags.referral, flags.out);
    // By balance, not only for a new account: an account whose first code was refused has not claimed anything yet.
    if ((await balanceAt(client)) === 0) await claimFaucet(client.rest, address, brokerId);
  }
  const balance = await balanceAt(client);
  const onChain = (await fundWallet(client, address, ON_CHAIN_USDC)) ? ON_CHAIN_USDC : 0;
  const data = {
    account_id: accountId,
    broker_id: brokerId,
    api_key: key.publicKey,
    env_file: flags.out,
    referral: flags.referral ?? null,
    balance,
    on_chain: onChain,
  };
  print(
    {
      data,
      lines: [
        `account  ${accountId}`,
        `broker   ${brokerId}`,
        `api key  ${key.publicKey}`,
        ...(flags.referral === undefined ? [] : [`referral ${flags.referral}`]),
        `balance  ${balance} USDC`,
        ...(onChain === 0 ? [] : [`wallet   ${onChain} test USDC and gas on the chain`]),
        "",
        `The credentials are in ${flags.out}; keep them to yourself. Next:`,
        "  npx evermark book PERP_BTC_USDC",
        "  npx evermark order PERP_BTC_USDC buy 0.01 --type market",
        "  npx evermark positions",
        ...(onChain === 0 ? [] : ["  npx evermark deposit 1000"]),
      ],
    },
    flags.json,
  );
}

/** @throws {CommandMistake} when the code is refused */
async function bindReferral(client: Client, code: string, envFile: string): Promise<void> {
  try {
    await client.referral.bindReferral({ referral_code: code });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CommandMistake(
      `referral: ${JSON.stringify(code)} was refused: ${error.message} (code ${error.code}); the account is open and its ` +
        `credentials are in ${envFile}: to continue with it, run this again with another --referral and --force`,
    );
  }
}
