// A text has one hash, whether it is looked up or stored in a table's memory.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { ByteWriter } from "./bytes.ts";
import { KeyedHash, TEXT_START } from "./keyed-hash.ts";

const anyKey = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 32, maxLength: 32 });

test("a text of any length, wherever it is stored, has the hash by which it is looked up", () => {
  const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ minLength: 240, maxLength: 600 }));
  fc.assert(
    fc.property(anyKey, fc.array(fc.tuple(fc.integer(), text), { maxLength: 10 }), fc.nat(9), (key, texts, start) => {
      const hash = new KeyedHash();
      hash.setKey(key);
      for (const [owner, each] of texts) {
        const out = new ByteWriter();
        out.raw(new Uint8Array(start));
        out.text(each);
        const memory = out.view();
        const at = start + TEXT_START;
        const stored = hash.ofStored(owner, memory, at, memory.length - at);
        hash.seek(owner, each);
        expect(stored).toBe(hash.hash);
        expect([...hash.bytes.subarray(TEXT_START)]).toEqual([...memory.subarray(at)]);
      }
    }),
  );
});

test("a text looked up for another owner, or under another key, has another hash", () => {
  const hash = new KeyedHash();
  const hashes = [0, 1, 256, 65_536, 16_777_216].map((owner) => {
    hash.seek(owner, "order-1");
    return hash.hash;
  });
  hash.setKey("000102030405060708090a0b0c0d0e0f");
  hash.seek(16_777_216, "order-1");
  expect(new Set([...hashes, hash.hash]).size).toBe(6);
});

test("numbers are multiplied by an odd factor, whatever the key, so that no two numbers become one", () => {
  const hash = new KeyedHash();
  for (const [last, factor] of [
    ["00000000", 1],
    ["00000002", 3],
    ["00000003", 3],
    ["00000004", 5],
  ] as const) {
    hash.setKey(`00010203040506070000002a${last}`);
    expect(hash.forNumbers).toEqual([42, factor]);
  }
});
