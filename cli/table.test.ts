import { expect, test } from "bun:test";
import { table, textOf } from "./table.ts";

test("words are aligned to the left, numbers to the right", () => {
  expect(
    table(
      ["side", "price"],
      [
        ["buy", 9.5],
        ["sell", 10_000],
      ],
    ),
  ).toEqual(["side  price", "buy     9.5", "sell  10000"]);
});

test("small numbers are written without an exponent, and a missing value is a dash", () => {
  expect(textOf(0.00000123)).toBe("0.00000123");
  expect(textOf(1e-8)).toBe("0.00000001");
  expect(textOf(null)).toBe("-");
});
