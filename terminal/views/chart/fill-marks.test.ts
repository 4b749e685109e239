import { expect, test } from "bun:test";
import fc from "fast-check";
import type { OwnFill } from "../../session/account/own-fills.ts";
import type { Candle } from "../../session/candles/candle-list.ts";
import { fillMarks } from "./fill-marks.ts";

const candles = Array.from({ length: 10 }, (_, at) => ({ start: 1_000 + at * 100 }) as Candle);

function fill(id: number, at: number, side: OwnFill["side"]): OwnFill {
  return { id, at, side, price: 5, quantity: 1 };
}

test("a candle has one mark for all buys in it, and one for all sales", () => {
  const fills = [fill(3, 1_250, "BUY"), fill(1, 1_200, "BUY"), fill(2, 1_299, "SELL"), fill(4, 1_300, "SELL")];
  expect(fillMarks(fills, candles).map(({ start, side, fills }) => [start, side, fills.map(({ id }) => id)])).toEqual([
    [1_200, "BUY", [1, 3]],
    [1_200, "SELL", [2]],
    [1_300, "SELL", [4]],
  ]);
});

test("every fill since the first candle is in exactly one mark, at its own candle", () => {
  const anyFill = fc.record({ at: fc.integer({ min: 500, max: 2_500 }), side: fc.constantFrom("BUY", "SELL") });
  fc.assert(
    fc.property(fc.array(anyFill), (drawn) => {
      const fills = drawn.map(({ at, side }, id) => fill(id, at, side as OwnFill["side"]));
      const marks = fillMarks(fills, candles);
      const marked = marks.flatMap((mark) => mark.fills.map(({ id }) => id)).sort((a, b) => a - b);
      expect(marked).toEqual(fills.filter(({ at }) => at >= 1_000).map(({ id }) => id));
      for (const { start, fills: inIt } of marks) {
        for (const { at } of inIt) expect(Math.min(Math.floor(at / 100) * 100, 1_900)).toBe(start);
      }
      expect(marks.map(({ start }) => start)).toEqual(marks.map(({ start }) => start).toSorted((a, b) => a - b));
    }),
  );
});
