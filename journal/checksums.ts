// The two checksums of the journal. CRC-32 distinguishes a damaged record from a whole one at the speed of memory. SHA-256
// links each record to all before it, so that a changed, removed or inserted record is detected.
//
// `Bun.SHA256.hash` into a given array is the fastest one-shot way in Bun: for 80 bytes 6.9 M/s, against 4.2 M/s of
// `crypto.hash` and 2.7 M/s of `createHash`, each measured on one core with SHA instructions.

import { crc32 as zlibCrc32 } from "node:zlib";

export const HASH_BYTES = 32;

/** The start of the chain: the hash "before" position 1. */
export const GENESIS: Uint8Array = new Uint8Array(HASH_BYTES);

/** CRC-32 (the one of zlib and PNG), as an unsigned 32-bit number. */
export function crc32(bytes: Uint8Array): number {
  return zlibCrc32(bytes) >>> 0;
}

/** Writes the SHA-256 of `bytes` into the first 32 bytes of `into`. */
export function sha256(bytes: Uint8Array, into: Uint8Array): void {
  Bun.SHA256.hash(bytes, into);
}

/** Whether two hashes are equal. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < HASH_BYTES; i++) if (a[i] !== b[i]) return false;
  return true;
}
