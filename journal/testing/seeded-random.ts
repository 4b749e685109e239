// Random numbers that follow from a seed, so that a test that failed fails again.

/** Numbers in [0, 1). */
export type Random = () => number;

/** Mulberry32: small, fast, and random enough to choose faults. */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** A whole number from 0 to `bound` - 1; 0 when the bound is 0. */
export function below(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}
