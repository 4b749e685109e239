// Chooses the mutants to try. The operators take turns, so that a rare kind of mistake is tried as often as a common
// one. The choice depends only on the seed and the sources.

import { below, type Random, seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import type { Mutant } from "./mutant.ts";

export function choose(mutants: readonly Mutant[], seed: number, count: number): Mutant[] {
  const random = seededRandom(seed);
  const names = [...new Set(mutants.map((mutant) => mutant.operator))].sort();
  const queues = names.map((name) =>
    shuffled(
      mutants.filter((mutant) => mutant.operator === name),
      random,
    ),
  );
  const chosen: Mutant[] = [];
  for (let turn = 0; chosen.length < Math.min(count, mutants.length); turn++) {
    const next = queues[turn % queues.length]!.pop();
    if (next !== undefined) chosen.push(next);
  }
  return chosen;
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const list = [...items];
  for (let last = list.length - 1; last > 0; last--) {
    const swapped = below(random, last + 1);
    [list[last], list[swapped]] = [list[swapped]!, list[last]!];
  }
  return list;
}
