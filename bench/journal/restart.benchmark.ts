// A restart from a snapshot of a million accounts and a million resting orders. It measures how long the venue pauses
// to take such a snapshot, how long the engine needs to restore from it, and how long a venue's process takes from its
// start until it answers requests, with the later commands replayed. The last is measured twice: with the whole journal
// read and checked, as after a restore from a copy, and with closed segments remembered as verified.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { dataPaths } from "@evermark/core";
import { assert, Engine } from "@evermark/engine";
import { MEMORY_NAME } from "@evermark/journal/segment-memory.ts";
import { valueAtMost } from "../figures/budget.ts";
import { type Benchmark, figureAlone } from "../figures/measure.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";
import { type LargeVenueShape, makeLargeVenue } from "./large-venue.ts";
import { startVenueProgram } from "./venue-start.ts";

const SHAPE: LargeVenueShape = { accounts: 1_000_000, after: 50_000 };
const QUICK_SHAPE: LargeVenueShape = { accounts: 2_000, after: 100 };
const READY_SECONDS = 5;

export const restart: Benchmark = {
  name: "restart",
  about: "seconds from a snapshot of 1 M accounts and 1 M resting orders to a venue that is ready",
  async run({ quick }, report) {
    const runs = quick ? 1 : 2;
    await scratchDirectory(async (directory) => {
      const taken: number[] = [];
      const restored: number[] = [];
      await makeLargeVenue(directory, quick ? QUICK_SHAPE : SHAPE, (engine) => {
        const bytes = lastOf(runs, taken, () => engine.snapshot());
        const again = lastOf(runs, restored, () => Engine.restore(bytes));
        assert(Buffer.compare(again.snapshot(), bytes) === 0, "the restored state is the same");
        return bytes;
      });
      report(figureAlone("snapshot-taken", "s standing still", taken));
      report(figureAlone("snapshot-restored", "s", restored));
      const unremembered: number[] = [];
      for (let run = 0; run < runs; run++) {
        rmSync(join(dataPaths(directory).journal, MEMORY_NAME), { force: true });
        unremembered.push(await secondsToReady(directory));
      }
      report(figureAlone("restart-after-restore", "s to ready", unremembered));
      const ready: number[] = [];
      for (let run = 0; run < runs; run++) ready.push(await secondsToReady(directory));
      report(figureAlone("restart", "s to ready", ready, valueAtMost(READY_SECONDS)));
    });
  },
};

/** Runs the work the given number of times, records the seconds of each run, and returns the last result. */
function lastOf<Result>(runs: number, seconds: number[], work: () => Result): Result {
  for (;;) {
    Bun.gc(true);
    const startedAt = performance.now();
    const result = work();
    seconds.push((performance.now() - startedAt) / 1_000);
    if (seconds.length === runs) return result;
  }
}

/** Starts a venue and kills it, so that the next one finds the same state as this one. */
async function secondsToReady(directory: string): Promise<number> {
  const venue = await startVenueProgram(directory, ["--chain", "off", "--prices", "manual"]);
  venue.process.kill("SIGKILL");
  await venue.process.exited;
  return venue.seconds;
}
