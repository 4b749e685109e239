import { expect, test } from "bun:test";
import { readMarketChoices } from "./market-choices.ts";

test("what a browser remembers of the list of markets is taken as far as it fits", () => {
  const usual = { sorting: { by: "volume", isDescending: true }, favouritesOnly: false } as const;
  for (const stored of [undefined, null, 7, [], { by: "colour", isDescending: 0, favouritesOnly: "yes" }]) {
    expect(readMarketChoices(stored)).toEqual(usual);
  }
  expect(readMarketChoices({ by: "name", isDescending: false, favouritesOnly: true })).toEqual({
    sorting: { by: "name", isDescending: false },
    favouritesOnly: true,
  });
});
