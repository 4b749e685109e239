// The totals of several rounds.

import type { Outcome } from "./simulated-round.ts";

export type Counts = Omit<Outcome, "violations"> & { readonly rounds: number };

export function noCounts(): Counts {
  const nothing = { rounds: 0, steps: 0, simulatedMs: 0, batches: 0, terms: 0, outcomes: 0 };
  return { ...nothing, refusals: 0, unknowns: 0, reads: 0, accepted: 0, unheard: 0, listed: 0 };
}

export function countsOf(sum: Counts, outcome: Partial<Counts>): Counts {
  const names = Object.keys(sum) as (keyof Counts)[];
  const { rounds = 1 } = outcome;
  const added = { rounds, ...outcome };
  return Object.fromEntries(names.map((name) => [name, sum[name] + (added[name] ?? 0)])) as unknown as Counts;
}
