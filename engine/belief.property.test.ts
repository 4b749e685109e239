// The engine against the naive exchange about what index can be believed: silence, nonsense, jumps, starts of the venue.
// A failure prints the seed, the shortest list of wishes and the commands they became.

import { test } from "bun:test";
import fc from "fast-check";
import { anyBeliefWishes, anyBeliefWorld, BeliefScript, beliefOpening } from "./testing/belief-worlds.ts";
import { SideBySide } from "./testing/comparison.ts";
import { EngineByOpening } from "./testing/engine-by-opening.ts";
import { NaiveExchange } from "./testing/naive/exchange.ts";
import { OverheardEngine } from "./testing/overheard-engine.ts";
import { compareFailureEvents, compareFailures } from "./testing/trouble-comparison.ts";

/** More runs and a seed of one's own: `PROPERTY_RUNS=5000 PROPERTY_SEED=7 bun test engine/belief`. */
const runs = Number(process.env.PROPERTY_RUNS ?? 40);
const seed = process.env.PROPERTY_SEED;
const settings = { numRuns: runs, includeErrorInReport: true, ...(seed === undefined ? {} : { seed: Number(seed) }) };
const patient = 600_000;

test(
  "the engine believes, halts, holds liquidations and goes on as the naive exchange does",
  () => {
    fc.assert(
      fc.property(anyBeliefWorld, anyBeliefWishes(50), (world, wishes) => {
        const engine = new OverheardEngine();
        const both = new SideBySide(new EngineByOpening(engine), new NaiveExchange());
        const script = new BeliefScript(both.naive, true);
        try {
          for (const command of beliefOpening(world)) both.apply(command);
          for (const wish of wishes) {
            for (const command of script.next(wish as never)) {
              const answer = both.apply(command);
              compareFailures(both);
              compareFailureEvents(engine, both.naive, answer);
            }
          }
        } catch (error) {
          const list = script.commands.map((command) => JSON.stringify(command)).join("\n");
          throw new Error(`${error instanceof Error ? error.message : String(error)}\n\nafter\n${list}`);
        }
      }),
      settings,
    );
  },
  patient,
);
