import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { NONE } from "../../base/storage/int-map.ts";
import { ticks } from "../../base/units.ts";
import type { Side } from "../../base/vocabulary.ts";
import { Ladder } from "./ladder.ts";

/** The prices found by walking from the best one; levels may have any numbers. */
function walk(ladder: Ladder, priceOf: (level: number) => number): number[] {
  const found: number[] = [];
  for (let level = ladder.best(); level !== NONE; level = ladder.behind(priceOf(level))) found.push(priceOf(level));
  return found;
}

/** Prices next to each other, some leaves apart, and as far apart as prices can be. */
const anyPrice = fc.oneof(
  fc.integer({ min: 1, max: 100 }),
  fc.integer({ min: 1, max: 5_000 }),
  fc.integer({ min: 2 ** 31 - 40, max: 2 ** 31 + 40 }),
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  fc.integer({ min: Number.MAX_SAFE_INTEGER - 40, max: Number.MAX_SAFE_INTEGER }),
);

describe.each(["BUY", "SELL"] satisfies Side[])("a ladder of %s prices", (side) => {
  const best = (a: number, b: number) => (side === "BUY" ? b - a : a - b);

  test("is a sorted list, best first, whatever prices come and go", () => {
    fc.assert(
      fc.property(fc.array(anyPrice, { maxLength: 60 }), fc.array(fc.nat(99), { maxLength: 200 }), (pool, picks) => {
        if (pool.length === 0) return;
        const ladder = new Ladder(side);
        const prices: number[] = [];
        const slow = new Set<number>();
        for (const [level, pick] of picks.entries()) {
          const price = pool[pick % pool.length]!;
          prices.push(price);
          const known = slow.delete(price);
          if (known) ladder.remove(ticks(price));
          else {
            slow.add(price);
            ladder.insert(ticks(price), level);
          }
          expect(ladder.find(price)).toBe(known ? NONE : level);
          const sorted = [...slow].sort(best);
          expect(walk(ladder, (found) => prices[found]!)).toEqual(sorted);
          expect(ladder.size).toBe(slow.size);
          const behind = sorted.find((other) => best(price, other) < 0);
          const found = ladder.behind(price);
          expect(found === NONE ? undefined : prices[found]).toBe(behind);
        }
      }),
    );
  });

  test("reuses the memory of removed prices", () => {
    const ladder = new Ladder(side);
    for (let n = 0; n < 100_000; n++) {
      ladder.insert(ticks(1 + n * 1_000), n);
      if (n >= 10) ladder.remove(ticks(1 + (n - 10) * 1_000));
    }
    expect(ladder.size).toBe(10);
    expect(walk(ladder, (level) => 1 + level * 1_000)).toHaveLength(10);
  });

  test("that is empty has no best price", () => {
    const ladder = new Ladder(side);
    expect([ladder.best(), ladder.behind(5), ladder.find(1)]).toEqual([NONE, NONE, NONE]);
  });
});
