import { expect, test } from "bun:test";
import { base58 } from "@scure/base";
import fc from "fast-check";
import { decodeBase58, encodeBase58 } from "./base58.ts";

const SEED = "1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPNE";
const seedBytes = Uint8Array.from({ length: 32 }, (_, i) => i);

test("the seed of the streams' vector keeps its leading zero byte as a leading 1", () => {
  expect(encodeBase58(seedBytes)).toBe(SEED);
  expect(decodeBase58(SEED, 32)).toEqual(seedBytes);
});

test("a text of another length, with a foreign letter or far too long is not a key", () => {
  expect(decodeBase58(SEED, 31)).toBeUndefined();
  expect(decodeBase58(`1${SEED}`, 32)).toBeUndefined();
  expect(decodeBase58(SEED.replace("X", "0"), 32)).toBeUndefined();
  expect(decodeBase58("z".repeat(100_000), 32)).toBeUndefined();
  expect(decodeBase58("", 32)).toBeUndefined();
});

test("every 32 bytes come back from their text", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      expect(decodeBase58(encodeBase58(bytes), 32)).toEqual(Uint8Array.from(bytes));
    }),
  );
});

test("every text either is the only spelling of its 32 bytes, or not a key", () => {
  const letters = fc.constantFrom(..."123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz");
  fc.assert(
    fc.property(fc.string({ unit: letters, minLength: 42, maxLength: 45 }), (text) => {
      const bytes = decodeBase58(text, 32);
      expect(bytes === undefined || encodeBase58(bytes) === text).toBe(true);
    }),
  );
  for (const other of ["", " ", "0", "O", "I", "l", "é", "+", "="]) {
    expect(decodeBase58(`${SEED.slice(0, -1)}${other}`, 32)).toBeUndefined();
    expect(decodeBase58(`${SEED.slice(0, 20)}${other}${SEED.slice(21)}`, 32)).toBeUndefined();
  }
});

test("encoding and decoding agree with a published library, also with leading zeros", () => {
  const bytes = fc.tuple(fc.nat({ max: 5 }), fc.uint8Array({ maxLength: 64 })).map(([zeros, rest]) => {
    return Uint8Array.from([...new Array<number>(zeros).fill(0), ...rest]);
  });
  fc.assert(
    fc.property(bytes, (raw) => {
      const text = base58.encode(raw);
      expect(encodeBase58(raw)).toBe(text);
      expect(decodeBase58(text, raw.length)).toEqual(raw);
      expect(decodeBase58(text, raw.length + 1)).toBeUndefined();
    }),
  );
});
