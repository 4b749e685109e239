// Starts a venue as a separate program, and measures the time until it reports that it is ready.

import { join } from "node:path";
import type { Subprocess } from "bun";

const MAIN = join(import.meta.dir, "..", "..", "cli", "main.ts");

export interface StartedVenue {
  readonly process: Subprocess;
  /** From the start of the process until it is ready. */
  readonly seconds: number;
}

/** @param flags in addition to the port */
export async function startVenueProgram(directory: string, flags: readonly string[]): Promise<StartedVenue> {
  const startedAt = performance.now();
  const command = [process.execPath, MAIN, "start", "--data", directory, "--port", "0", ...flags];
  const venue = Bun.spawn(command, { stdout: "pipe", stderr: "pipe", stdin: "ignore" });
  // The output must be read so that it does not fill the pipe, and it is useful when the start fails.
  const output = new Response(venue.stderr).text();
  for await (const piece of venue.stdout.pipeThrough(new TextDecoderStream())) {
    if (piece.includes("ready ")) return { process: venue, seconds: (performance.now() - startedAt) / 1_000 };
  }
  throw new Error(`the venue exited with ${await venue.exited} before it was ready: ${await output}`);
}
