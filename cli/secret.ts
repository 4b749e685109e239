// Reads a password, and the key that is encrypted with it. The password comes from a variable, or is typed at the
// terminal without being shown.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { decryptKey, KeystoreRefused } from "@evermark/venue/chain/keys/encrypted-key.ts";
import { KEYSTORE_PASSWORD_VARIABLE } from "@evermark/venue/configuration/values/key-source.ts";
import type { Hex } from "viem";
import { CommandMistake } from "./explain.ts";

/** @throws {CommandMistake} when there is neither a variable nor a terminal, or the person cancels */
export async function passwordFor(question: string, variable: string): Promise<string> {
  const given = process.env[variable];
  if (given !== undefined && given !== "") return given;
  if (!process.stdin.isTTY) throw new CommandMistake(`${variable}: not set, and there is no terminal to ask at`);
  return hiddenLine(question);
}

/**
 * The key in a keystore, decrypted with the password of the variable or of the person at the terminal. @throws
 * {CommandMistake}
 */
export async function keyOfKeystore(path: string): Promise<Hex> {
  const text = readFileSync(path, "utf8");
  const password = await passwordFor(`Password of ${path}: `, KEYSTORE_PASSWORD_VARIABLE);
  return decryptKey(text, password).catch((error: unknown) => {
    throw error instanceof KeystoreRefused ? new CommandMistake(`${path}: ${error.message}`) : error;
  });
}

async function hiddenLine(question: string): Promise<string> {
  const { stdin, stderr } = process;
  const nowhere = new Writable({ write: (_chunk, _encoding, written) => written() });
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  stderr.write(question);
  try {
    return await new Promise((resolve, reject) => {
      reader.once("line", resolve).once("close", () => reject(new CommandMistake("given up")));
    });
  } finally {
    reader.close();
    stderr.write("\n");
  }
}
