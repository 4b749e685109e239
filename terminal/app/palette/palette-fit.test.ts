import { expect, test } from "bun:test";
import { fit, found } from "./palette-fit.ts";

test("a market comes before commands that merely contain its letters", () => {
  expect(fit("eth", ["ETH-PERP"])).toBeGreaterThan(0);
  expect(fit("eth", ["Reset the layout"])).toBe(0);
  expect(fit("et", ["Search markets"])).toBe(0);
});

test("every typed word has to begin a word of the name", () => {
  expect(fit("book left", ["Layout: Book at the left"])).toBeGreaterThan(0);
  expect(fit("book right", ["Layout: Book at the left"])).toBe(0);
  expect(fit("left boo", ["Layout: Book at the left"])).toBeGreaterThan(0);
});

test("a name that begins with the typed text comes first, and any of an offer's names can match", () => {
  expect(fit("mark", ["Markets"])).toBeGreaterThan(fit("mark", ["Search markets"]));
  expect(fit("night", ["Dark or light", "night"])).toBeGreaterThan(0);
  expect(fit("", ["Anything"])).toBeGreaterThan(0);
});

test("matches are sorted best first, under their headings", () => {
  const offers = [
    { heading: "Page", rows: ["Reset the layout", "Layout: Book at the left"] },
    { heading: "Markets", rows: ["SOL-PERP", "BTC-PERP"] },
    { heading: "Orders", rows: ["Book an order"] },
  ];
  const names = (row: string) => [row];
  expect(found("", offers, names)).toMatchObject(offers);
  expect(found("perp", offers, names)).toMatchObject([offers[1]!]);
  expect(found("book", offers, names).map(({ rows }) => rows)).toEqual([
    ["Book an order"],
    ["Layout: Book at the left"],
  ]);
  expect(found("layout", offers, names).map(({ rows }) => rows)).toEqual([
    ["Layout: Book at the left", "Reset the layout"],
  ]);
  expect(found("nothing", offers, names)).toEqual([]);
});
