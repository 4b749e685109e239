import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Drawing } from "./drawing.ts";
import { ALL_DRAWINGS_MAX, DRAWINGS_MAX, drawingsOf, hasRoom, readDrawings } from "./kept-drawings.ts";

const SYMBOL = "PERP_BTC_USDC";

const level = (id: string): Drawing => ({
  ...{ id, kind: "level", color: "warn", text: "yesterday’s high" },
  anchors: [{ at: 1_000, price: 60_000.1 }],
});
const many = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => level(`${prefix}${at}`));
const read = (markets: unknown) => readDrawings({ markets });

test("stored drawings are restored", () => {
  const trend: Drawing = {
    ...{ id: "b", kind: "trend", color: "accent", text: "" },
    anchors: [
      { at: 5, price: 1 },
      { at: 7, price: 0.25 },
    ],
  };
  const kept = { snaps: true, isHidden: true, markets: { [SYMBOL]: [level("a"), trend] } };
  expect(readDrawings(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
});

test("values that do not fit are left out, the rest stays", () => {
  const good = level("a");
  const damaged = [
    ...[null, 7, { ...good, id: 3 }, { ...good, kind: "spiral" }, { ...good, anchors: "" }],
    ...[
      { ...good, anchors: [] },
      { ...good, anchors: [{ at: "now", price: 1 }] },
    ],
    ...[
      { ...good, anchors: [{ at: 1, price: 0 }] },
      { ...good, kind: "trend" },
    ],
    { ...good, id: "c", color: "pink", text: 5 },
  ];
  expect(drawingsOf(read({ [SYMBOL]: [...damaged, good] }), SYMBOL)).toEqual([
    { ...good, id: "c", color: "accent", text: "" },
    good,
  ]);
  expect(drawingsOf(read({ [SYMBOL]: "all of them" }), SYMBOL)).toEqual([]);
});

test("the number of drawings is limited per market and in total", () => {
  expect(drawingsOf(read({ [SYMBOL]: many(DRAWINGS_MAX + 5, "") }), SYMBOL)).toHaveLength(DRAWINGS_MAX);
  expect(hasRoom(read({ [SYMBOL]: many(DRAWINGS_MAX - 1, "") }), SYMBOL)).toBe(true);
  expect(hasRoom(read({ [SYMBOL]: many(DRAWINGS_MAX, "") }), SYMBOL)).toBe(false);
  const markets = Array.from({ length: 12 }, (_, at) => [`PERP_${at}_USDC`, many(DRAWINGS_MAX, `${at} `)]);
  const all = read(Object.fromEntries(markets));
  expect(Object.values(all.markets).flat()).toHaveLength(ALL_DRAWINGS_MAX);
  expect(hasRoom(all, SYMBOL)).toBe(false);
});

test("a market named like a property of every object has no drawings", () => {
  expect(drawingsOf(read({}), "constructor")).toEqual([]);
});

test("any stored value can be read, and reading it again gives the same", () => {
  fc.assert(
    fc.property(fc.anything(), (stored) => {
      const kept = read({ [SYMBOL]: stored });
      expect(readDrawings(kept)).toEqual(kept);
      expect(readDrawings(readDrawings(stored))).toEqual(readDrawings(stored));
    }),
  );
});
