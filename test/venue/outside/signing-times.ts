// Strictly increasing times to sign with: a key is bound only by a later message than before, and a private stream's
// signature places orders on one connection only. Two moments of a test may be in the same millisecond.

const lastOf = new Map<string, number>();

/** `now`, or the first time after the last one signed with under the name `of`. */
export function risingTime(of: string, now: number): number {
  const time = Math.max(now, (lastOf.get(of) ?? 0) + 1);
  lastOf.set(of, time);
  return time;
}
