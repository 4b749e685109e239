// Exact division checked against big integers, with numbers chosen where doubles round: near powers of two and ten, near the
// ends of the safe range, and products that are just beside a multiple of the divisor.

import { expect, test } from "bun:test";
import { absolute, divideCeil, divideFloor, divideRound } from "@evermark/model/numbers/exact-numbers.ts";
import fc from "fast-check";
import {
  DIVISOR_MAX,
  divCeil,
  divFloor,
  divRoundHalfAway,
  mulDivCeil,
  mulDivFloor,
  QUOTIENT_MAX,
  quotientOf,
  remainderOf,
} from "./arithmetic.ts";

const powers = [...Array(52).keys()].flatMap((n) => [2 ** n - 1, 2 ** n, 2 ** n + 1]);
const decimals = [...Array(15).keys()].flatMap((n) => [10 ** n, 5 * 10 ** n, 6 * 10 ** n + 1]);
const magnitude = fc.oneof(
  fc.nat({ max: 1_000 }),
  fc.maxSafeNat(),
  fc.constantFrom(...powers, ...decimals, Number.MAX_SAFE_INTEGER),
);
const signed = fc.tuple(magnitude, fc.boolean()).map(([n, negative]) => (negative ? 0 - n : n));
const divisor = magnitude.map((n) => Math.max(1, n));

/** Two factors and a divisor, the product often within a few units of a multiple of the divisor. */
const triple = fc.oneof(
  fc.tuple(signed, signed, divisor),
  fc.tuple(signed, divisor, fc.integer({ min: -3, max: 3 })).map(([factor, by, off]) => {
    const beside = Math.max(1, Math.abs(factor) + off);
    return [Number.isSafeInteger(beside) ? factor : 1, by, Number.isSafeInteger(beside) ? beside : 1] as [
      number,
      number,
      number,
    ];
  }),
);

const many = { numRuns: Number(process.env.PROPERTY_RUNS ?? 1) * 4_000 };

function checked(fast: (a: number, b: number, c: number) => number, slow: (a: bigint, b: bigint) => bigint): void {
  fc.assert(
    fc.property(triple, ([a, b, c]) => {
      const exact = slow(BigInt(a) * BigInt(b), BigInt(c));
      // At the very edge of the range a quotient is refused rather than risked.
      fc.pre(absolute(exact) < BigInt(Number.MAX_SAFE_INTEGER) - 2n);
      const found = fast(a, b, c);
      expect(found).toBe(Number(exact)); // toBe distinguishes 0 from −0
    }),
    { ...many, includeErrorInReport: true },
  );
}

test("a · b ÷ c rounds down exactly", () => checked(mulDivFloor, divideFloor));
test("a · b ÷ c rounds up exactly", () => checked(mulDivCeil, divideCeil));

test("a quotient of bounded numbers is exact, also at and beside a multiple of the divisor", () => {
  const smaller = fc.oneof(fc.nat({ max: 1_000 }), fc.nat({ max: DIVISOR_MAX - 1 })).map((n) => Math.max(1, n));
  const quotient = fc.oneof(
    fc.nat({ max: 1_000 }),
    fc.maxSafeNat().map((n) => n % QUOTIENT_MAX),
  );
  fc.assert(
    fc.property(smaller, quotient, fc.integer({ min: -1, max: 1 }), (c, q, off) => {
      // q · c, and products with q or c one off.
      for (const [a, b] of [
        [q, Math.max(0, c + off)],
        [Math.max(0, q + off), c],
      ] as const) {
        const [exact, rest] = [(BigInt(a) * BigInt(b)) / BigInt(c), (BigInt(a) * BigInt(b)) % BigInt(c)];
        fc.pre(exact < BigInt(QUOTIENT_MAX));
        const found = quotientOf(a, b, c);
        expect([found, remainderOf(a, b, c, found)]).toEqual([Number(exact), Number(rest)]);
      }
    }),
    { ...many, includeErrorInReport: true },
  );
});

test("big integers divide by the same definitions", () => {
  const big = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  const positive = fc.bigInt({ min: 1n, max: 10n ** 20n });
  fc.assert(
    fc.property(
      fc.oneof(big, fc.bigInt({ min: -20n, max: 20n })),
      fc.oneof(positive, fc.bigInt({ min: 1n, max: 9n })),
      (n, d) => {
        expect([divFloor(n, d), divCeil(n, d), divRoundHalfAway(n, d)]).toEqual([
          divideFloor(n, d),
          divideCeil(n, d),
          divideRound(n, d),
        ]);
      },
    ),
    { ...many, includeErrorInReport: true },
  );
});
