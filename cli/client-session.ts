// The venue's URL and the caller's credentials: from options, environment variables and `.env`, as `evermark onboard`
// wrote them. Bun reads the `.env` of the working directory itself.

import { Client, importApiKey } from "@evermark/client";
import type { Command } from "commander";
import { CommandMistake } from "./explain.ts";

const DEFAULT_URL = "http://127.0.0.1:8196";

type Environment = Readonly<Record<string, string | undefined>>;

export interface SessionOptions {
  readonly url?: string;
  readonly json?: boolean;
}

/** Adds the options that every client command has. */
export function addSessionOptions(command: Command): Command {
  return command
    .option("--url <url>", `address of the venue (default: EVERMARK_URL or ${DEFAULT_URL})`)
    .option("--json", "print JSON instead of a table");
}

/** @throws {CommandMistake} when the URL is not valid */
export function urlOf({ url }: SessionOptions, environment: Environment): string {
  const text = url ?? environment.EVERMARK_URL ?? DEFAULT_URL;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new CommandMistake(`url: ${JSON.stringify(text)}; expected an address such as ${DEFAULT_URL}`);
  }
  return text.replace(/\/+$/, "");
}

/** @throws {CommandMistake} when credentials are missing or unreadable */
export async function privateClient(options: SessionOptions, environment: Environment): Promise<Client> {
  const accountId = required(environment, "EVERMARK_ACCOUNT_ID");
  const secret = required(environment, "EVERMARK_API_SECRET");
  const key = await importApiKey(secret).catch(() => {
    // The value is not shown: it may be a secret with one letter missing.
    throw new CommandMistake("EVERMARK_API_SECRET: expected the base58 form of 32 bytes");
  });
  const expected = environment.EVERMARK_API_KEY;
  if (expected !== undefined && expected !== key.publicKey) {
    throw new CommandMistake(
      `EVERMARK_API_KEY: ${expected}; expected ${key.publicKey}, which EVERMARK_API_SECRET signs for`,
    );
  }
  return new Client({
    baseUrl: urlOf(options, environment),
    brand: environment.EVERMARK_BRAND,
    signer: { accountId, key },
  });
}

/** A client without credentials, for public calls. */
export function publicClient(options: SessionOptions, environment: Environment): Client {
  return new Client({ baseUrl: urlOf(options, environment), brand: environment.EVERMARK_BRAND });
}

/**
 * The private key of the wallet.
 * @throws {CommandMistake} when the value is not a private key; the value itself is not shown
 */
export function findWalletKey(environment: Environment): `0x${string}` | undefined {
  const text = environment.EVERMARK_WALLET_KEY;
  if (text === undefined || text === "") return undefined;
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) throw new CommandMistake("EVERMARK_WALLET_KEY: expected 0x and 64 hex digits");
  return text as `0x${string}`;
}

function required(environment: Environment, name: string): string {
  const value = environment[name];
  if (value === undefined || value === "") {
    throw new CommandMistake(`${name}: not set; run \`npx evermark onboard\` here first, or set it`);
  }
  return value;
}
