// The engine against the naive exchange about money beside trading: fees, tags, referral, deposits, withdrawals,
// transfers, sub-accounts. A failure prints the seed, the shortest list of wishes and the commands they became.

import { test } from "bun:test";
import fc from "fast-check";
import { SideBySide } from "./testing/comparison.ts";
import { EngineByOpening } from "./testing/engine-by-opening.ts";
import { compareFunds, compareFundsEvents } from "./testing/funds-comparison.ts";
import { FundsScript } from "./testing/funds-script.ts";
import { anyFundsWishes, fundsOpening } from "./testing/funds-worlds.ts";
import { NaiveExchange } from "./testing/naive/exchange.ts";
import { OverheardEngine } from "./testing/overheard-engine.ts";
import { Balances } from "./testing/trouble-comparison.ts";

/** More runs and a seed of one's own: `PROPERTY_RUNS=5000 PROPERTY_SEED=7 bun test engine/funds.property`. */
const runs = Number(process.env.PROPERTY_RUNS ?? 40);
const seed = process.env.PROPERTY_SEED;
const settings = { numRuns: runs, includeErrorInReport: true, ...(seed === undefined ? {} : { seed: Number(seed) }) };
const patient = 600_000;

test(
  "the engine charges, shares, pays out, transfers and settles as the naive exchange does",
  () => {
    fc.assert(
      fc.property(anyFundsWishes(60), (wishes) => {
        const engine = new OverheardEngine();
        const both = new SideBySide(new EngineByOpening(engine), new NaiveExchange());
        const balances = new Balances();
        const script = new FundsScript(both.naive);
        try {
          for (const command of fundsOpening()) {
            both.apply(command);
            balances.follow(engine);
          }
          for (const wish of wishes) {
            for (const command of script.next(wish)) {
              const answer = both.apply(command);
              compareFunds(both);
              compareFundsEvents(engine, both.naive, answer);
              balances.follow(engine);
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
