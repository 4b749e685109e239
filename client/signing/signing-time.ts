// When something says that it was signed, where the venue takes a signature once: of private streams, orders are taken over
// the connection that brought its timestamp first, and of what changes something, the same bytes twice are one. So no two
// of them say the same time, however many a program signs with a key in a millisecond.

const spanMs = 10_000;
const lastOf = new Map<string, number>();

/**
 * @param publicKey of the key that signs
 * @param nowMs by the venue's clock
 * @returns `nowMs`, or the next millisecond that was not signed yet; never far ahead, whatever another venue's clock was
 */
export function signingTime(publicKey: string, nowMs: number): number {
  const last = lastOf.get(publicKey) ?? 0;
  const time = nowMs > last || nowMs < last - spanMs ? nowMs : last + 1;
  lastOf.set(publicKey, time);
  return time;
}
