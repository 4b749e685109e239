// HalfSipHash-1-3 of Aumasson and Bernstein: a 32-bit hash that cannot be predicted without its key. It consists of
// additions, rotations and exclusive ors of 32-bit whole numbers, so it is exact on every JavaScript engine. It protects
// hash tables and nothing else: no hash may ever be shown.

/** Rounds after the last word. */
const FINAL_ROUNDS = 3;

/** @returns the hash of the first `length` bytes, as a signed whole number */
export function halfSipHash(k0: number, k1: number, bytes: Uint8Array, length: number): number {
  let a = k0;
  let b = k1;
  let c = k0 ^ 0x6c796765;
  let d = k1 ^ 0x74656462;
  const words = length >>> 2;
  const last = words + FINAL_ROUNDS;
  for (let word = 0; word <= last; word++) {
    let m = 0;
    if (word < words) m = wordAt(bytes, word << 2);
    else if (word === words) m = lastWord(bytes, length);
    else if (word === words + 1) c ^= 0xff;
    d ^= m;
    a = (a + b) | 0;
    b = ((b << 5) | (b >>> 27)) ^ a;
    a = (a << 16) | (a >>> 16);
    c = (c + d) | 0;
    d = ((d << 8) | (d >>> 24)) ^ c;
    a = (a + d) | 0;
    d = ((d << 7) | (d >>> 25)) ^ a;
    c = (c + b) | 0;
    b = ((b << 13) | (b >>> 19)) ^ c;
    c = (c << 16) | (c >>> 16);
    a ^= m;
  }
  return b ^ d;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

/** The remaining bytes, with the length in the top byte. */
function lastWord(bytes: Uint8Array, length: number): number {
  const from = length & ~3;
  let m = length << 24;
  for (let i = from; i < length; i++) m |= bytes[i]! << ((i - from) << 3);
  return m;
}
