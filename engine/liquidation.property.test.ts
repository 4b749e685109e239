// The engine against the naive exchange where accounts fail: offers, claims, take-overs, the insurance fund,
// auto-deleveraging, funding. A failure prints the seed, the shortest list of wishes and the commands they became.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { silent } from "./events.ts";
import { SideBySide } from "./testing/comparison.ts";
import { EngineByOpening } from "./testing/engine-by-opening.ts";
import { NaiveExchange } from "./testing/naive/exchange.ts";
import { OverheardEngine } from "./testing/overheard-engine.ts";
import { Balances, compareFailureEvents, compareFailures } from "./testing/trouble-comparison.ts";
import { LiquidationScript } from "./testing/trouble-script.ts";
import { anyLiquidationWishes, anyLiquidationWorld, openingOf } from "./testing/trouble-worlds.ts";

/** More runs and a seed of one's own: `PROPERTY_RUNS=5000 PROPERTY_SEED=7 bun test engine/liquidation`. */
const runs = Number(process.env.PROPERTY_RUNS ?? 40);
const seed = process.env.PROPERTY_SEED;
const settings = { numRuns: runs, includeErrorInReport: true, ...(seed === undefined ? {} : { seed: Number(seed) }) };
const patient = 600_000;

test(
  "the engine liquidates, offers, assigns, takes over, deleverages and pays funding as the naive exchange does",
  () => {
    fc.assert(
      fc.property(anyLiquidationWorld, anyLiquidationWishes(60), (world, wishes) => {
        const engine = new OverheardEngine();
        const both = new SideBySide(new EngineByOpening(engine), new NaiveExchange());
        const balances = new Balances();
        const script = new LiquidationScript(both.naive, true);
        try {
          for (const command of openingOf(world)) {
            both.apply(command);
            balances.follow(engine);
          }
          for (const wish of wishes) {
            for (const command of script.next(wish)) {
              const answer = both.apply(command);
              compareFailures(both);
              compareFailureEvents(engine, both.naive, answer);
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

test(
  "a venue in trouble goes on after a restored snapshot as if it had never stopped",
  () => {
    fc.assert(
      fc.property(anyLiquidationWorld, anyLiquidationWishes(60), fc.nat(), (world, wishes, cut) => {
        const naive = new NaiveExchange();
        const commands = openingOf(world);
        for (const command of commands) naive.apply(command);
        const script = new LiquidationScript(naive, true);
        for (const wish of wishes) for (const command of script.next(wish)) naive.apply(command);
        commands.push(...script.commands);
        const straight = new EngineByOpening();
        const at = cut % (commands.length + 1);
        for (const command of commands.slice(0, at)) straight.apply(command, silent);
        const restored = straight.restored();
        expect(restored.engine.stateHash()).toBe(straight.engine.stateHash());
        for (const command of commands.slice(at)) {
          straight.apply(command, silent);
          restored.apply(command, silent);
        }
        expect(restored.engine.stateHash()).toBe(straight.engine.stateHash());
        straight.engine.audit();
      }),
      { ...settings, numRuns: Math.ceil(runs / 4) },
    );
  },
  patient,
);
