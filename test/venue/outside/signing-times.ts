// Times to sign with that rise: a key is bound by a later message than before only, and orders go over a private stream
// that no other was opened with the signature of. Two moments of a test may be one millisecond.

const lastOf = new Map<string, number>();

/** `now`, or the first time after the last one that was signed with for this. */
export function risingTime(of: string, now: number): number {
  const time = Math.max(now, (lastOf.get(of) ?? 0) + 1);
  lastOf.set(of, time);
  return time;
}
