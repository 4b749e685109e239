// Who steals one key of a vault, or two, gains nothing, and no honest wallet waits for long. `npm run contracts:hunt` tries it
// for as long as one likes.

import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { anyMoves, CAP_OF_A_DAY, gainOf, type HeistWorld, heistWorld, LOOTS } from "./testing/thieves.ts";

let place: HeistWorld;

beforeAll(async () => {
  place = await heistWorld();
});
afterAll(() => place.w.chain.stop());

test.each(LOOTS.map((loot) => [loot.join(" and "), loot] as const))("thieves of %s gain nothing", async (_, loot) => {
  await fc.assert(
    fc.asyncProperty(anyMoves, async (moves) => {
      expect(await gainOf(place, loot, moves)).toBeLessThanOrEqual(0n);
    }),
    { numRuns: 2 },
  );
});

test("even the operator's key and those of two attesters take no more than the cap of a day, while others pause and cancel", async () => {
  const forge = (wallet: number) => ({ move: "forge", wallet, amount: 50, filler: 3 }) as const;
  const loot = ["operator", "attester-1", "attester-2"] as const;
  const moves = [0, 1, 0, 1, 0, 1, 0, 1, 0, 1].map(forge);
  expect(await gainOf(place, loot, moves, moves.length)).toBe(CAP_OF_A_DAY);
});
