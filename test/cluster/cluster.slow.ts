// More rounds than `npm test` plays, and mutants that show in few rounds. `npm run cluster -- --mutants` hunts the
// others.

import { afterAll, expect, test } from "bun:test";
import { clusterCopy, huntMutant } from "./mutant-hunt.ts";
import { MUTANTS } from "./mutants.ts";
import { drawSettings } from "./round-settings.ts";
import { SimulatedRound } from "./simulated-round.ts";

const FROM = 1_000;
const ROUNDS = 1_000;
const ROUNDS_OF_MUTANT = 5_000;

test("a thousand rounds violate nothing", () => {
  const failed: string[] = [];
  for (let seed = FROM; seed < FROM + ROUNDS; seed++) {
    const { violations } = new SimulatedRound(drawSettings(seed)).play();
    failed.push(...violations.map((violation) => `seed ${seed}: ${violation}`));
  }
  expect(failed).toEqual([]);
}, 600_000);

const copy = clusterCopy();
afterAll(() => copy.remove());

test.each(MUTANTS.filter(({ isRare }) => isRare !== true).map((mutant) => [mutant.name, mutant] as const))(
  "the rounds find this mutant: %s",
  async (_, mutant) => {
    expect(await huntMutant(copy, mutant, ROUNDS_OF_MUTANT)).not.toBeNull();
  },
  300_000,
);
