// Numbers that look random and follow from a seed, so that every run measures the same work.

export interface Random {
  /** A whole number from 0 to `bound` − 1. */
  below(bound: number): number;
}

/** Xorshift over 32 bits. */
export function seededRandom(seed: number): Random {
  let state = seed | 0 || 1;
  return {
    below(bound) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 0) % bound;
    },
  };
}
