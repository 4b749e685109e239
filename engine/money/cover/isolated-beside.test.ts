// An account's isolated positions have their own money: no decision about its cross positions depends on them. Rules 5.9.

import { describe, expect, test } from "bun:test";
import { NONE } from "../../base/storage/int-map.ts";
import { crossOf } from "../../memory/liquidation/subject.ts";
import { holdsStill, standsStill } from "../../permissions/standstill.ts";
import { payable } from "../../risk/funding/funding-limit.ts";
import { isHeld } from "../../risk/watch/pauses.ts";
import { LiquidationWorld } from "../../testing/liquidation-world.ts";
import { START } from "../../testing/setup.ts";
import { figuresAtIndices, figuresOf } from "../margin/account-figures.ts";
import { crossMaintenance, crossMargin } from "../margin/margin.ts";
import { figuresAround } from "./cover.ts";
import { leaksNothing } from "./leaks.ts";
import { countedFigures, countedMargin, holdsAny } from "./pause-margin.ts";

const lower = { market: -1, marginMode: "CROSS", leverage: 2 } as const;

/** Long 10 SOL on cross margin, and, if `isBeside`, long 5 SOL and short 2 ETH on isolated margin as well. */
function judged(isBeside: boolean, prepare: (world: LiquidationWorld) => void = () => {}) {
  const world = new LiquidationWorld({ SOL: 150, ETH: 3_000 });
  const owner = world.user(1_000);
  world.open(owner, "SOL", 10, 1_550, { leverage: 10 });
  if (isBeside) {
    const terms = { marginMode: "ISOLATED", leverage: 5 } as const;
    world.open(owner, "SOL", 5, 700, { ...terms, margin: 200_000_000 });
    world.open(owner, "ETH", -2, -5_900, { ...terms, margin: 2_000_000_000 });
  }
  prepare(world);
  const { state } = world;
  const row = state.rows.find(owner, 0, "CROSS");
  const bought = { lots: 100, price: 155_000, fee: 1_000_000 };
  return {
    margin: { ...crossMargin(state, owner, null) },
    maintenance: crossMaintenance(state, owner),
    standing: [NONE, row].map((around) => figuresAround(state, owner, around)),
    counted: [NONE, row].map((around) => countedFigures(state, owner, around, standsStill)),
    countedMargin: countedMargin(state, owner),
    figures: [figuresOf, figuresAtIndices].map((of) => ({ ...of(state, crossOf(owner)) })),
    still: [holdsAny(state, owner, standsStill), holdsStill(state, owner), isHeld(state, crossOf(owner))],
    pays: payable(state, world.market("SOL"), row, 10_000_000_000),
    // Half of 1,500 is available, and no more.
    lowered: world.apply({ type: "set_leverage", at: START, ...lower, account: owner }).rejection,
    leaks: !leaksNothing(state, world.market("SOL"), row, 1_000, bought),
  };
}

describe("an account that also has isolated positions", () => {
  const halt = (world: LiquidationWorld, market: number) =>
    void world.apply({ type: "set_market_state", at: START, market, state: "HALTED", reason: "" });

  test("is treated like one without them", () => {
    const alone = judged(false);
    expect([alone.margin, alone.maintenance]).toEqual([
      { collateral: 950_000_000, initialWithOrders: 150_000_000 },
      9_000_000,
    ]);
    expect(judged(true)).toEqual(alone);
  });

  test("does not stand still where only they are in a market that does", () => {
    const alone = judged(false, (world) => halt(world, 1));
    expect(alone.still).toEqual([false, false, false]);
    expect(judged(true, (world) => halt(world, 1))).toEqual(alone);
  });

  test("stands still where its cross position does, though they do not", () => {
    const alone = judged(false, (world) => halt(world, 0));
    expect(alone.still).toEqual([true, true, true]);
    expect(judged(true, (world) => halt(world, 0))).toEqual(alone);
  });

  test("leaks nothing through a doubt that concerns only them", () => {
    const doubt = (world: LiquidationWorld) => {
      world.state.behaviour = 2;
      world.market("ETH").health.trouble = "INDEX_JUMP";
    };
    expect(judged(true, doubt)).toEqual(judged(false, doubt));
  });
});
