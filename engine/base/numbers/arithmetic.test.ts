import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  DIVISOR_MAX,
  decimalText,
  divCeil,
  divFloor,
  divRoundHalfAway,
  e8Text,
  microsText,
  mulDivCeil,
  mulDivFloor,
  QUOTIENT_MAX,
  quotientOf,
  remainderOf,
} from "./arithmetic.ts";

test("whole numbers are written as decimals, without trailing zeros", () => {
  expect(
    (
      [
        [1500, 3],
        [5, 3],
        [-5, 3],
        [-123_456, 2],
        [1_000_000, 6],
        [0, 8],
        [42, 0],
        [9_007_199_254_740_991, 8],
      ] as const
    ).map(([n, decimals]) => decimalText(n, decimals)),
  ).toEqual(["1.5", "0.005", "-0.005", "-1234.56", "1", "0", "42", "90071992.54740991"]);
});

test("money is written in USDC, and numbers in 10⁻⁸ as multiples of one", () => {
  expect([microsText(1), microsText(-1_500_000), e8Text(1), e8Text(150_000_000)]).toEqual([
    "0.000001",
    "-1.5",
    "0.00000001",
    "1.5",
  ]);
});

test("a number with more than 21 digits is written in full, and Infinity and NaN do not throw", () => {
  expect([decimalText(1e21, 0), decimalText(-1e21, 6)]).toEqual([`1${"0".repeat(21)}`, `-1${"0".repeat(15)}`]);
  expect(() => [Number.POSITIVE_INFINITY, Number.NaN].map((n) => decimalText(n, 0))).not.toThrow();
});

test("a fee is rounded up and a rebate toward zero by the same division", () => {
  expect([mulDivCeil(1, 60, 100_000), mulDivCeil(1_000_001, 60, 100_000)]).toEqual([1, 601]);
  expect([mulDivCeil(1_000_001, -2, 100_000), mulDivFloor(1_000_001, -2, 100_000)]).toEqual([-20, -21]);
});

test("a product that is one beyond 2^53, which a double rounds to 2^53, is divided exactly", () => {
  // 107 · 84,179,432,287,299 = 2^53 + 1, a multiple of 3; half of it is between two whole numbers.
  const [a, b] = [107, 84_179_432_287_299];
  const third = 3_002_399_751_580_331;
  const half = 4_503_599_627_370_496;
  expect([mulDivFloor(a, b, 3), mulDivCeil(a, b, 3)]).toEqual([third, third]);
  expect([mulDivFloor(-a, b, 3), mulDivCeil(-a, b, 3)]).toEqual([-third, -third]);
  expect([mulDivFloor(a, b, 2), mulDivCeil(a, b, 2)]).toEqual([half, half + 1]);
  expect([mulDivFloor(-a, b, 2), mulDivCeil(-a, b, 2)]).toEqual([-half - 1, -half]);
});

test("a quotient of zero is never negative zero, so that equal states have equal bytes", () => {
  for (const quotient of [mulDivCeil(-1, 1, 2), mulDivFloor(0, -3, 7), mulDivCeil(0, -3, 7)]) {
    expect(Object.is(quotient, 0)).toBe(true);
  }
});

test("a product beyond 2^53 that is a multiple of the divisor stays exact", () => {
  const [a, b] = [94_906_267, 94_906_267];
  expect([mulDivFloor(a, b, 94_906_267), mulDivCeil(a, b, 94_906_267)]).toEqual([a, a]);
  // 3 · 10^15 · 10^10 ÷ (10^10 − 1): just above and below a whole number.
  const [n, d] = [3_000_000_000_000_000, 9_999_999_999];
  const exact = (BigInt(n) * 10_000_000_000n) / BigInt(d);
  expect([BigInt(mulDivFloor(n, 1e10, d)), BigInt(mulDivCeil(n, 1e10, d))]).toEqual([exact, exact + 1n]);
});

test("a quotient that does not fit is a fault, not a rounded number", () => {
  expect(() => mulDivFloor(2 ** 53 - 1, 2 ** 20, 3)).toThrow("a quotient fits in 2^53");
  expect(() => mulDivCeil(-(2 ** 53) + 1, 2 ** 20, 3)).toThrow("a quotient fits in 2^53");
});

test("exact halves round away from zero", () => {
  expect([5n, -5n, 4n, -4n, 7n, -7n].map((n) => divRoundHalfAway(n, 2n))).toEqual([3n, -3n, 2n, -2n, 4n, -4n]);
  expect([divRoundHalfAway(4n, 3n), divRoundHalfAway(5n, 3n), divRoundHalfAway(-5n, 3n)]).toEqual([1n, 2n, -2n]);
  expect([divFloor(-1n, 3n), divCeil(-1n, 3n), divFloor(1n, 3n), divCeil(1n, 3n)]).toEqual([-1n, 0n, 0n, 1n]);
});

test("a quotient that doubles estimate above a whole number is still the number below", () => {
  // The product is one less than a multiple of the divisor, and its quotient in doubles is an eighth above the multiple.
  const cases = [
    [519_191_985_460_577, 462_416_609, 213_273_377],
    [2_167_553_337_663_821, 304_784_263, 586_907_529],
  ] as const;
  for (const [a, b, c] of cases) {
    const product = BigInt(a) * BigInt(b);
    const quotient = quotientOf(a, b, c);
    const remainder = remainderOf(a, b, c, quotient);
    expect([BigInt(quotient), BigInt(remainder)]).toEqual([product / BigInt(c), BigInt(c - 1)]);
    expect([mulDivFloor(a, b, c), mulDivCeil(a, b, c)]).toEqual([quotient, quotient + 1]);
  }
});

test("a product whose quotient doubles estimate one too low, with or without a remainder, is divided exactly", () => {
  const cases = [
    [414_602_578_973, 288_937_588_699, 106_398_689],
    [198_400_129_790, 442_262_127_930, 77_933_100],
    [861_666_110_419, 861_666_110_753, 752_089_034],
    [866_208_905_791, 866_208_905_823, 675_542_066],
  ] as const;
  for (const [a, b, c] of cases) {
    const exact = Number((BigInt(a) * BigInt(b)) / BigInt(c));
    expect([quotientOf(a, b, c), Math.floor((a * b) / c)]).toEqual([exact, exact - 1]);
  }
});

test("a product is divided with its remainder, as big integers do it", () => {
  const divisor = fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: DIVISOR_MAX - 1 }));
  const factor = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(factor, fc.oneof(fc.nat(1_000), fc.nat({ max: 10 ** 10 })), divisor, (a, b, c) => {
      const product = BigInt(a) * BigInt(b);
      fc.pre(product / BigInt(c) < BigInt(QUOTIENT_MAX));
      const quotient = quotientOf(a, b, c);
      const remainder = remainderOf(a, b, c, quotient);
      expect([BigInt(quotient), BigInt(remainder)]).toEqual([product / BigInt(c), product % BigInt(c)]);
    }),
    { numRuns: 2_000 },
  );
});
