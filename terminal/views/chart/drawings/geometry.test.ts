import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { distanceTo, edgeBeyond, partAt, segmentsOf } from "./geometry.ts";

const PANE = { width: 400, height: 300 };

describe("the lines of a drawing", () => {
  const [a, b] = [
    { x: 100, y: 100 },
    { x: 200, y: 150 },
  ];

  test("a trend line ends at its anchors, a ray at the edge of the pane", () => {
    expect(segmentsOf("trend", [a, b], PANE)).toEqual([[a, b]]);
    expect(segmentsOf("ray", [a, b], PANE)).toEqual([[a, { x: 400, y: 250 }]]);
  });

  test("a level runs from edge to edge at the height of its anchor", () => {
    expect(segmentsOf("level", [a], PANE)).toEqual([
      [
        { x: 0, y: 100 },
        { x: 400, y: 100 },
      ],
    ]);
  });

  test("a range is a box, a text has no line", () => {
    const corners = segmentsOf("range", [a, b], PANE).map(([from]) => from);
    expect(corners).toEqual([a, { x: 200, y: 100 }, b, { x: 100, y: 150 }]);
    expect(segmentsOf("text", [a], PANE)).toEqual([]);
  });

  test("are empty while an anchor has no position", () => {
    expect(segmentsOf("trend", [a], PANE)).toEqual([]);
    expect(segmentsOf("level", [], PANE)).toEqual([]);
  });

  test("a vertical ray, or one that has left the pane, ends correctly", () => {
    expect(edgeBeyond({ x: 10, y: 200 }, { x: 10, y: 100 }, PANE)).toEqual({ x: 10, y: 0 });
    const beyond = { x: 500, y: 120 };
    expect(edgeBeyond(a, beyond, PANE)).toBe(beyond);
    expect(edgeBeyond(a, a, PANE)).toBe(a);
  });

  test("the end of a ray lies on its line and within the pane", () => {
    const inside = fc.record({ x: fc.integer({ min: 1, max: 399 }), y: fc.integer({ min: 1, max: 299 }) });
    fc.assert(
      fc.property(inside, inside, (from, through) => {
        const end = edgeBeyond(from, through, PANE);
        expect(end.x).toBeGreaterThanOrEqual(-1e-6);
        expect(end.x).toBeLessThanOrEqual(400 + 1e-6);
        expect(end.y).toBeGreaterThanOrEqual(-1e-6);
        expect(end.y).toBeLessThanOrEqual(300 + 1e-6);
        expect(distanceTo(through, [from, end])).toBeLessThan(1e-6);
      }),
    );
  });
});

describe("the part of a drawing under a pointer", () => {
  const points = [
    { x: 100, y: 100 },
    { x: 200, y: 100 },
  ];
  const line = { points, segments: segmentsOf("trend", points, PANE) };

  test("an anchor takes precedence over the line that it ends", () => {
    expect(partAt(line, { x: 104, y: 102 }, 5)).toBe(0);
    expect(partAt(line, { x: 199, y: 100 }, 5)).toBe(1);
    expect(partAt(line, { x: 150, y: 104 }, 5)).toBe("all");
    expect(partAt(line, { x: 150, y: 108 }, 5)).toBeUndefined();
    expect(partAt(line, { x: 215, y: 100 }, 5)).toBeUndefined();
  });

  test("a text is taken by its box, and moved as a whole", () => {
    const text = { points: [{ x: 50, y: 50 }], segments: [], box: { x: 50, y: 40, width: 80, height: 20 } };
    expect(partAt(text, { x: 50, y: 50 }, 5)).toBe("all");
    expect(partAt(text, { x: 125, y: 58 }, 5)).toBe("all");
    expect(partAt(text, { x: 140, y: 58 }, 5)).toBeUndefined();
  });
});
