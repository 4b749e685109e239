// The engine against the naive exchange about strategy vaults: requests, periods, prices, fees, gates, payments. A failure
// prints the seed, the shortest list of wishes and the commands they became.

import { test } from "bun:test";
import fc from "fast-check";
import { SideBySide } from "./testing/comparison.ts";
import { EngineByOpening } from "./testing/engine-by-opening.ts";
import { NaiveExchange } from "./testing/naive/exchange.ts";
import { compareVaults } from "./testing/vault-comparison.ts";
import { anyVaultWishes, VaultScript, vaultOpening } from "./testing/vault-worlds.ts";

/** More runs and a seed of one's own: `PROPERTY_RUNS=5000 PROPERTY_SEED=7 bun test engine/vaults`. */
const runs = Number(process.env.PROPERTY_RUNS ?? 30);
const seed = process.env.PROPERTY_SEED;
const settings = { numRuns: runs, includeErrorInReport: true, ...(seed === undefined ? {} : { seed: Number(seed) }) };
const patient = 600_000;

test(
  "the engine values, mints, redeems and pays as the naive exchange does",
  () => {
    fc.assert(
      fc.property(anyVaultWishes(40), (wishes) => {
        const both = new SideBySide(new EngineByOpening(), new NaiveExchange());
        const script = new VaultScript(both.naive);
        try {
          for (const command of vaultOpening()) {
            both.apply(command);
            compareVaults(both);
          }
          for (const wish of wishes) {
            for (const command of script.next(wish)) {
              both.apply(command);
              compareVaults(both);
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
