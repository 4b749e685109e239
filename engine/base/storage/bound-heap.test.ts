import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BoundHeap } from "./bound-heap.ts";

function drained(heap: BoundHeap): [number, number][] {
  const entries: [number, number][] = [];
  while (heap.size > 0) entries.push([heap.least, heap.pop()]);
  return entries;
}

describe("a heap of limits", () => {
  test("returns them in order, whatever the order of insertion", () => {
    const property = fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 300 }), (limits) => {
      const heap = new BoundHeap();
      for (const [row, limit] of limits.entries()) heap.push(limit, row);
      const entries = drained(heap);
      expect(entries.map(([limit]) => limit)).toEqual(limits.toSorted((a, b) => a - b));
      for (const [limit, row] of entries) expect(limits[row]).toBe(limit);
    });
    fc.assert(property);
  });

  test("keeps the entries that are to stay, in order", () => {
    const property = fc.property(fc.array(fc.integer(), { maxLength: 200 }), (limits) => {
      const heap = new BoundHeap();
      for (const [row, limit] of limits.entries()) heap.push(limit, row);
      heap.keep((row, limit) => row % 3 !== 0 && limit === limits[row]);
      const kept = limits.filter((_, row) => row % 3 !== 0);
      expect(drained(heap).map(([limit]) => limit)).toEqual(kept.toSorted((a, b) => a - b));
    });
    fc.assert(property);
  });

  test("has a least limit beyond every mark when it is empty", () => {
    expect(new BoundHeap().least).toBe(Number.POSITIVE_INFINITY);
  });
});
