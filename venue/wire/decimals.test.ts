import { describe, expect, test } from "bun:test";
import type { MarketParameters } from "@evermark/engine";
import fc from "fast-check";
import {
  averagePrice,
  averagePriceE8,
  feeInBasisPoints,
  fromE8,
  fromMicros,
  fromUnitaryFunding,
  parseDecimal,
  priceOf,
  quantityOf,
} from "./decimals.ts";

const MAX = Number.MAX_SAFE_INTEGER;
const exact = (value: number) => ({ kind: "exact", value }) as const;

describe("reading decimals", () => {
  const cases: [unknown, number, ReturnType<typeof parseDecimal>][] = [
    [60000.1, 8, exact(6_000_010_000_000)],
    ["60000.1", 8, exact(6_000_010_000_000)],
    [1e-7, 8, exact(10)],
    ["1e-7", 8, exact(10)],
    [1.5e-8, 8, { kind: "too_many_decimals" }],
    [1e-8, 8, exact(1)],
    [1e-9, 8, { kind: "too_many_decimals" }],
    [0.1 + 0.2, 8, { kind: "too_many_decimals" }],
    ["1.500000000000", 8, exact(150_000_000)],
    ["000.5", 8, exact(50_000_000)],
    ["12e2", 0, exact(1200)],
    ["1.25E1", 2, exact(1250)],
    ["1.25E1", 1, exact(125)],
    [0, 8, exact(0)],
    [-0, 8, exact(0)],
    ["-0.0", 8, exact(0)],
    [-0.5, 8, exact(-50_000_000)],
    ["0.000001", 6, exact(1)],
    ["0.0000001", 6, { kind: "too_many_decimals" }],
    [MAX, 0, exact(MAX)],
    ["9007199254740992", 0, { kind: "too_large", value: MAX }],
    ["90071992.54740991", 8, exact(MAX)],
    [1e21, 8, { kind: "too_large", value: MAX }],
    [-1e21, 8, { kind: "too_large", value: -MAX }],
    [Number.POSITIVE_INFINITY, 8, { kind: "too_large", value: MAX }],
    ["1e9999", 8, { kind: "too_large", value: MAX }],
    ["", 8, { kind: "not_a_number" }],
    [" 1", 8, { kind: "not_a_number" }],
    ["+1", 8, { kind: "not_a_number" }],
    [".5", 8, { kind: "not_a_number" }],
    ["5.", 8, { kind: "not_a_number" }],
    ["1,000", 8, { kind: "not_a_number" }],
    ["0x10", 8, { kind: "not_a_number" }],
    ["NaN", 8, { kind: "not_a_number" }],
    ["1".repeat(65), 8, { kind: "not_a_number" }],
    [null, 8, { kind: "not_a_number" }],
    [true, 8, { kind: "not_a_number" }],
    [{}, 8, { kind: "not_a_number" }],
    [[1], 8, { kind: "not_a_number" }],
  ];
  for (const [input, places, expected] of cases) {
    test(`${typeof input} ${String(input)} with ${places} decimals is ${expected.kind}`, () => {
      expect(parseDecimal(input, places)).toEqual(expected);
    });
  }

  test("every integer with a point inserted is read back, whatever its spelling", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 12 }), (n, places) => {
        const sign = n < 0 ? "-" : "";
        const digits = String(Math.abs(n)).padStart(places + 1, "0");
        const point = digits.length - places;
        const text = `${sign}${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.$/, "");
        expect(parseDecimal(text, places)).toEqual(exact(n + 0));
        expect(parseDecimal(`${n}e-${places}`, places)).toEqual(exact(n + 0));
      }),
    );
  });
});

test("a short text reads the same as with leading zeros, which take the slow path", () => {
  const short = fc.oneof(
    fc.stringMatching(/^[0-9]{0,8}\.?[0-9]{0,6}$/),
    fc.stringMatching(/^[-+0-9.eE ]{0,8}$/),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1e6 }).map(String),
  );
  fc.assert(
    fc.property(short, fc.integer({ min: 0, max: 8 }), (text, places) => {
      const long = /^[0-9]/.test(text) ? `${"0".repeat(16)}${text}` : text;
      expect(parseDecimal(text, places)).toEqual(parseDecimal(long, places));
    }),
    { numRuns: 2_000 },
  );
});

describe("writing decimals", () => {
  const upTo15Digits = fc.integer({ min: -1e15, max: 1e15 });

  test("a price or quantity in 10^-8 survives the wire", () => {
    fc.assert(
      fc.property(upTo15Digits, (n) => {
        expect(parseDecimal(JSON.parse(JSON.stringify(fromE8(n))), 8)).toEqual(exact(n + 0));
      }),
    );
  });

  test("money in micros survives the wire", () => {
    fc.assert(
      fc.property(upTo15Digits, (n) => {
        expect(parseDecimal(JSON.parse(JSON.stringify(fromMicros(n))), 6)).toEqual(exact(n + 0));
      }),
    );
  });

  const bitcoin = { quoteTick: 10_000_000, baseTick: 1_000 } as MarketParameters;
  const pepe = { quoteTick: 100, baseTick: 100_000_000 } as MarketParameters;

  test("ticks and lots become the market's own decimals", () => {
    expect(priceOf(bitcoin, 600_001)).toBe(60000.1);
    expect(quantityOf(bitcoin, -12_345)).toBe(-0.12345);
    expect(priceOf(pepe, 12_345)).toBe(0.012345);
  });

  test("a volume beyond 2^53 of 10^-8 is rounded once", () => {
    expect(quantityOf(pepe, 123_456_789_123)).toBe(123_456_789_123);
  });

  test("an average price is half up at 8 decimals", () => {
    // 1 lot at 60000.1 and 2 lots at 60000.2: (60000.1 + 2 × 60000.2) ÷ 3 = 60000.1666…
    expect(averagePrice(bitcoin, 600_001 + 2 * 600_002, 3)).toBe(60000.16666667);
    expect(averagePrice(bitcoin, 0, 0)).toBe(0);
  });

  test("unitary funding keeps 15 decimals", () => {
    expect(fromUnitaryFunding(1_234_567_890_123_456_789n)).toBe(1.234567890123456);
    expect(fromUnitaryFunding(-5_000n)).toBe(-5e-15);
    expect(fromUnitaryFunding(0n)).toBe(0);
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), (n) => {
        expect(fromUnitaryFunding(n)).toBe(Number(`${n / 1_000n}e-15`));
      }),
    );
  });

  test("a fee of 0.0006 is 6 basis points", () => {
    expect(feeInBasisPoints(60)).toBe(6);
    expect(feeInBasisPoints(25)).toBe(2.5);
  });
});

test("an average price is exact, also exactly at a half", () => {
  const slowly = (baseTick: number, notional: number, lots: number) => {
    const quantity = BigInt(lots) * BigInt(baseTick);
    return Number((2n * BigInt(notional) * 10n ** 10n + quantity) / (2n * quantity));
  };
  const whole = (max: number) => fc.integer({ min: 1, max });
  fc.assert(
    fc.property(fc.constantFrom(1, 10, 1_000, 100_000_000), whole(1e13), whole(1e9), (baseTick, notional, lots) => {
      const market = { baseTick: baseTick as MarketParameters["baseTick"] };
      expect(averagePriceE8(market, notional, lots)).toBe(slowly(baseTick, notional, lots));
    }),
  );
  // 10¹⁰ ÷ 2¹¹ is 5¹⁰ ÷ 2: every odd number of micros ends in a half.
  for (let notional = 1; notional < 2_000; notional += 2) {
    const market = { baseTick: 1 as MarketParameters["baseTick"] };
    expect(averagePriceE8(market, notional, 2_048)).toBe(slowly(1, notional, 2_048));
  }
});
