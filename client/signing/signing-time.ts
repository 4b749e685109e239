// The timestamps of signatures that the venue accepts only once: of private streams with the same timestamp, only the first
// may place orders, and two changing requests with the same bytes count as one. So no two signatures of a key get the same
// time, however many a program makes in a millisecond.

const spanMs = 10_000;
const lastOf = new Map<string, number>();

/**
 * @param publicKey of the key that signs
 * @param nowMs on the venue's clock
 * @returns `nowMs`, or the next unused millisecond; never more than `spanMs` ahead, whatever another venue's clock was
 */
export function signingTime(publicKey: string, nowMs: number): number {
  const last = lastOf.get(publicKey) ?? 0;
  const time = nowMs > last || nowMs < last - spanMs ? nowMs : last + 1;
  lastOf.set(publicKey, time);
  return time;
}
