// Price sources break in every possible way. June 2019: one of the two feeds left for a currency reported a thousand
// times its rate, and trading went on at the mean of the two for an hour. May 2022: a feed stopped at ten cents, its
// floor, while the coin fell to one, and lenders kept lending against it. Zeros and NaN come from empty answers and
// divisions.
//
// Here a value that can't be a price excludes its source at once, a single source that is far from the others is
// clipped, and a silent one is dropped after ten seconds. When no source is credible any more the market halts, until
// sources agree again for half a minute or the operator decides. No account is liquidated at a price that is not
// believed.

import { describe, expect, test } from "bun:test";
import { DisasterStage, type SourceReport } from "./disaster-stage.ts";

async function venue(sources: readonly string[]): Promise<{ stage: DisasterStage; long: number }> {
  const stage = await DisasterStage.open([{ price: 150, changes: { sources } }]);
  const long = stage.trader(160);
  stage.leverage(long, 20);
  stage.trade(long, "BUY", stage.trader(10_000), 150, 10);
  stage.tick(5);
  return { stage, long };
}

const BROKEN: readonly { name: string; said: SourceReport; reason: string }[] = [
  { name: "zero", said: 0, reason: "INDEX_ZERO" },
  { name: "ten times the price", said: 1_500, reason: "INDEX_JUMP" },
  { name: "not a number", said: Number.NaN, reason: "INDEX_NOT_FINITE" },
  { name: "silent at an old price", said: "silent", reason: "STALE_INDEX" },
];

describe.each(BROKEN)("a source that says $name", ({ said, reason }) => {
  test("is outvoted by two others: the market continues, and no account is liquidated", async () => {
    const { stage, long } = await venue(["one", "two", "three"]);
    stage.says([150, said, 150]);
    stage.tick(40);
    expect(stage.market().state).toBe("ACTIVE");
    expect(Math.abs(stage.index() - 150)).toBeLessThanOrEqual(2.5);
    expect(stage.isLiquidating(long)).toBe(false);
    expect(stage.position(long).quantity as number).toBe(1_000);
    await stage.end();
  });

  test("halts the market when it is the only one, and the market resumes half a minute after the source recovers", async () => {
    const { stage, long } = await venue(["one"]);
    stage.says(said);
    stage.tick(21);
    expect(stage.market()).toMatchObject({ state: "HALTED", stateReason: reason });
    expect([stage.index(), stage.mark()]).toEqual([150, 150]);
    expect(stage.limit(long, "BUY", 149, 1).rejection).not.toBe(null);
    stage.says(150);
    stage.tick(29);
    expect(stage.market().state).toBe("HALTED");
    stage.tick(5);
    expect(stage.market()).toMatchObject({ state: "ACTIVE", stateReason: "FRESH_AGAIN" });
    expect(stage.isLiquidating(long)).toBe(false);
    await stage.end();
  });
});

test("a source frozen at an old price is clipped, and the index follows the others", async () => {
  const { stage } = await venue(["one", "two", "three"]);
  stage.says([140, 150, 140]);
  stage.tick(3);
  // The frozen one counts as 5 % above the median.
  expect(stage.index()).toBeCloseTo((140 + 140 + 147) / 3, 2);
  expect(stage.market().state).toBe("ACTIVE");
  await stage.end();
});

test("the operator may resume a market at a price level that jumped", async () => {
  const { stage } = await venue(["one"]);
  stage.says(300);
  stage.tick(3);
  expect(stage.market()).toMatchObject({ state: "HALTED", stateReason: "INDEX_JUMP" });
  stage.accepted({ type: "set_market_state", market: 0, state: "ACTIVE", reason: "the price is real" });
  stage.tick();
  expect(stage.market().state).toBe("ACTIVE");
  expect(stage.index()).toBe(300);
  await stage.end();
});
