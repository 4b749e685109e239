import { describe, expect, test } from "bun:test";
import { divideRound } from "@evermark/model/numbers/exact-numbers.ts";
import fc from "fast-check";
import { averagePriceE8, closeShare, gainOver } from "./entry-value.ts";

const FINE = 10n ** 10n;
const whole = fc.integer({ min: 0, max: 10 ** 14 });
/** Values that are divided without big integers, values that are not, and those in between. */
const anyMicros = fc.oneof(whole, fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
const anyLots = fc.oneof(
  fc.integer({ min: 1, max: 1_000 }),
  fc.integer({ min: 1, max: 10 ** 9 }),
  fc.integer({ min: 2 ** 30 - 5, max: 2 ** 30 + 5 }),
  fc.integer({ min: 1, max: 10 ** 13 }),
);
const fine = fc.oneof(
  fc.constantFrom(0, 1, 4_999_999_999, 5_000_000_000, 5_000_000_001),
  fc.nat({ max: 9_999_999_999 }),
);
const lots = fc.integer({ min: 1, max: 10 ** 9 });
const entryOf = (micros: number, fine: number) => BigInt(micros) * FINE + BigInt(fine);

test("a close takes its share of the entry value, rounded to the nearest 10⁻¹⁶", () => {
  fc.assert(
    fc.property(anyMicros, fine, anyLots, anyLots, (micros, fine, one, other) => {
      const [closed, held] = one < other ? [one, other] : [other, one];
      const share = closeShare(micros, fine, closed, held);
      expect(entryOf(share.micros, share.fine)).toBe(divideRound(entryOf(micros, fine) * BigInt(closed), BigInt(held)));
      expect(share.fine).toBeLessThan(10 ** 10);
    }),
  );
});

test("closing everything takes everything", () => {
  expect({ ...closeShare(7, 3, 5, 5) }).toEqual({ micros: 7, fine: 3 });
});

describe("a gain", () => {
  test("is the proceeds less the share, rounded to the nearest micro", () => {
    fc.assert(
      fc.property(whole, fine, whole, (micros, fine, proceeds) => {
        const exact = BigInt(proceeds) * FINE - entryOf(micros, fine);
        expect(BigInt(gainOver({ micros, fine }, proceeds))).toBe(divideRound(exact, FINE));
      }),
    );
  });

  test("of half a micro rounds away from zero on both sides", () => {
    const half = { micros: 12, fine: 5_000_000_000 };
    expect([10, 12, 13, 20].map((proceeds) => gainOver(half, proceeds))).toEqual([-3, -1, 1, 8]);
  });
});

test("an average price is the entry value of one whole unit, to the nearest 10⁻⁸", () => {
  fc.assert(
    fc.property(whole, fine, lots, fc.constantFrom(1_000, 1_000_000, 100_000_000), (micros, fine, size, lotE8) => {
      const average = divideRound(entryOf(micros, fine), BigInt(size) * BigInt(lotE8));
      fc.pre(average <= BigInt(Number.MAX_SAFE_INTEGER));
      expect(BigInt(averagePriceE8(micros, fine, size, lotE8))).toBe(average);
    }),
  );
  // Two at 1 and one at 2: a third of 4, on lots of 0.01.
  expect(averagePriceE8(40_000, 0, 3, 1_000_000)).toBe(133_333_333);
  expect(averagePriceE8(0, 0, 0, 1_000_000)).toBe(0);
});
