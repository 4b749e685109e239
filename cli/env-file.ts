// The `.env` file that keeps an account's credentials: readable by its owner alone, and never overwritten by accident.

import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { CommandMistake } from "./explain.ts";

/** @throws {CommandMistake} when the file exists and may not be replaced */
export function refuseToOverwrite(path: string, isForced: boolean | undefined): void {
  if (existsSync(path) && isForced !== true) {
    throw new CommandMistake(`${path} exists; move it away, name another with --out, or replace it with --force`);
  }
}

/** Writes `NAME=value` lines. */
export function writeEnvFile(
  path: string,
  values: Readonly<Record<string, string>>,
  isForced: boolean | undefined,
): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
  // `wx` refuses a file that has appeared since the check.
  writeFileSync(path, lines.join(""), { mode: 0o600, flag: isForced === true ? "w" : "wx" });
  // A replaced file keeps its old mode.
  chmodSync(path, 0o600);
}
