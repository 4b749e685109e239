// How many random histories a property is checked with, and which ones.

/**
 * The same histories every time, so that a failure comes from the change at hand. For others, and more of them:
 * `PROPERTY_RUNS=5000 PROPERTY_SEED=7 bun test engine`; `PROPERTY_TIMES=3` runs three times as many of each,
 * `PROPERTY_SEED=any` draws a seed, and `PROPERTY_SHRINK=no` shows a failure as it was found.
 */
export function settingsFor(runs: number) {
  const seed = process.env.PROPERTY_SEED ?? "1";
  return {
    numRuns: Number(process.env.PROPERTY_RUNS ?? runs * Number(process.env.PROPERTY_TIMES ?? 1)),
    includeErrorInReport: true,
    endOnFailure: process.env.PROPERTY_SHRINK === "no",
    ...(seed === "any" ? {} : { seed: Number(seed) }),
  };
}

export const patient = 600_000;
