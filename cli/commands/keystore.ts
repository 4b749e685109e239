// `evermark keystore`: writes a file that keeps the operator's key encrypted with a password. The key is generated here
// or taken from the environment. It is never shown, and never written unencrypted.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { decryptKey, encryptKey, KeystoreRefused } from "@evermark/venue/chain/keys/encrypted-key.ts";
import { KEYSTORE_PASSWORD_VARIABLE, OPERATOR_KEY_VARIABLE } from "@evermark/venue/configuration/values/key-source.ts";
import type { Command } from "commander";
import { type Hex, isHex } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";
import { passwordFor } from "../secret.ts";

interface KeystoreFlags {
  readonly import?: boolean;
  readonly check?: boolean;
  readonly json?: boolean;
}

/** Shorter passwords can be guessed, however expensive the key derivation makes each guess. */
const PASSWORD_MIN = 12;

export function addKeystore(program: Command): void {
  program
    .command("keystore")
    .description("write an encrypted file with a new operator key, and show its address")
    .argument("<file>", "file to write")
    .option("--import", `store the key in ${OPERATOR_KEY_VARIABLE} instead of a new one`)
    .option("--check", "open an existing file, and show the address of its key")
    .option("--json", "print JSON")
    .addHelpText("after", `\nThe password is read from ${KEYSTORE_PASSWORD_VARIABLE}, or asked for.`)
    .action(run);
}

async function run(file: string, flags: KeystoreFlags): Promise<void> {
  const address = flags.check === true ? await check(file) : await make(file, flags.import === true);
  const lines = [
    `address  ${address}`,
    "",
    "For evermark.toml:",
    "[chain]",
    `operator_key = "keystore:${file}"`,
    `operator_address = "${address}"`,
  ];
  print({ data: { address, file }, lines: flags.check === true ? lines.slice(0, 1) : lines }, flags.json);
}

async function check(file: string): Promise<string> {
  const text = readFileSync(file, "utf8");
  const password = await passwordFor("Password: ", KEYSTORE_PASSWORD_VARIABLE);
  const key = await decryptKey(text, password).catch((error: unknown) => {
    throw error instanceof KeystoreRefused ? new CommandMistake(`${file}: ${error.message}`) : error;
  });
  return privateKeyToAddress(key).toLowerCase();
}

async function make(file: string, imports: boolean): Promise<string> {
  if (existsSync(file)) throw new CommandMistake(`${file} exists; a key is never overwritten: name another file`);
  const key = imports ? givenKey() : generatePrivateKey();
  const address = addressOf(key);
  const password = await passwordFor("Password: ", KEYSTORE_PASSWORD_VARIABLE);
  if (password.length < PASSWORD_MIN) {
    throw new CommandMistake(`password: it has ${password.length} characters; expected at least ${PASSWORD_MIN}`);
  }
  if (process.stdin.isTTY && (await passwordFor("Once more: ", KEYSTORE_PASSWORD_VARIABLE)) !== password) {
    throw new CommandMistake("password: the two entries differ");
  }
  writeFileSync(file, await encryptKey(key, password), { mode: 0o600, flag: "wx" });
  return address;
}

function givenKey(): Hex {
  const given = process.env[OPERATOR_KEY_VARIABLE]?.trim() ?? "";
  if (given === "") throw new CommandMistake(`${OPERATOR_KEY_VARIABLE}: not set; expected the key to store`);
  return (given.startsWith("0x") ? given : `0x${given}`) as Hex;
}

function addressOf(key: Hex): string {
  try {
    if (isHex(key) && key.length === 66) return privateKeyToAddress(key).toLowerCase();
  } catch {
    // Reported below instead: the library's message may quote the key.
  }
  throw new CommandMistake(`${OPERATOR_KEY_VARIABLE}: expected 0x and 64 hex digits, a private key`);
}
