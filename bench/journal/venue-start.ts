// A venue started as a program of its own, by the clock until it says that it is ready.

import { join } from "node:path";
import type { Subprocess } from "bun";

const MAIN = join(import.meta.dir, "..", "..", "cli", "main.ts");

export interface StartedVenue {
  readonly process: Subprocess;
  /** From the start of the process. */
  readonly seconds: number;
}

/** @param flags besides the port */
export async function startVenueProgram(directory: string, flags: readonly string[]): Promise<StartedVenue> {
  const startedAt = performance.now();
  const command = [process.execPath, MAIN, "start", "--data", directory, "--port", "0", ...flags];
  const venue = Bun.spawn(command, { stdout: "pipe", stderr: "pipe", stdin: "ignore" });
  // What it says must not fill the pipe, and is of use when it fails.
  const said = new Response(venue.stderr).text();
  for await (const piece of venue.stdout.pipeThrough(new TextDecoderStream())) {
    if (piece.includes("ready ")) return { process: venue, seconds: (performance.now() - startedAt) / 1_000 };
  }
  throw new Error(`the venue ended with ${await venue.exited} before it was ready: ${await said}`);
}
