import { expect, test } from "bun:test";
import fc from "fast-check";
import { IntMap, keyedSpread, NONE } from "./int-map.ts";

/** Few enough to collide and recur, and far enough apart to need more than 32 bits. */
const key = fc.oneof(
  fc.nat({ max: 40 }),
  fc.nat({ max: 20 }).map((n) => 2 ** 32 * n + 7),
  fc.constantFrom(0, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1),
);
const change = fc.record({ key, slot: fc.nat(), remove: fc.boolean() });

test("a map holds what a slow map holds, through growth, removals and a change of its key", () => {
  const words = fc.tuple(fc.integer(), fc.integer());
  fc.assert(
    fc.property(fc.array(change, { maxLength: 300 }), words, fc.nat(300), (changes, [added, factor], keyedAt) => {
      // The smallest possible map, so that it grows and its probes run into each other.
      const map = new IntMap(2);
      const slow = new Map<number, number>();
      for (const [n, { key, slot, remove }] of changes.entries()) {
        if (n === keyedAt) map.setKey([added, factor | 1]);
        if (remove) {
          map.delete(key);
          slow.delete(key);
        } else {
          map.set(key, slot);
          slow.set(key, slot);
        }
        expect(map.size).toBe(slow.size);
      }
      for (const { key } of changes) expect(map.get(key)).toBe(slow.get(key) ?? NONE);
    }),
  );
});

test("numbers chosen to share a place under one key are spread by another", () => {
  const PLACES = 2_048;
  const place = (key: number, added: number, factor: number) => keyedSpread(key, added, factor) & (PLACES - 1);
  for (const step of [1, 2 ** 20, 2 ** 35]) {
    const chosen: number[] = [];
    for (let key = 1; chosen.length < 500; key += step) if (place(key, 0, 1) === place(1, 0, 1)) chosen.push(key);
    // 500 random numbers would give as many: 2,048 × (1 − e^(−500 ÷ 2,048)) = 443.
    expect(new Set(chosen.map((key) => place(key, 0x1234567, 0x76543211))).size).toBeGreaterThan(380);
  }
});

test("of consecutive keys, the rest are still found after every other one is removed", () => {
  const map = new IntMap();
  for (let id = 1; id <= 5_000; id++) map.set(id, id * 2);
  for (let id = 1; id <= 5_000; id += 2) map.delete(id);
  for (let id = 1; id <= 5_000; id++) expect(map.get(id)).toBe(id % 2 === 1 ? NONE : id * 2);
  expect(map.size).toBe(2_500);
});

test("removing a key that is not there changes nothing", () => {
  const map = new IntMap();
  map.set(3, 30);
  map.delete(4);
  expect([map.size, map.get(3), map.get(4)]).toEqual([1, 30, NONE]);
});

test("a key below 0 is never found, not even the one that marks an empty place", () => {
  const map = new IntMap();
  expect([map.get(-1), map.get(-2)]).toEqual([NONE, NONE]);
  map.set(7, 3);
  map.delete(7);
  expect(map.get(-1)).toBe(NONE);
});

test("a map that was cleared is empty, and accepts the same keys again", () => {
  const map = new IntMap(2);
  for (let id = 1; id <= 100; id++) map.set(id, id);
  map.clear();
  expect([map.size, map.get(1), map.get(100)]).toEqual([0, NONE, NONE]);
  map.set(100, 7);
  expect([map.size, map.get(1), map.get(100)]).toEqual([1, NONE, 7]);
});

test("numbers that differ only in their high bits are spread over many places, also without a key", () => {
  for (const [added, factor] of [
    [0, 1],
    [0x1234_5678, 0x9abc_def1 | 0],
  ] as const) {
    const places = Array.from({ length: 4_096 }, (_, n) => keyedSpread(n * 131_072, added, factor) & 8_191);
    // Random places would give about 3,200 different ones.
    expect(new Set(places).size).toBeGreaterThan(2_000);
  }
});
