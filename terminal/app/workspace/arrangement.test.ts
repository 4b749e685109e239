import { expect, test } from "bun:test";
import { words } from "../../texts/words.ts";
import { ARRANGEMENTS, type Area, arranged, fitting, type Room, rememberedAs, type Split } from "./arrangement.ts";

const AREAS = (Object.keys(words.shell.areas) as Area[]).sort();

function areasOf(split: Split): Area[] {
  return split.places.flatMap(({ holds }) => (typeof holds === "string" ? [holds] : areasOf(holds)));
}

/** The minimum width of the panels, with a handle of eight pixels between them. */
function leastWidth({ direction, places }: Split): number {
  const widths = places.map(({ holds, min }) => Math.max(typeof holds === "string" ? min : leastWidth(holds), 0));
  if (direction === "vertical") {
    // A panel above another is as wide as its group, whose place has the minimum.
    return Math.max(...places.map(({ holds }) => (typeof holds === "string" ? 0 : leastWidth(holds))));
  }
  return widths.reduce((sum, width) => sum + width, 8 * (places.length - 1));
}

const rooms: readonly [Room, number][] = [
  ["narrow", 641],
  ["laptop", 1_024],
  ["wide", 1_280],
  ["vast", 1_680],
];

test("every arrangement has every panel once, and the list of markets only where there is room", () => {
  for (const name of ARRANGEMENTS) {
    for (const [room] of rooms) {
      const others = AREAS.filter((area) => area !== "markets");
      expect(areasOf(arranged(name, room, false)).sort()).toEqual(others);
      expect(areasOf(arranged(name, room, true)).sort()).toEqual(room === "wide" || room === "vast" ? AREAS : others);
    }
  }
});

test("the minimum sizes of the panels fit on the page", () => {
  for (const name of ARRANGEMENTS) {
    for (const [room, width] of rooms) expect(leastWidth(arranged(name, room, true))).toBeLessThanOrEqual(width);
  }
});

test("sizes are remembered for the panels that they were set for", () => {
  const desk = arranged("trading", "wide", true);
  expect(fitting({ main: 900, ticket: 320 }, desk)).toEqual({ main: 900, ticket: 320 });
  expect(rememberedAs("trading", "wide", desk)).toBe("trading/wide/desk/main/ticket");
});

test("sizes written by another version or by hand are not used", () => {
  const desk = arranged("trading", "wide", true);
  for (const stored of [
    undefined,
    null,
    3,
    {},
    { main: 900 },
    { main: 900, other: 320 },
    { main: 900, ticket: "320" },
  ]) {
    expect(fitting(stored, desk)).toBeUndefined();
  }
  // Sizes were once stored as percentages, which are less than any panel needs.
  expect(fitting({ main: 80, ticket: 20 }, desk)).toBeUndefined();
  expect(fitting({ main: 900, ticket: Number.NaN }, desk)).toBeUndefined();
});
