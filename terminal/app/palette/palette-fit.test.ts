import { expect, test } from "bun:test";
import { fit, found } from "./palette-fit.ts";

test("a market comes before commands that only have its letters", () => {
  expect(fit("eth", ["ETH-PERP"])).toBeGreaterThan(0);
  expect(fit("eth", ["Reset the layout"])).toBe(0);
  expect(fit("et", ["Search markets"])).toBe(0);
});

test("every word that was typed has to begin one of the name's", () => {
  expect(fit("book left", ["Layout: Book at the left"])).toBeGreaterThan(0);
  expect(fit("book right", ["Layout: Book at the left"])).toBe(0);
  expect(fit("left boo", ["Layout: Book at the left"])).toBeGreaterThan(0);
});

test("what begins as it was typed comes first, and any of its names will do", () => {
  expect(fit("mark", ["Markets"])).toBeGreaterThan(fit("mark", ["Search markets"]));
  expect(fit("night", ["Dark or light", "night"])).toBeGreaterThan(0);
  expect(fit("", ["Anything"])).toBeGreaterThan(0);
});

test("what was typed brings the best first, under the heading that has it", () => {
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
