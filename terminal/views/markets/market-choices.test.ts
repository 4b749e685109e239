import { expect, test } from "bun:test";
import { readMarketChoices } from "./market-choices.ts";

test("stored choices about the list of markets are used as far as they fit", () => {
  const usual = { sorting: { by: "volume", isDescending: true }, favouritesOnly: false } as const;
  for (const stored of [undefined, null, 7, [], { by: "colour", isDescending: 0, favouritesOnly: "yes" }]) {
    expect(readMarketChoices(stored)).toEqual(usual);
  }
  expect(readMarketChoices({ by: "name", isDescending: false, favouritesOnly: true })).toEqual({
    sorting: { by: "name", isDescending: false },
    favouritesOnly: true,
  });
});
