// The time from the start of a sandbox's process until it is ready: with and without its own chain, for a new sandbox
// and for one that ran before, and with and without days of past trading. It also measures what the chain costs a venue
// without clients, and what the demo traders cost. For that, two venues run at the same time for the same duration, one
// with it and one without.

import { join } from "node:path";
import { readFacts } from "@evermark/journal/checksummed-file.ts";
import { valueAtMost } from "../figures/budget.ts";
import { type Benchmark, figureAlone, figureOf } from "../figures/measure.ts";
import { cpuSecondsOf } from "../processes/cpu-use.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";
import { type StartedVenue, startVenueProgram } from "./venue-start.ts";

const CHAINS = ["local", "off"] as const;
const QUIET = ["--no-demo"];
const TRADED = ["--chain", "off", "--past-days"];
/** The additional time for a new sandbox to make its days of past trading. */
const PAST_SECONDS = 2;
const READY_SECONDS = 3;
/** In percent of one core. */
const IDLE_PERCENT = 2;
/** The wait after a start: what is compiled and deployed during it does not count as idle load. */
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
          fresh[chain].push(await secondsToReady(directory, flagsOf(chain)));
          if (!quick) again[chain].push(await secondsToReady(directory, flagsOf(chain)));
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
    const past: number[] = [];
    const empty: number[] = [];
    for (let run = 0; run < runs; run++) {
      past.push(await scratchDirectory((directory) => secondsToReady(directory, [...TRADED, "3"])));
      empty.push(await scratchDirectory((directory) => secondsToReady(directory, [...TRADED, "0"])));
    }
    report(figureOf("start, three days behind it", "s to ready", "with none", { ours: past, theirs: empty }));
    const forPast = past.map((seconds, run) => seconds - empty[run]!);
    report(figureAlone("start, for three days", "s", forPast, valueAtMost(PAST_SECONDS)));
    const idle = async (name: string, ours: readonly string[], theirs: readonly string[], without: string) => {
      const [one, other] = await percentOfIdling([ours, theirs], load.seconds * 1_000);
      report(figureOf("start, then idle", "% of a core", without, { ours: [one], theirs: [other] }));
      report(figureAlone(`start, then idle, ${name}`, "% of a core", [one - other], valueAtMost(IDLE_PERCENT)));
    };
    await idle("for the chain", flagsOf("local"), flagsOf("off"), against);
    await idle("for a market", [...TRADED, "3"], flagsOf("off"), "without demo traders");
  },
};

const flagsOf = (chain: Chain) => [...QUIET, "--chain", chain];

async function secondsToReady(directory: string, flags: readonly string[]): Promise<number> {
  const venue = await startVenueProgram(directory, flags);
  await end(venue);
  return venue.seconds;
}

async function end({ process }: StartedVenue): Promise<void> {
  process.kill("SIGTERM");
  await process.exited;
}

/** The load of two idle venues, each including the node of its chain if it has one. */
async function percentOfIdling(
  flags: readonly [readonly string[], readonly string[]],
  milliseconds: number,
): Promise<[number, number]> {
  return scratchDirectory(async (parent) => {
    const directories = flags.map((_, place) => join(parent, `${place}`));
    const venues = await Promise.all(flags.map((own, place) => startVenueProgram(directories[place]!, own)));
    try {
      await Bun.sleep(SETTLE_MS);
      const used = (place: number) => {
        const { pid } = venues[place]!.process;
        return [pid, ...nodeOf(directories[place]!)].map(cpuSecondsOf).reduce((sum, each) => sum + each, 0);
      };
      const before = flags.map((_, place) => used(place));
      await Bun.sleep(milliseconds);
      const [ours, theirs] = before.map((seconds, place) => ((used(place) - seconds) / milliseconds) * 100_000);
      return [ours!, theirs!];
    } finally {
      await Promise.all(venues.map(end));
    }
  });
}

function nodeOf(directory: string): number[] {
  const read = readFacts(join(directory, "chain", "node.json"));
  return typeof read === "string" ? [] : [(read.facts as { readonly pid: number }).pid];
}
