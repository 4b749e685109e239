// Breaks each invariant of liquidations on purpose and expects the audit to name it. Rules 7.

import { expect, test } from "bun:test";
import { micros } from "../../base/units.ts";
import type { Liquidation } from "../../memory/liquidation/liquidations.ts";
import { crossOf } from "../../memory/liquidation/subject.ts";
import type { State } from "../../memory/state.ts";
import { LiquidationWorld } from "../../testing/liquidation-world.ts";
import { START } from "../../testing/setup.ts";
import { USDC } from "../../testing/small-exchange.ts";
import { auditLiquidations } from "./liquidation-audit.ts";

const [NEAR, SOL, ARB] = [0, 1, 2];

interface Scene {
  readonly world: LiquidationWorld;
  readonly state: State;
  /** In liquidation: 5,840 of 8,000 NEAR are on offer. */
  readonly seller: number;
  readonly running: Liquidation;
  /** Below maintenance, and held back because its market is halted. */
  readonly held: number;
  /** Has a sound position in NEAR. */
  readonly sound: number;
  /** Has money and no position. */
  readonly flat: number;
}

/** The fund has taken over 100 SOL, and 41 USDC with them. */
function scene(): Scene {
  const world = new LiquidationWorld({ NEAR: 4.999, SOL: 150, ARB: 1 });
  world.apply({ type: "top_up_insurance", at: START, amount: micros(100_000 * USDC), reference: "1" });
  const [seller, gone, held, sound, flat] = [4_100, 1_041, 100, 100, 10].map((holding) => world.user(holding));
  world.open(seller!, "NEAR", 8_000, 43_200, { leverage: 20 });
  world.open(gone!, "SOL", 100, 15_000);
  world.open(held!, "ARB", 10_000, 10_000);
  world.open(sound!, "NEAR", 100, 500);
  world.apply({ type: "set_market_state", at: START, market: ARB, state: "HALTED", reason: "" });
  world.pin({ NEAR: 5, SOL: 140, ARB: 0.99 });
  const { state } = world;
  const running = state.liquidations.open.get(crossOf(seller!))!;
  return { world, state, seller: seller!, running, held: held!, sound: sound!, flat: flat! };
}

const rowOf = (state: State, account: number, market: number) => state.rows.find(account, market, "CROSS");
const damages: readonly (readonly [string, (scene: Scene) => void])[] = [
  [
    "who is below maintenance, at the indices too, is in liquidation",
    ({ state, seller }) => state.liquidations.open.delete(crossOf(seller)),
  ],
  ["who is held back is not forgotten", ({ state, held }) => state.liquidations.watch.suspects.delete(crossOf(held))],
  ["who has no position is not suspected", ({ state, flat }) => state.liquidations.watch.suspects.add(crossOf(flat))],
  [
    "who is not watched can't be liquidated",
    ({ state, sound }) => {
      state.liquidations.watch.falling.ofRow[rowOf(state, sound, NEAR)] = Number.POSITIVE_INFINITY;
    },
  ],
  [
    "nothing is offered of what is in paused markets",
    ({ world }) => {
      world.market("NEAR").state = "HALTED";
    },
  ],
  [
    "who is in liquidation is below maintenance",
    ({ state, seller }) => state.accounts.setHolding(seller, 10_000 * USDC),
  ],
  ["who is on offer can pay a liquidator", ({ state, seller }) => state.accounts.setHolding(seller, 3_300 * USDC)],
  [
    "what is offered restores initial margin, and no more",
    ({ running }) => {
      running.offers[0]!.quantities[0]! -= 1;
    },
  ],
  [
    "an offer waits for what is in doubt, and for nothing else",
    ({ state, running, seller }) => running.offers[0]!.waiting.push(rowOf(state, seller, NEAR)),
  ],
  [
    "an offer waits for what is in doubt, and for nothing else",
    ({ world, state, running, seller }) => {
      world.market("ARB").health.inDoubt = true;
      running.offers[0]!.waiting.push(state.rows.obtain(state.accounts, seller, ARB, "CROSS"));
    },
  ],
  ["who is in liquidation has no orders", ({ state, seller }) => state.rows.setOrders(rowOf(state, seller, NEAR), 1)],
  [
    "what the insurance fund holds can be claimed",
    ({ state }) => {
      state.liquidations.fundClaims.get(SOL)!.quantity -= 1;
    },
  ],
  ["what the insurance fund holds can be claimed", ({ state }) => state.liquidations.fundClaims.delete(SOL)],
  [
    "a claim's id was handed out",
    ({ state }) => {
      state.liquidations.lastId = 0;
    },
  ],
  ["only what the insurance fund holds has a purse", ({ state }) => state.liquidations.purses.set(NEAR, 1)],
  [
    "the debts of all that cannot be liquidated now count as the fund's",
    ({ state, held }) => state.liquidations.debts.set(crossOf(held), 5),
  ],
  [
    "the venue is halted exactly while the fund owes, or will have to",
    ({ state }) => {
      state.venue.solvencyHalt = true;
    },
  ],
];

test("sound liquidations pass", () => {
  const { state, running, held } = scene();
  expect(running.offers.map(({ quantities }) => quantities.length)).toEqual([1]);
  expect([...state.liquidations.watch.suspects]).toEqual([crossOf(held)]);
  expect([...state.liquidations.fundClaims.keys()]).toEqual([SOL]);
  auditLiquidations(state);
});

test.each(damages)("the audit of liquidations names that %s", (claim, damage) => {
  const found = scene();
  damage(found);
  expect(() => auditLiquidations(found.state)).toThrow(`broken invariant: ${claim}`);
});
