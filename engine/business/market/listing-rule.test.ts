// How far the mark of a market may be from its index, given its liquidation fees: neither a listing nor a change of
// funding bounds exceeds it. Rules 6.2.

import { describe, expect, test } from "bun:test";
import { BEHAVIOUR } from "../../base/behaviour.ts";
import { type RatioE10, ratioE10 } from "../../base/units.ts";
import { LiquidationWorld } from "../../testing/liquidation-world.ts";
import { wordsOf } from "../../testing/refusal-codes.ts";
import { START } from "../../testing/setup.ts";
import { ONE } from "../../testing/small-exchange.ts";
import { defaultMarket, defaultMarkets } from "../../testing/vectors.ts";
import { refuseListing } from "./listing-rule.ts";

describe("a market is listed only if its mark stays as near to the index as its fees require", () => {
  // The mark of SOL may be an eighth of 1 % from the index, and maintenance margin is 0.6 %.
  const market = defaultMarket("PERP_SOL_USDC");
  const refusal = (changes: object, behaviour = BEHAVIOUR) =>
    wordsOf(refuseListing({ ...market, ...changes }, 150 * ONE, behaviour)) ?? "";
  const withFee = (fee: number, behaviour = BEHAVIOUR) => refusal({ liquidatorFee: ratioE10(fee) }, behaviour);
  const expected = "expected at least how far the mark price may be from the index, and at most base_mmr less that";

  test("so that a liquidator can be paid at the index", () => {
    expect(withFee(12_499_999)).toContain(expected);
    expect(withFee(12_500_000)).toBe("");
  });

  test("so that an account that cannot pay one is below maintenance at the mark", () => {
    expect(withFee(47_500_000)).toBe("");
    expect(withFee(47_500_001)).toContain(expected);
  });

  test("on either side", () => {
    const narrow = ratioE10(1_000_000);
    expect(refusal({ liquidatorFee: ratioE10(7_000_000), capFunding: narrow, floorFunding: -narrow })).toBe("");
    expect(refusal({ liquidatorFee: ratioE10(6_999_999), capFunding: narrow, floorFunding: -narrow })).not.toBe("");
    expect(refusal({ liquidatorFee: ratioE10(7_000_000), capFunding: narrow })).not.toBe("");
    expect(refusal({ liquidatorFee: ratioE10(7_000_000), floorFunding: -narrow })).not.toBe("");
  });

  test("and its highest price is one that can be computed with", () => {
    // A quarter of 2^53, so that sums and doubles of prices are exact.
    const highest = 2 ** 51;
    const { quoteTick } = market;
    expect(refusal({ quoteMax: highest - (highest % quoteTick) })).toBe("");
    expect(refusal({ quoteMax: highest }, 3)).toBe("");
    expect(refusal({ quoteMax: highest + 1 })).toBe(
      "quote_max of PERP_SOL_USDC is invalid: 22517998.13685249, " +
        "expected a multiple of quote_tick above quote_min, up to 22517998.13685248",
    );
  });

  test("in journals of earlier behaviours, it was listed", () => {
    expect(withFee(47_500_001, 2)).toBe("");
    expect(withFee(47_500_001, 3)).toContain(expected);
  });

  test("as all default markets do", () => {
    for (const each of defaultMarkets) expect(refuseListing(each, ONE, BEHAVIOUR)).toBeNull();
  });
});

describe("new funding bounds", () => {
  /** 0.07 % is as far as 0.01 % of funding lets the mark go. */
  const listed = {
    capFunding: ratioE10(1_000_000),
    floorFunding: ratioE10(-1_000_000),
    liquidatorFee: ratioE10(8_000_000),
  };

  function change(world: LiquidationWorld, funding: { capFunding?: RatioE10; floorFunding?: RatioE10 }) {
    return world.apply({ type: "set_market_rules", at: START, market: 0, ...funding }).rejection;
  }

  test("move the mark no further than a listing could", () => {
    const world = new LiquidationWorld({ SOL: 150 }, listed);
    expect(change(world, { capFunding: ratioE10(1_142_857) })).toBeNull();
    expect(change(world, { capFunding: ratioE10(1_142_858) })).toMatchObject({
      name: "invalid_parameter",
      detail: { field: "cap_funding" },
    });
    expect(change(world, { floorFunding: ratioE10(-1_142_858) })).toMatchObject({ detail: { field: "floor_funding" } });
    // Bounds that limit the mark further are accepted.
    expect(change(world, { capFunding: ratioE10(900_000), floorFunding: ratioE10(-900_000) })).toBeNull();
  });

  test("may be kept, or narrowed, in a market that was listed before this rule existed", () => {
    const world = new LiquidationWorld({ SOL: 150 }, listed);
    const market = world.market("SOL");
    market.parameters = { ...market.parameters, liquidatorFee: ratioE10(1_000_000) };
    expect(change(world, { capFunding: ratioE10(999_999) })).toBeNull();
    expect(change(world, { capFunding: ratioE10(1_000_000) })).toBeNull();
    world.state.behaviour = 3;
    expect(change(world, { capFunding: ratioE10(1_000_001) })).not.toBeNull();
    world.state.behaviour = 2;
    expect(change(world, { capFunding: ratioE10(1_000_001) })).toBeNull();
  });
});
