import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cut, decimal, digitsOf, money, percent, placesOf, short } from "./figure-text.ts";

describe("a number on the screen", () => {
  test("has every digit that the venue sent", () => {
    expect(decimal(1_234_567.891)).toBe("1,234,567.891");
    expect(decimal(-0.000001)).toBe("−0.000001");
    expect(decimal(9_007_199_254.740993)).toBe("9,007,199,254.740993");
    expect(decimal(0)).toBe("0");
  });

  test("is padded with zeros to the places of its column, and has a plus where it is a change", () => {
    expect(decimal(3_000, { places: 2 })).toBe("3,000.00");
    expect(decimal(0.123, { places: 2 })).toBe("0.123");
    expect(decimal(5, { isSigned: true })).toBe("+5");
    expect(decimal(0, { isSigned: true })).toBe("0");
  });

  test("parses back to the same number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(digitsOf(value))).toBe(value + 0);
        expect(digitsOf(value)).not.toContain("e");
        expect(Number(decimal(value).replaceAll(",", "").replace("−", "-"))).toBe(value + 0);
      }),
    );
  });
});

test("a fraction becomes percent without extra digits", () => {
  expect(percent(0.07)).toBe("7 %");
  expect(percent(0.0001)).toBe("0.01 %");
  expect(percent(-0.00025, { isSigned: true })).toBe("−0.025 %");
});

test("the places of a step are counted", () => {
  expect([placesOf(0.01), placesOf(1), placesOf(0.0000001), placesOf(10)]).toEqual([2, 0, 7, 0]);
});

test("volumes are abbreviated", () => {
  expect([short(1_234_567), short(999), short(-2_500), short(7.25e9)]).toEqual(["1.23 M", "999", "−2.5 K", "7.25 B"]);
});

describe("a figure in little space", () => {
  test("is cut and never rounded, and the cut-off digits are returned too", () => {
    expect(cut("9,305.797509", 2)).toEqual(["9,305.79", "7509"]);
    expect(cut("59,863.4", 1)).toEqual(["59,863.4", ""]);
    expect(cut("0.9999", 0)).toEqual(["0", ".9999"]);
    expect(cut("12", 4)).toEqual(["12", ""]);
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat(8), (value, places) => {
        expect(cut(decimal(value), places).join("")).toBe(decimal(value));
      }),
    );
  });

  test("has two places where it is money, and more of them below 1", () => {
    expect(money(9_305.797509)).toBe("9,305.79");
    expect(money(5)).toBe("5.00");
    expect(money(-0.999999)).toBe("−0.9999");
    expect(money(0.5, { isSigned: true })).toBe("+0.50");
    expect(money(0.000043)).toBe("0.000043");
    expect(money(0)).toBe("0.00");
  });
});
