import { describe, expect, test } from "bun:test";
import type { Level } from "@evermark/client";
import fc from "fast-check";
import { fromUnits, toUnits } from "../../format/exact.ts";
import { countByGroup, type Grid, gridOf, grouped, groupPrice, spreadOf, stepsAt } from "./grouping.ts";

const ETHER = gridOf({ quote_tick: 0.01, base_tick: 0.0001 });

/** Levels of one side, best first. */
const anyLevels = (side: "asks" | "bids") =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: 5_000 }), { maxLength: 60 })
    .chain((prices) =>
      fc.tuple(
        fc.constant(prices.toSorted((a, b) => (side === "asks" ? a - b : b - a))),
        fc.array(fc.integer({ min: 1, max: 10 ** 9 }), { minLength: prices.length, maxLength: prices.length }),
      ),
    )
    .map(([prices, quantities]): Level[] =>
      prices.map((price, at) => [fromUnits(price, 2), fromUnits(quantities[at]!, 4)]),
    );

describe("a grouped book", () => {
  test("counts asks at the step above them and bids at the step below", () => {
    const asks: Level[] = [
      [3_000.01, 0.1],
      [3_000.5, 0.2],
      [3_000.51, 0.3],
    ];
    expect(grouped(asks, "asks", 0.5, ETHER, 10)).toEqual([
      { price: 3_000.5, quantity: 0.3, total: 0.3 },
      { price: 3_001, quantity: 0.3, total: 0.6 },
    ]);
    const bids: Level[] = [
      [2_999.99, 0.1],
      [2_999.5, 0.2],
      [2_999.49, 0.3],
    ];
    expect(grouped(bids, "bids", 0.5, ETHER, 10)).toEqual([
      { price: 2_999.5, quantity: 0.3, total: 0.3 },
      { price: 2_999, quantity: 0.3, total: 0.6 },
    ]);
    expect(grouped(bids, "bids", 0.5, ETHER, 1)).toHaveLength(1);
  });

  test("contains exactly what its levels contain, and no group promises a better price", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("asks" as const, "bids" as const).chain((side) => fc.tuple(fc.constant(side), anyLevels(side))),
        fc.constantFrom(0.01, 0.05, 0.1, 1, 5),
        ([side, levels], step) => {
          const groups = grouped(levels, side, step, ETHER, 1_000);
          const units = (quantities: readonly number[]) =>
            quantities.reduce((sum, quantity) => sum + toUnits(quantity, 4), 0);
          const all = units(levels.map(([, quantity]) => quantity));
          expect(units(groups.map(({ quantity }) => quantity))).toBe(all);
          if (groups.length > 0) expect(toUnits(groups.at(-1)!.total, 4)).toBe(all);
          for (const [price] of levels) {
            const at = groupPrice(price, side, step, ETHER);
            const away = side === "asks" ? toUnits(at, 2) - toUnits(price, 2) : toUnits(price, 2) - toUnits(at, 2);
            expect(away).toBeGreaterThanOrEqual(0);
            expect(away).toBeLessThan(toUnits(step, 2));
          }
          const prices = groups.map(({ price }) => price);
          expect(prices).toEqual([...new Set(prices)].sort((a, b) => (side === "asks" ? a - b : b - a)));
        },
      ),
    );
  });

  test("counts the own orders in each group", () => {
    expect([...countByGroup([3_000.01, 3_000.5, 3_000.6], "asks", 0.5, ETHER)]).toEqual([
      [3_000.5, 2],
      [3_001, 1],
    ]);
  });
});

test("steps fit the price", () => {
  const bitcoin: Grid = gridOf({ quote_tick: 0.1, base_tick: 0.00001 });
  expect(stepsAt(60_000, bitcoin)).toEqual([0.1, 0.5, 1, 5, 10, 50, 100, 500]);
  expect(stepsAt(3_000, ETHER)).toEqual([0.01, 0.05, 0.1, 0.5, 1, 5, 10, 50]);
  const pepe: Grid = gridOf({ quote_tick: 0.000001, base_tick: 1 });
  expect(stepsAt(0.0123, pepe)).toEqual([0.000001, 0.000005, 0.00001, 0.00005, 0.0001, 0.0005]);
  expect(stepsAt(0.00002, pepe)).toEqual([0.000001, 0.000005]);
});

test("a spread is exact", () => {
  expect(spreadOf(3_000.3, 3_000.1, ETHER)).toEqual({ width: 0.2, fraction: expect.closeTo(0.0000667, 6) });
  expect(spreadOf(3_000.3, undefined, ETHER)).toBeUndefined();
});
