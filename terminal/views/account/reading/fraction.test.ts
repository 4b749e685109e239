import { expect, test } from "bun:test";
import fc from "fast-check";
import { restOf, shareOf } from "./fraction.ts";

test("percentages become fractions, digit by digit", () => {
  const fractions = {
    "20": "0.2",
    "100": "1",
    "0": "0",
    "5": "0.05",
    "0.1": "0.001",
    "12.5": "0.125",
    "10.": "0.1",
    ".5": "0.005",
  };
  for (const [typed, fraction] of Object.entries(fractions)) expect(shareOf(typed)).toBe(fraction);
  for (const text of ["", ".", "-1", "101", "100.1", "1e2", "abc", "12,5", "1,000"])
    expect(shareOf(text)).toBeUndefined();
});

test("the remainder to one is exact", () => {
  expect(restOf("0.6")).toBe("0.4");
  expect(restOf("1")).toBe("0");
  expect(restOf("0")).toBe("1");
  expect(restOf("0.333")).toBe("0.667");
});

test("a fraction and its remainder add up to one, whatever was typed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (millionths) => {
      const typed = `${Math.floor(millionths / 1_000_000)}.${String(millionths % 1_000_000).padStart(6, "0")}`;
      const fraction = shareOf(typed)!;
      const units = (text: string) => {
        const [whole = "0", parts = ""] = text.split(".");
        return BigInt(whole + parts.padEnd(8, "0"));
      };
      expect(units(fraction)).toBe(BigInt(millionths));
      expect(units(fraction) + units(restOf(fraction))).toBe(100_000_000n);
    }),
  );
});
