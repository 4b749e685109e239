// The time that is signed where no two requests of a key may say the same one.

const secondMs = 1_000;
const lastOf = new Map<string, number>();

/**
 * @param publicKey of the key that signs
 * @param nowMs by the venue's clock
 * @returns `nowMs`, or the next millisecond that was not signed yet; never far ahead, whatever another venue's clock was
 */
export function signingTime(publicKey: string, nowMs: number): number {
  const last = lastOf.get(publicKey) ?? 0;
  const time = nowMs > last || nowMs < last - secondMs ? nowMs : last + 1;
  lastOf.set(publicKey, time);
  return time;
}
