import { expect, test } from "bun:test";
import { SECOND_SPELLINGS, SMALL_ORDER_KEYS } from "../../testing/weak-keys.ts";
import { isPointEncoding, isSignatureEncoding } from "./ed25519-encoding.ts";

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
/** The order of the group, 2^252 + 27742317777372353535851937790883648493. */
const ORDER = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";
const BASE_POINT = `58${"66".repeat(31)}`;

test("points are accepted in their canonical encoding, with either sign", () => {
  for (const hex of [BASE_POINT, `58${"66".repeat(30)}e6`, `eb${"ff".repeat(30)}7f`, `02${"00".repeat(31)}`]) {
    expect({ hex, isTaken: isPointEncoding(bytesOf(hex)) }).toEqual({ hex, isTaken: true });
  }
});

test("points of small order and non-canonical encodings are refused", () => {
  for (const hex of [...SMALL_ORDER_KEYS, ...SECOND_SPELLINGS]) {
    expect({ hex, isTaken: isPointEncoding(bytesOf(hex)) }).toEqual({ hex, isTaken: false });
  }
});

test("a signature's scalar is below the order of the group", () => {
  const below = `ec${ORDER.slice(2)}`;
  const above = `ee${ORDER.slice(2)}`;
  const zero = "00".repeat(32);
  const most = "ff".repeat(32);
  expect([zero, below, ORDER, above, most].map((s) => isSignatureEncoding(bytesOf(BASE_POINT + s)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("a signature's point has one encoding, and is not of small order", () => {
  const number = "11".repeat(31);
  for (const hex of [...SMALL_ORDER_KEYS, ...SECOND_SPELLINGS]) {
    expect(isSignatureEncoding(bytesOf(`${hex}${number}00`))).toBe(false);
  }
});

test("bytes are read at their offset within a larger buffer", () => {
  const buffer = Buffer.concat([Buffer.from([0xff]), bytesOf(BASE_POINT), bytesOf(`ec${ORDER.slice(2)}`)]);
  expect(isSignatureEncoding(buffer.subarray(1))).toBe(true);
});
