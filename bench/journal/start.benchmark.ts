// A sandbox from the start of its process until it is ready, with a chain of its own and without: when it is new, and when it
// has been before. And what the chain costs a venue without clients: two of them at a time, one with a chain, for as long.

import { join } from "node:path";
import { readFacts } from "@evermark/journal/checksummed-file.ts";
import { valueAtMost } from "../figures/budget.ts";
import { type Benchmark, figureAlone, figureOf } from "../figures/measure.ts";
import { cpuSecondsOf } from "../processes/cpu-use.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";
import { type StartedVenue, startVenueProgram } from "./venue-start.ts";

const CHAINS = ["local", "off"] as const;
const READY_SECONDS = 3;
/** Of one core. */
const IDLE_PERCENT = 2;
/** After a start: what is compiled and put on the chain then is no idling. */
const SETTLE_MS = 10_000;

type Chain = (typeof CHAINS)[number];
type Seconds = Record<Chain, number[]>;

export const start: Benchmark = {
  name: "start",
  about: "s from the start of a sandbox's process to ready, with a chain of its own; and what that costs when idle",
  load: { seconds: 20 },
  quickLoad: { seconds: 0.1 },
  async run({ quick, load }, report) {
    const runs = quick ? 1 : 5;
    const fresh: Seconds = { local: [], off: [] };
    const again: Seconds = { local: [], off: [] };
    for (let run = 0; run < runs; run++) {
      for (const chain of CHAINS) {
        await scratchDirectory(async (directory) => {
          fresh[chain].push(await secondsToReady(directory, chain));
          if (!quick) again[chain].push(await secondsToReady(directory, chain));
        });
      }
    }
    const against = "without a chain";
    const samples = ({ local, off }: Seconds) => ({ ours: local, theirs: off });
    report(figureOf("start, a new sandbox", "s to ready", against, samples(fresh), valueAtMost(READY_SECONDS)));
    if (quick) return;
    report(
      figureOf("start, one that has been before", "s to ready", against, samples(again), valueAtMost(READY_SECONDS)),
    );
    const idle = await percentOfIdling(load.seconds * 1_000);
    report(figureOf("start, then idle", "% of a core", against, { ours: [idle.local], theirs: [idle.off] }));
    report(
      figureAlone("start, then idle, for the chain", "% of a core", [idle.local - idle.off], valueAtMost(IDLE_PERCENT)),
    );
  },
};

const startOne = (directory: string, chain: Chain) => startVenueProgram(directory, ["--chain", chain]);

async function secondsToReady(directory: string, chain: Chain): Promise<number> {
  const venue = await startOne(directory, chain);
  await end(venue);
  return venue.seconds;
}

async function end({ process }: StartedVenue): Promise<void> {
  process.kill("SIGTERM");
  await process.exited;
}

/** Of the venue and, where it has one, its chain's node. */
async function percentOfIdling(milliseconds: number): Promise<Record<Chain, number>> {
  return scratchDirectory(async (parent) => {
    const directories = CHAINS.map((chain) => join(parent, chain));
    const venues = await Promise.all(CHAINS.map((chain, place) => startOne(directories[place]!, chain)));
    try {
      await Bun.sleep(SETTLE_MS);
      const used = (place: number) => {
        const { pid } = venues[place]!.process;
        return [pid, ...nodeOf(directories[place]!)].map(cpuSecondsOf).reduce((sum, each) => sum + each, 0);
      };
      const before = CHAINS.map((_, place) => used(place));
      await Bun.sleep(milliseconds);
      const [local, off] = before.map((seconds, place) => ((used(place) - seconds) / milliseconds) * 100_000);
      return { local: local!, off: off! };
    } finally {
      await Promise.all(venues.map(end));
    }
  });
}

function nodeOf(directory: string): number[] {
  const read = readFacts(join(directory, "chain", "node.json"));
  return typeof read === "string" ? [] : [(read.facts as { readonly pid: number }).pid];
}
