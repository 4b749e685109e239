// The nonces of the operator's transactions. They are mined in order and without gaps, so a nonce that is no longer used
// holds up all later ones, and is filled by a transaction that does nothing.

export interface NoncesInUse {
  /** The first nonce that is not mined. */
  readonly mined: number;
  /** The last nonce that the journal has assigned, -1 before the first. */
  readonly lastNoted: number;
  /** Nonces of transactions that can still be mined and whose bytes we hold. */
  readonly held: ReadonlySet<number>;
}

/** The nonce of the next transaction. */
export function nextChainNonce({ mined, lastNoted, held }: NoncesInUse): number {
  return Math.max(mined, lastNoted + 1, ...[...held].map((number) => number + 1));
}

/** Unused nonces that hold up later ones, ascending. @param most the most to return */
export function holesIn(numbers: NoncesInUse, most: number): number[] {
  const holes: number[] = [];
  const end = nextChainNonce(numbers);
  for (let number = numbers.mined; number < end && holes.length < most; number++) {
    if (!numbers.held.has(number)) holes.push(number);
  }
  return holes;
}
