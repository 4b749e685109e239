// A directory that exists only during a measurement. It is under the working directory and not under /tmp, which is
// often kept in memory, where a sync costs nothing.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

export const SCRATCH_PARENT = resolve("data", "bench");

export async function scratchDirectory<Result>(use: (directory: string) => Result | Promise<Result>): Promise<Result> {
  mkdirSync(SCRATCH_PARENT, { recursive: true });
  const directory = mkdtempSync(join(SCRATCH_PARENT, "run-"));
  try {
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
