// The numbers of the operator's transactions. They are mined in order without gaps, so a number that is no longer used
// holds up all behind it, and is filled by a transaction that does nothing.

export interface NumbersInUse {
  /** The first that is not mined. */
  readonly mined: number;
  /** The last that the journal has given out, -1 before the first. */
  readonly lastNoted: number;
  /** Of transactions that can still be mined and that we hold the bytes of. */
  readonly held: ReadonlySet<number>;
}

/** For the next transaction. */
export function nextNumber({ mined, lastNoted, held }: NumbersInUse): number {
  return Math.max(mined, lastNoted + 1, ...[...held].map((number) => number + 1));
}

/** Numbers that hold up others, ascending. @param most so many are named */
export function holesIn(numbers: NumbersInUse, most: number): number[] {
  const holes: number[] = [];
  const end = nextNumber(numbers);
  for (let number = numbers.mined; number < end && holes.length < most; number++) {
    if (!numbers.held.has(number)) holes.push(number);
  }
  return holes;
}
