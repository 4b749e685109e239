import { expect, test } from "bun:test";
import fc from "fast-check";
import { curveOf, nearestOf } from "./curve.ts";

const box = { width: 100, height: 50, margin: 5 };

test("the line runs from the oldest day at the left to the newest at the right, with the highest value at the top", () => {
  expect(curveOf([10, 30, 20], box)).toMatchObject({ points: "0,45 50,5 100,25", low: 10, high: 30 });
});

test("a flat line is in the middle, and a single day is a point", () => {
  expect(curveOf([7, 7], box).points).toBe("0,25 100,25");
  expect(curveOf([7], box).points).toBe("0,25");
});

test("no point leaves the box, whatever the values", () => {
  const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 400 }), (values) => {
      for (const point of curveOf(values, box).points.split(" ")) {
        const [x, y] = point.split(",").map(Number);
        expect(x! >= 0 && x! <= 100 && y! >= 5 && y! <= 45).toBe(true);
      }
    }),
  );
});

test("a position belongs to the nearest value, and beyond an end to the last one there", () => {
  expect([-1, 0, 0.24, 0.26, 0.74, 0.76, 1, 2].map((share) => nearestOf(share, 3))).toEqual([0, 0, 0, 1, 1, 2, 2, 2]);
  expect(nearestOf(0.9, 1)).toBe(0);
});
