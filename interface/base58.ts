// Base58 as API keys are written in it: no 0, O, I or l, and one leading `1` per leading zero byte. Interface 2.2.

import { base58 } from "@scure/base";

export function encodeBase58(bytes: Uint8Array): string {
  return base58.encode(bytes);
}

/**
 * The bytes of a base58 text; nothing when a letter is foreign or the text has not exactly `length` bytes. Each text
 * stands for one key only, since the alphabet and the leading ones leave no second spelling.
 */
export function decodeBase58(text: string, length: number): Uint8Array | undefined {
  // 58 is a little less than 2^6, so n bytes never need more than 1.37 n letters; longer texts cost nothing.
  if (text.length > Math.ceil(length * 1.37) + 1) return undefined;
  try {
    const bytes = base58.decode(text);
    return bytes.length === length ? bytes : undefined;
  } catch {
    return undefined;
  }
}
