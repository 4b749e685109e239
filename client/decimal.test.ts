import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { add, compare, decimalOf, multiply, negate, textOf } from "./decimal.ts";

const anyDecimal = fc.record({ units: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), places: fc.nat(12) });
/** The value on a scale fine enough for the product of any two of them. */
const scaled = ({ units, places }: { units: bigint; places: number }) => units * 10n ** BigInt(24 - places);

describe("a decimal", () => {
  test("is read from text and from the digits that a number prints", () => {
    expect(textOf(decimalOf("2500.50"))).toBe("2500.5");
    expect(textOf(decimalOf(0.1))).toBe("0.1");
    expect(textOf(decimalOf(1e-8))).toBe("0.00000001");
    expect(textOf(decimalOf("12e3"))).toBe("12000");
    expect(textOf(decimalOf(-0.0))).toBe("0");
    expect(textOf(decimalOf("-0.50"))).toBe("-0.5");
  });

  test("is nothing else", () => {
    for (const wrong of ["", "1,5", "0x10", " 1", "1.", ".5", "1e9999", Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => decimalOf(wrong)).toThrow("not a decimal number");
    }
  });

  test("survives a round trip through its text, which is a JSON number", () => {
    fc.assert(
      fc.property(anyDecimal, (decimal) => {
        const text = textOf(decimal);
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
        expect(scaled(decimalOf(text))).toBe(scaled(decimal));
      }),
    );
  });

  test("adds, multiplies and compares as whole numbers do", () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        expect(scaled(add(a, b))).toBe(scaled(a) + scaled(b));
        expect(scaled(multiply(a, b)) * 10n ** 24n).toBe(scaled(a) * scaled(b));
        expect(Math.sign(compare(a, b))).toBe(scaled(a) < scaled(b) ? -1 : scaled(a) > scaled(b) ? 1 : 0);
        expect(scaled(negate(a))).toBe(-scaled(a));
      }),
    );
  });
});
