import { describe, expect, test } from "bun:test";
import { silent } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { Engine } from "../../run/engine.ts";
import { depositByHand, openByHand } from "../../testing/hand-made.ts";
import { HOUSE, LiquidationWorld, type Outcome } from "../../testing/liquidation-world.ts";
import { openAccount } from "../../testing/setup.ts";
import { USDC } from "../../testing/small-exchange.ts";

const warnings = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap(({ liquidations }) => liquidations.filter(({ type }) => type === "warned"));

/** 10 SOL from 150 with 100 USDC; maintenance margin is 0.6 % of the position. */
function longSol(marginMode: "CROSS" | "ISOLATED" = "CROSS"): { world: LiquidationWorld; user: number } {
  const world = new LiquidationWorld({ SOL: 150 });
  const isolated = marginMode === "ISOLATED";
  const user = world.user(isolated ? 5_000 : 100);
  world.open(user, "SOL", 10, 1_500, isolated ? { marginMode, margin: 100e6 } : {});
  return { world, user };
}

describe("an account close to liquidation", () => {
  test("is warned once, when maintenance needs four fifths of the collateral", () => {
    const { world, user } = longSol();
    expect(warnings(world.wait(2))).toEqual([]);
    world.pin({ SOL: 141.05 });
    const warned = warnings(world.wait(3));
    expect(warned).toMatchObject([
      { account: user, marginMode: "CROSS", market: -1, collateral: 10.5e6, maintenance: 8.463e6 },
    ]);
    // A slightly better or worse price does not count as another approach.
    for (const price of [141.2, 141, 141.3, 141.05]) {
      world.pin({ SOL: price });
      expect(warnings(world.wait(1))).toEqual([]);
    }
  });

  test("is warned again after having been far from it, or after a liquidation that ended without effect", () => {
    const { world } = longSol();
    world.pin({ SOL: 141.05 });
    expect(warnings(world.wait(1))).toHaveLength(1);
    world.pin({ SOL: 141.5 });
    expect(warnings(world.wait(1))).toEqual([]);
    world.pin({ SOL: 141.05 });
    expect(warnings(world.wait(1))).toHaveLength(1);

    world.pin({ SOL: 140.8 });
    expect(warnings(world.wait(1))).toEqual([]);
    world.pin({ SOL: 141.2 });
    expect(warnings(world.wait(1))).toEqual([]);
    world.pin({ SOL: 141.05 });
    expect(warnings(world.wait(1))).toHaveLength(1);
  });

  test("is warned of each isolated position separately", () => {
    const { world, user } = longSol("ISOLATED");
    world.pin({ SOL: 141.05 });
    expect(warnings(world.wait(2))).toMatchObject([{ account: user, marginMode: "ISOLATED", market: 0 }]);
  });

  test("is not forgotten by a restart, and the accounts next in turn follow", () => {
    const { world } = longSol();
    world.pin({ SOL: 141.05 });
    expect(warnings(world.wait(1))).toHaveLength(1);
    const { warned, next } = world.state.marginWarnings;
    world.engine = Engine.restore(world.engine.snapshot());
    expect(warnings(world.wait(2))).toEqual([]);
    expect([warned.size, next]).toEqual([1, world.state.accounts.used]);
  });

  test("is reached within minutes also among many, of which each tick looks at some", () => {
    const { world, user } = longSol();
    // More accounts than a tick passes, before and behind this one.
    for (let number = 0; number < 30_000; number++) {
      world.engine.apply({ ...openAccount(1_000 + number, "builder"), at: world.state.now }, silent);
    }
    world.state.marginWarnings.next = user + 1;
    world.pin({ SOL: 141.05 });
    const [first, second] = world.wait(2);
    expect([warnings([first!]), warnings([second!]).length]).toEqual([[], 1]);
  });

  test("is one of a thousand that a tick looks at, and is never a system account", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const users = Array.from({ length: 1_001 }, () => world.user(100));
    for (const account of [INSURANCE, ...users]) {
      openByHand(world.state, { account, against: HOUSE, market: 0, quantity: 1_000, cost: 1_500 * USDC });
    }
    depositByHand(world.state, INSURANCE, 100 * USDC);
    world.pin({ SOL: 141.05 });
    const [first, second] = world.wait(2);
    const warned = warnings([first!]).map(({ account }) => Number(account));
    expect([warned.length, warned.includes(INSURANCE), warnings([second!]).length]).toEqual([999, false, 2]);
  });

  test("was not warned under the behaviour that had no warnings", () => {
    const { world } = longSol();
    world.state.behaviour = 1;
    world.pin({ SOL: 141.05 });
    expect(warnings(world.wait(2))).toEqual([]);
  });
});
