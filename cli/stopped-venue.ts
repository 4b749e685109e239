// What commands that inspect a data directory share: the directory must exist, and no venue may be running on it.

import { existsSync } from "node:fs";
import { lockDataDirectory } from "@evermark/core";
import { CommandMistake } from "./explain.ts";

/** @throws {CommandMistake} for a directory that does not exist: taking its lock would create it */
export async function withStoppedVenue<Result>(
  dataDirectory: string,
  use: () => Promise<Result> | Result,
): Promise<Result> {
  if (!existsSync(dataDirectory)) {
    throw new CommandMistake(`data: ${dataDirectory} does not exist; expected the data directory of a venue`);
  }
  const lock = lockDataDirectory(dataDirectory);
  try {
    return await use();
  } finally {
    lock.release();
  }
}
