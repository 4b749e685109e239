// Bytes that some verifiers accept as an Ed25519 public key although no one owns such a key, or although the key also
// has another spelling. The eight points of small order are a list on which all implementations of the curve agree.

import { encodeBase58 } from "@evermark/interface/rows/base58.ts";

/** The points of order 1, 2, 4 and 8. */
export const SMALL_ORDER_KEYS = [
  `01${"00".repeat(31)}`,
  `ec${"ff".repeat(30)}7f`,
  "00".repeat(32),
  `${"00".repeat(31)}80`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
];

/** 2^255 − 19 + n for every n that keeps it below 2^255, and a sign bit on points that have only one sign. */
export const SECOND_SPELLINGS = [
  ...Array.from({ length: 19 }, (_, n) => (0xed + n).toString(16)).flatMap((low) =>
    ["7f", "ff"].map((high) => `${low}${"ff".repeat(30)}${high}`),
  ),
  `01${"00".repeat(30)}80`,
  `ec${"ff".repeat(31)}`,
];

export function keyOfHex(hex: string): string {
  return `ed25519:${encodeBase58(Buffer.from(hex, "hex"))}`;
}
