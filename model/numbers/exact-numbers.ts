// Division of big integers with the rounding in its name, for the slow models. Written only from the definitions of
// rules section "Reading guide": the engine has its own arithmetic, which this one judges.

/** Toward −∞. */
export function divideFloor(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  const exact = quotient * b === a;
  return exact || a < 0n === b < 0n ? quotient : quotient - 1n;
}

/** Toward +∞. */
export function divideCeil(a: bigint, b: bigint): bigint {
  return -divideFloor(-a, b);
}

/** To nearest, halves away from zero. */
export function divideRound(a: bigint, b: bigint): bigint {
  const magnitude = (2n * absolute(a) + absolute(b)) / (2n * absolute(b));
  return a < 0n === b < 0n ? magnitude : -magnitude;
}

/** Toward zero. */
export function divideTrunc(a: bigint, b: bigint): bigint {
  return a / b;
}

export function absolute(a: bigint): bigint {
  return a < 0n ? -a : a;
}

export function least(...values: bigint[]): bigint {
  return values.toSorted(compare)[0]!;
}

export function greatest(...values: bigint[]): bigint {
  return values.toSorted(compare).at(-1)!;
}

export function sum(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => a + b, 0n);
}

/** The middle value; of an even count the floored mean of the middle two. Rules 6.1. */
export function median(values: readonly bigint[]): bigint {
  const sorted = values.toSorted(compare);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return divideFloor(sorted[middle - 1]! + sorted[middle]!, 2n);
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
