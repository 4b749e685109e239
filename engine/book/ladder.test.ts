import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { NONE } from "../storage/int-map.ts";
import { ticks } from "../units.ts";
import type { Side } from "../vocabulary.ts";
import { Ladder } from "./ladder.ts";

/** A price's level is the price itself, so that a mix-up shows. */
function levels(ladder: Ladder): number[] {
  const found: number[] = [];
  for (let depth = 0; ladder.at(depth) !== NONE; depth++) found.push(ladder.at(depth));
  return found;
}

describe.each(["BUY", "SELL"] satisfies Side[])("a ladder of %s prices", (side) => {
  test("is a sorted list, best first, whatever comes and goes", () => {
    const best = (a: number, b: number) => (side === "BUY" ? b - a : a - b);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 150 }), (prices) => {
        const ladder = new Ladder(side);
        const slow: number[] = [];
        for (const price of prices) {
          const at = slow.indexOf(price);
          expect(ladder.find(ticks(price))).toBe(at === -1 ? NONE : price);
          if (at === -1) {
            ladder.insert(ticks(price), price);
            slow.push(price);
            slow.sort(best);
          } else {
            ladder.remove(ticks(price));
            slow.splice(at, 1);
          }
          expect(levels(ladder)).toEqual(slow);
          expect(ladder.best()).toBe(slow[0] ?? NONE);
          expect(ladder.at(slow.length)).toBe(NONE);
        }
      }),
    );
  });

  test("is the same list when nobody looked while prices came, went and came back", () => {
    const best = (a: number, b: number) => (side === "BUY" ? b - a : a - b);
    const step = fc.record({ price: fc.integer({ min: 1, max: 300 }), depth: fc.option(fc.nat(40)) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 200, maxLength: 1_500 }), (steps) => {
        const ladder = new Ladder(side);
        const slow = new Set<number>();
        for (const { price, depth } of steps) {
          if (slow.delete(price)) ladder.remove(ticks(price));
          else {
            slow.add(price);
            ladder.insert(ticks(price), price);
          }
          expect(ladder.size).toBe(slow.size);
          if (depth !== null && depth < 5) expect(ladder.at(depth)).toBe([...slow].sort(best)[depth] ?? NONE);
        }
        expect(levels(ladder)).toEqual([...slow].sort(best));
      }),
    );
  });

  test("that is empty has no best price", () => {
    const ladder = new Ladder(side);
    expect([ladder.best(), ladder.at(0), ladder.find(ticks(1))]).toEqual([NONE, NONE, NONE]);
  });
});
