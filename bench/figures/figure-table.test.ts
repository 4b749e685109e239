import { expect, test } from "bun:test";
import { ratioAtLeast, valueAtMost } from "./budget.ts";
import { tableOf } from "./figure-table.ts";
import { figureAlone, figureOf } from "./measure.ts";
import { numberText } from "./number-text.ts";

const figures = [
  figureOf("orders", "orders/s", "bare", { ours: [9_000, 8_000, 8_500], theirs: [10_000] }, ratioAtLeast(0.85)),
  figureOf("fans", "frames/s", "bare", { ours: [800], theirs: [1_000, 3_000] }, ratioAtLeast(0.9)),
  figureAlone("update", "µs", [12.32, 12.36], valueAtMost(1_000)),
];

test("a table shows the median, the spread, and clearly which budgets are missed", () => {
  expect(tableOf(figures, true).split("\n")).toEqual([
    "name    value  unit      min–max      runs  against      ratio  budget",
    "orders  8,500  orders/s  8,000–9,000     3  bare 10,000   0.85  ratio ≥ 0.85 met",
    "fans      800  frames/s  800–800         1  bare 2,000    0.40  ratio ≥ 0.90 MISSED",
    "update   12.3  µs        12.3–12.4       2                      ≤ 1,000 met",
  ]);
});

test("a quick run does not judge budgets", () => {
  expect(tableOf(figures, false)).not.toMatch(/met|MISSED/);
});

test("numbers keep three significant digits", () => {
  expect([1_234_567, 123.4, 12.34, 1.234, 0.1234, 0.01234, 7].map(numberText)).toEqual([
    "1,234,567",
    "123",
    "12.3",
    "1.23",
    "0.12",
    "0.012",
    "7",
  ]);
});
