// Plays rounds in a process of its own, one seed after the other, and writes a line of JSON when there is news:
// failures, and the totals so far.

import { type Counts, countsOf, noCounts } from "./round-counts.ts";
import { drawSettings } from "./round-settings.ts";
import { SimulatedRound } from "./simulated-round.ts";

export interface Report {
  readonly counts: Counts;
  readonly failed?: { readonly seed: number; readonly violations: readonly string[] };
}

const NEWS_EVERY_MS = 2_000;

const [from = 1, stride = 1, count = 1, isFirstEnough = 0] = process.argv.slice(2).map(Number);
let counts = noCounts();
let reportedAt = performance.now();

for (let seed = from; seed < from + count * stride; seed += stride) {
  const { violations, ...outcome } = new SimulatedRound(drawSettings(seed)).play();
  counts = countsOf(counts, outcome);
  const isFailed = violations.length > 0;
  if (isFailed || performance.now() - reportedAt > NEWS_EVERY_MS) report(isFailed ? { seed, violations } : undefined);
  if (isFailed && isFirstEnough === 1) break;
}
report();

function report(failed?: Report["failed"]): void {
  console.log(JSON.stringify({ counts, ...(failed === undefined ? {} : { failed }) } satisfies Report));
  reportedAt = performance.now();
  counts = noCounts();
}
