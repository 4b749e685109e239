import { expect, test } from "bun:test";
import fc from "fast-check";
import { gaugeOf } from "./gauge.ts";

test("without positions nothing can be liquidated", () => {
  expect(gaugeOf({ margin: 10, initial: 0, maintenance: 0 })).toEqual({
    fill: 0,
    initialAt: undefined,
    level: "idle",
  });
});

test("twice the maintenance ratio is half way, and at it the gauge is full", () => {
  expect(gaugeOf({ margin: 0.024, initial: 0.02, maintenance: 0.012 })).toMatchObject({ fill: 0.5, level: "watch" });
  expect(gaugeOf({ margin: 0.012, initial: 0.02, maintenance: 0.012 })).toMatchObject({ fill: 1, level: "danger" });
});

test("what is left below nothing is still a full gauge", () => {
  expect(gaugeOf({ margin: -0.5, initial: 0.02, maintenance: 0.012 }).fill).toBe(1);
});

test("the gauge never leaves its scale, and fills as the ratio falls", () => {
  const ratio = fc.double({ min: -2, max: 10, noNaN: true });
  fc.assert(
    fc.property(ratio, ratio, fc.double({ min: 1e-4, max: 1, noNaN: true }), (one, other, maintenance) => {
      const [worse, better] = [Math.min(one, other), Math.max(one, other)].map((margin) =>
        gaugeOf({ margin, initial: maintenance * 2, maintenance }),
      );
      expect(worse!.fill).toBeGreaterThanOrEqual(better!.fill);
      for (const { fill } of [worse!, better!]) expect(fill >= 0 && fill <= 1).toBe(true);
    }),
  );
});
