import { expect, test } from "bun:test";
import { drawSettings } from "./round-settings.ts";
import { SimulatedRound } from "./simulated-round.ts";

const ROUNDS = 30;

test("whatever faults the nodes of a venue have, each caller's answer agrees with the journal", () => {
  const failed: string[] = [];
  let terms = 0;
  let outcomes = 0;
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const { violations, ...outcome } = new SimulatedRound(drawSettings(seed)).play();
    failed.push(...violations.map((violation) => `seed ${seed}: ${violation}`));
    terms += outcome.terms;
    outcomes += outcome.outcomes;
  }
  expect(failed).toEqual([]);
  // Rounds without faults would prove nothing.
  expect(terms).toBeGreaterThan(ROUNDS);
  expect(outcomes).toBeGreaterThan(ROUNDS * 5);
}, 300_000);

test("a seed gives the same round each time", () => {
  const play = () => new SimulatedRound(drawSettings(9)).play();
  expect(play()).toEqual(play());
});
