// When a private stream says it was signed. The venue takes orders only over the connection that brought its timestamp
// first, so no two connections of a key say the same one, however many clients of this program open them in a millisecond.

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
