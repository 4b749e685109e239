import { expect, test } from "bun:test";
import fc from "fast-check";
import { contrast, onAccent } from "./on-accent.ts";

test("contrast is computed as WCAG defines it", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 10);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#ffffff", "#777777")).toBe(contrast("#777777", "#ffffff"));
});

test("whatever accent an operator chooses, text on it is readable", () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(fc.property(colour, (accent) => contrast(accent, onAccent(accent)) >= 4.5));
  expect(onAccent("#e0529c")).toBe("#000000");
  expect(onAccent("#1d5fd0")).toBe("#ffffff");
});
