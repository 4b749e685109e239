// Base58 as API keys are written in it: no 0, O, I or l, and one leading `1` per leading zero byte. Interface 2.2.

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter, value]));

export function encodeBase58(bytes: Uint8Array): string {
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let i = 0; i < digits.length; i++) {
      carry += digits[i]! * 256;
      digits[i] = carry % 58;
      carry = Math.floor(carry / 58);
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) digits.push(carry % 58);
  }
  let zeros = 0;
  while (bytes[zeros] === 0) zeros++;
  return (
    "1".repeat(zeros) +
    digits
      .reverse()
      .map((digit) => ALPHABET[digit]!)
      .join("")
  );
}

/**
 * The bytes of a base58 text; nothing when a letter is foreign or the text has not exactly `length` bytes. Each text
 * stands for one key only, since the alphabet and the leading ones leave no second spelling.
 */
export function decodeBase58(text: string, length: number): Uint8Array | undefined {
  // 58 is a little less than 2^6, so n bytes never need more than 1.37 n letters; longer texts cost nothing.
  if (text.length > Math.ceil(length * 1.37) + 1) return undefined;
  const bytes: number[] = [];
  for (const letter of text) {
    let carry = VALUES.get(letter);
    if (carry === undefined) return undefined;
    for (let i = 0; i < bytes.length; i++) {
      carry += bytes[i]! * 58;
      bytes[i] = carry % 256;
      carry = Math.floor(carry / 256);
    }
    for (; carry > 0; carry = Math.floor(carry / 256)) bytes.push(carry % 256);
  }
  let zeros = 0;
  while (text[zeros] === "1") zeros++;
  if (zeros + bytes.length !== length) return undefined;
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes.reverse()]);
}
