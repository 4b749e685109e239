import { expect, test } from "bun:test";
import { matchingOffers, matchScore } from "./palette-fit.ts";

test("a market comes before commands that merely contain its letters", () => {
  expect(matchScore("eth", ["ETH-PERP"])).toBeGreaterThan(0);
  expect(matchScore("eth", ["Reset the layout"])).toBe(0);
  expect(matchScore("et", ["Search markets"])).toBe(0);
});

test("every typed word has to begin a word of the name", () => {
  expect(matchScore("book left", ["Layout: Book on the left"])).toBeGreaterThan(0);
  expect(matchScore("book right", ["Layout: Book on the left"])).toBe(0);
  expect(matchScore("left boo", ["Layout: Book on the left"])).toBeGreaterThan(0);
});

test("a name that begins with the typed text comes first, and any of an offer's names can match", () => {
  expect(matchScore("mark", ["Markets"])).toBeGreaterThan(matchScore("mark", ["Search markets"]));
  expect(matchScore("night", ["Dark or light", "night"])).toBeGreaterThan(0);
  expect(matchScore("", ["Anything"])).toBeGreaterThan(0);
});

test("matches are sorted best first, under their headings", () => {
  const offers = [
    { heading: "Page", rows: ["Reset the layout", "Layout: Book on the left"] },
    { heading: "Markets", rows: ["SOL-PERP", "BTC-PERP"] },
    { heading: "Orders", rows: ["Book an order"] },
  ];
  const names = (row: string) => [row];
  expect(matchingOffers("", offers, names)).toMatchObject(offers);
  expect(matchingOffers("perp", offers, names)).toMatchObject([offers[1]!]);
  expect(matchingOffers("book", offers, names).map(({ rows }) => rows)).toEqual([
    ["Book an order"],
    ["Layout: Book on the left"],
  ]);
  expect(matchingOffers("layout", offers, names).map(({ rows }) => rows)).toEqual([
    ["Layout: Book on the left", "Reset the layout"],
  ]);
  expect(matchingOffers("nothing", offers, names)).toEqual([]);
});
