import { expect, test } from "bun:test";
import { BEHAVIOUR } from "@evermark/engine";
import { refuseListing } from "@evermark/engine/inside.ts";
import { Dice } from "./dice.ts";
import { drawMarkets } from "./planned-markets.ts";

test("every market that a world draws can be listed", () => {
  for (let seed = 1; seed <= 2_000; seed++) {
    for (const { parameters, firstPrice } of drawMarkets(new Dice(seed), false)) {
      const refused = refuseListing(parameters, firstPrice, BEHAVIOUR);
      expect({ seed, parameters, refused }).toEqual({ seed, parameters, refused: null });
    }
  }
});
