// Debts that count as the insurance fund's before it bears them: only those of subjects that cannot be liquidated.
// Rules 7.7, 7.10.

import { expect, test } from "bun:test";
import { BEHAVIOUR } from "../../base/behaviour.ts";
import { priceE8, quantityE8 } from "../../base/units.ts";
import { crossOf } from "../../memory/liquidation/subject.ts";
import { readSnapshot } from "../../memory/snapshot.ts";
import { HOUSE, LiquidationWorld } from "../../testing/liquidation-world.ts";
import { placeOrder } from "../../testing/setup.ts";
import { ONE, USDC } from "../../testing/small-exchange.ts";
import { followMarks } from "./followed-marks.ts";
import { debtOf, heldDebt } from "./held-debts.ts";
import { isHeld } from "./pauses.ts";

function world() {
  const here = new LiquidationWorld({ SOL: 150, ETH: 3_000 });
  const user = here.user(10);
  here.open(user, "SOL", 10, 1_500, { marginMode: "ISOLATED", margin: 20 * USDC });
  here.open(user, "SOL", 10, 1_520);
  const row = here.state.rows.find(user, 0, "ISOLATED");
  const market = here.market("SOL");
  const halt = () => {
    market.state = "HALTED";
    here.state.isStill = null;
  };
  return { here, user, row, market, halt };
}

test("a position's debt is its negative equity while its market stands still, and only then", () => {
  const { here, user, row, market, halt } = world();
  market.mark = 147_000 as never;
  const debts = () => [debtOf(here.state, row), debtOf(here.state, crossOf(user))].map((debt) => debt / USDC);
  expect(debts()).toEqual([0, 0]);
  halt();
  // 20 of margin and 30 lost; 10 of balance and 50 lost.
  expect(debts()).toEqual([10, 40]);
});

test("no market holds back a flat row, with or without its own margin", () => {
  const { here, user, row, halt } = world();
  halt();
  const held = () => [isHeld(here.state, row), isHeld(here.state, crossOf(user))];
  expect(held()).toEqual([true, true]);
  here.open(user, "SOL", -10, -1_500, { marginMode: "ISOLATED" });
  here.open(user, "SOL", -10, -1_500);
  expect(held()).toEqual([false, false]);
});

test("under behaviour 2 only accounts in liquidation owed, and of those only cross accounts with nothing but paused positions", () => {
  const { here, user, row, market, halt } = world();
  here.state.behaviour = 2;
  market.mark = 147_000 as never;
  for (const subject of [row, crossOf(user)]) here.state.liquidations.begin(subject);
  expect(heldDebt(here.state)).toBe(0);
  halt();
  expect(heldDebt(here.state) / USDC).toBe(-40);
  here.open(user, "ETH", 1, 3_000);
  expect(heldDebt(here.state)).toBe(0);
});

test("after a restart subjects in liquidation are followed as such, and not as suspects", () => {
  const { here, user } = world();
  here.open(user, "SOL", -10, -1_520);
  here.open(here.user(1_000), "SOL", 10, 1_500);
  here.pin({ SOL: 148.8 });
  const { open, watch } = here.state.liquidations;
  expect([...open.keys()]).toEqual([here.state.rows.find(user, 0, "ISOLATED")]);
  expect(watch.suspects.size).toBe(0);
  const restored = readSnapshot(here.engine.snapshot());
  followMarks(restored);
  expect(restored.liquidations.watch.suspects.size).toBe(0);
});

test.each([3, BEHAVIOUR])(
  "under behaviour %i the debt of an isolated position ends with it, and the venue resumes at once",
  (behaviour) => {
    const here = new LiquidationWorld({ SOL: 150, ETH: 3_000 });
    here.state.behaviour = behaviour;
    const user = here.user(1_000);
    here.open(user, "SOL", 10, 1_500, { marginMode: "ISOLATED", margin: 20 * USDC });
    here.market("SOL").mark = 147_000 as never;
    here.market("SOL").health.inDoubt = true;
    here.pin({ ETH: 3_000 });
    const isHalted = () => here.engine.venue().solvencyHalt;
    const close = (size: number) => {
      const order = { price: priceE8(149 * ONE), quantity: quantityE8(size * ONE) };
      here.apply(placeOrder({ ...order, account: HOUSE }));
      here.apply(placeOrder({ ...order, account: user, side: "SELL", marginMode: "ISOLATED", reduceOnly: true }));
      return isHalted();
    };
    expect([isHalted(), close(4), close(6)]).toEqual([true, true, false]);
  },
);
