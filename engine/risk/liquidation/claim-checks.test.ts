// The rejections of claims on positions that cannot change hands now. Rules 7.5, 7.8.

import { expect, test } from "bun:test";
import { LiquidationWorld } from "../../testing/liquidation-world.ts";
import { wordsOf } from "../../testing/refusal-codes.ts";
import { refusePaused } from "./claim-checks.ts";

test("a rejected claim names a doubt only where the doubt alone stands in the way", () => {
  const world = new LiquidationWorld({ SOL: 150 });
  const market = world.market("SOL");
  const why = (state: "ACTIVE" | "HALTED", inDoubt: boolean) => {
    market.state = state;
    market.health.inDoubt = inDoubt;
    return wordsOf(refusePaused(world.state, market));
  };
  const paused = "liquidation of PERP_SOL_USDC is paused";
  expect([why("HALTED", true), why("HALTED", false), why("ACTIVE", false)]).toEqual([paused, paused, paused]);
  expect(why("ACTIVE", true)).toBe("the price of PERP_SOL_USDC is in doubt: nothing is claimed until it is not");
});
