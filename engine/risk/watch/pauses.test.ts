// A paused market stops only itself: what is liquidated while a market is paused, what waits, what happens when the
// market resumes, and what the fund answers for until then. Rules 7.1, 7.7, 7.10.

import { describe, expect, test } from "bun:test";
import { micros, millis, priceE8, quantityE8 } from "../../base/units.ts";
import type { MarketState } from "../../base/vocabulary.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { HOUSE, LiquidationWorld, type Outcome } from "../../testing/liquidation-world.ts";
import { wordsOf } from "../../testing/refusal-codes.ts";
import { deposit, placeOrder, START } from "../../testing/setup.ts";
import { ONE, USDC } from "../../testing/small-exchange.ts";

const types = (outcome: Outcome) => outcome.liquidations.map(({ type }) => type);
const transfers = (outcome: Outcome) => outcome.liquidations.filter((event) => event.type === "transferred");
const fund = (world: LiquidationWorld) => world.engine.liquidations.insuranceFund();
const frozen = (world: LiquidationWorld, user: number) => world.engine.liquidations.isLiquidating(user, -1);

function topUp(world: LiquidationWorld, amount: number, reference = "1"): Outcome {
  return world.apply({ type: "top_up_insurance", at: START, amount: micros(Math.round(amount * USDC)), reference });
}

function setState(world: LiquidationWorld, base: string, state: MarketState): Outcome {
  return world.apply({ type: "set_market_state", at: START, market: world.market(base).number, state, reason: "" });
}

function offered(world: LiquidationWorld): readonly (readonly [id: number, ...bases: string[]])[] {
  return world.engine.liquidations.offers().map(({ liquidationId, positions }) => {
    const bases = positions.map(({ market }) => world.state.markets[market]!.parameters.symbol.split("_")[1]!);
    return [liquidationId, ...bases] as const;
  });
}

/** Long 10 SOL from 150 and 100 ARB from 1 with 50 USDC. */
function solAndArb(): { world: LiquidationWorld; user: number } {
  const world = new LiquidationWorld({ SOL: 150, ARB: 1 });
  const user = world.user(50);
  world.open(user, "SOL", 10, 1_500, { leverage: 100 });
  world.open(user, "ARB", 100, 100, { leverage: 10 });
  return { world, user };
}

/** The same with ARB halted: 10 SOL went to the fund at 144, which left a balance of 50 − 60 = −10 and 100 ARB at 1. */
function partlyTaken(paid = 0): { world: LiquidationWorld; user: number; outcome: Outcome } {
  const { world, user } = solAndArb();
  if (paid > 0) topUp(world, paid);
  setState(world, "ARB", "HALTED");
  return { world, user, outcome: world.pin({ SOL: 144 }) };
}

test("an offer ends with the command that puts the venue's clock in doubt, and returns after it", () => {
  const { world } = solAndArb();
  world.pin({ SOL: 146 });
  const halt = (halted: boolean) => types(world.apply({ type: "halt_for_clock", at: START, halted }));
  expect(offered(world)).toEqual([
    [1, "ARB"],
    [2, "SOL"],
  ]);
  halt(true);
  expect(offered(world)).toEqual([]);
  expect(halt(false)).toEqual(["offered", "offered"]);
  expect(offered(world).map(([, base]) => base)).toEqual(["ARB", "SOL"]);
});

test("of two offers whose window is over one is assigned, and what it cures is no longer offered", () => {
  const { world, user } = solAndArb();
  world.pin({ SOL: 146.3 });
  expect(offered(world).length).toBe(2);
  const outcomes = world.wait(10);
  const assigned = outcomes.flatMap(transfers).filter(({ kind }) => kind === "liquidated");
  expect(assigned.map(({ liquidationId }) => Number(liquidationId))).toEqual([1]);
  expect([world.row(user, "SOL").size, frozen(world, user)]).toEqual([10, false]);
});

test("of two offers one is emptied by a doubt: it keeps its id, nothing of it is assigned, and it comes back", () => {
  const { world } = solAndArb();
  world.pin({ SOL: 146.3 });
  const doubt = (base: string, inDoubt: boolean) => {
    world.market(base).health.inDoubt = inDoubt;
    world.state.isStill = null;
    return world.pin({ ARB: 1 });
  };
  expect(types(doubt("SOL", true))).toEqual(["offered"]);
  expect(offered(world)).toEqual([[1, "ARB"]]);
  expect(types(doubt("SOL", false))).toEqual(["offered"]);
  expect(offered(world)).toEqual([
    [1, "ARB"],
    [2, "SOL"],
  ]);
  doubt("SOL", true);
  const assigned = world.wait(11).flatMap(transfers);
  expect(assigned.filter(({ kind }) => kind === "liquidated").map(({ positions }) => positions.length)).toEqual([1]);
});

describe("a position in a paused market", () => {
  test("does not shelter a position in another market, which is offered and assigned to the fund", () => {
    const { world, user } = solAndArb();
    setState(world, "ARB", "HALTED");
    // TC 50 − 37 = 13; MM 1,463 × 0.006 = 8.778 of SOL and 100 × 0.05 = 5 of ARB.
    expect(types(world.pin({ SOL: 146.3 }))).toEqual(["triggered", "offered"]);
    expect(offered(world)).toEqual([[1, "SOL"]]);
    expect(world.wait(9).flatMap(transfers)).toEqual([]);
    const [assigned] = world.wait(1).flatMap(transfers);
    expect(assigned as object).toMatchObject({ kind: "liquidated", assigned: true, taker: INSURANCE });
    expect(world.row(user, "ARB").size).toBe(100);
  });

  test("does not keep its account from being claimed", () => {
    const { world, user } = solAndArb();
    setState(world, "ARB", "HALTED");
    world.pin({ SOL: 146.3 });
    const claim = { liquidationId: 1, ratio: ONE, extraRatio: 0, limits: [], ratios: [] };
    const claimed = world.apply({ type: "claim_liquidation", at: START, account: HOUSE, ...claim });
    expect([claimed.rejection, types(claimed)]).toEqual([null, ["transferred", "offered"]]);
    // All of SOL, for 1,463 × 0.006 = 8.778 of the 13. The remaining 4.222 does not cover the 5 of ARB, which cannot be
    // offered.
    expect([world.row(user, "SOL").size, world.row(user, "ARB").size]).toEqual([0, 100]);
    expect([world.engine.margin(user).totalCollateral / USDC, frozen(world, user)]).toEqual([4.222, true]);
  });

  test("counts at its last mark in the trigger, in the size of an offer and in the take-over", () => {
    const { world, user } = solAndArb();
    setState(world, "ARB", "HALTED");
    expect(types(world.pin({ SOL: 147 }))).toEqual([]);
    // TC 50 − 30 − 7 = 13 against 8.82 + 93 × 0.05 = 4.65.
    expect(types(world.pin({ ARB: 0.93 }))).toEqual(["triggered", "offered"]);
    const [offer] = world.engine.liquidations.offers();
    // k % of SOL: 13 − 8.82·k/100 has to cover IM of 14.7·(1 − k/100) and 9.3 of ARB: 5.88·k/100 ≥ 11. So all of it.
    expect(offer!.positions.map(({ quantity }) => quantity as number)).toEqual([1_000]);
    // TC 50 − 30 − 16 = 4 is less than 4.41 + 0.504, a liquidator's fees.
    expect(types(world.pin({ ARB: 0.84 }))).toEqual(["offered", "transferred", "offered"]);
    expect([world.row(user, "SOL").size, world.row(user, "ARB").size, world.holding(user)]).toEqual([0, 100, 20]);
  });

  test("is taken off the offers when its market is paused, and offered again when it resumes", () => {
    const { world } = solAndArb();
    world.pin({ SOL: 146.3 });
    expect(offered(world)).toEqual([
      [1, "ARB"],
      [2, "SOL"],
    ]);
    const paused = setState(world, "ARB", "HALTED");
    expect(paused.liquidations as object[]).toEqual([
      expect.objectContaining({ type: "offered", liquidationId: 1, positions: [] }),
    ]);
    world.wait(5);
    expect(offered(world)).toEqual([[2, "SOL"]]);
    expect(types(setState(world, "ARB", "ACTIVE"))).toEqual(["offered"]);
    expect(offered(world)).toEqual([
      [2, "SOL"],
      [3, "ARB"],
    ]);
    const { startedAt } = world.engine.liquidations.offer(3)!;
    expect(startedAt).toBe(world.state.now);
  });

  test("of a group leaves the offer of the others with its id", () => {
    const world = new LiquidationWorld({ BTC: 60_000, ETH: 3_000 });
    const user = world.user(80);
    world.open(user, "BTC", 0.05, 3_000);
    world.open(user, "ETH", 1, 3_000);
    world.pin({ ETH: 2_950 });
    expect(offered(world)).toEqual([[1, "BTC", "ETH"]]);
    setState(world, "ETH", "HALTED");
    expect(offered(world)).toEqual([[1, "BTC"]]);
    setState(world, "ETH", "ACTIVE");
    expect(offered(world)).toEqual([[1, "BTC", "ETH"]]);
  });

  test("alone keeps its owner as it is: not triggered, not released, with nothing on offer", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const [early, late] = [world.user(20), world.user(30)];
    for (const user of [early, late]) world.open(user, "SOL", 10, 1_500, { leverage: 100 });
    expect(types(world.pin({ SOL: 148.5 }))).toEqual(["triggered", "offered"]);
    expect(types(setState(world, "SOL", "HALTED"))).toEqual(["offered"]);
    expect(types(world.pin({ SOL: 147.5 }))).toEqual([]);
    expect(types(world.apply(deposit(early, 1_000 * USDC, "cure")))).toEqual([]);
    expect(world.wait(12).flatMap(types)).toEqual(["warned"]);
    expect([frozen(world, early), frozen(world, late), offered(world)]).toEqual([true, false, []]);
    expect(types(setState(world, "SOL", "ACTIVE"))).toEqual(["triggered", "offered", "recovered"]);
    expect([frozen(world, early), frozen(world, late)]).toEqual([false, true]);
  });

  test("leaves its owner's debt as it is while an isolated row of the owner is liquidated", () => {
    const { world, user } = partlyTaken();
    expect(world.holding(user)).toBe(-10);
    world.open(user, "SOL", 1, 144, { marginMode: "ISOLATED", margin: 10 * USDC });
    const outcome = world.pin({ SOL: 134.6 });
    expect(types(outcome)).toEqual(["triggered", "offered"]);
    expect([world.holding(user), outcome.entries.filter(({ kind }) => kind === "settlement")]).toEqual([-10, []]);
  });

  test("of an isolated row is taken off the offers, too", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const user = world.user(0);
    world.open(user, "SOL", 10, 1_500, { marginMode: "ISOLATED", margin: 20 * USDC });
    expect(types(world.pin({ SOL: 148.5 }))).toEqual(["triggered", "offered"]);
    expect(types(setState(world, "SOL", "HALTED"))).toEqual(["offered"]);
    expect(offered(world)).toEqual([]);
    expect(types(setState(world, "SOL", "ACTIVE"))).toEqual(["offered"]);
    expect(offered(world)).toEqual([[2, "SOL"]]);
  });
});

describe("a take-over while a market is paused", () => {
  test("takes the positions in live markets at the mark; the balance, the rest and the liquidation stay", () => {
    const { world, user, outcome } = partlyTaken(1_000);
    expect(types(outcome)).toEqual(["triggered", "transferred", "offered"]);
    const [taken] = transfers(outcome);
    expect(taken as object).toMatchObject({ kind: "takeover", amount: 0, collateral: -10 * USDC });
    expect(taken!.type === "transferred" && taken!.positions.map(({ market }) => market)).toEqual([0]);
    expect(outcome.entries.map(({ account, kind, amount }) => [account, kind, amount / USDC])).toEqual([
      [user, "settlement", -60],
    ]);
    expect([world.holding(user), world.row(user, "ARB")]).toEqual([-10, { size: 100, cost: 100, margin: 0 }]);
    expect(world.row(INSURANCE, "SOL")).toEqual({ size: 10, cost: 1_440, margin: 0 });
    expect(frozen(world, user)).toBe(true);
    const order = placeOrder({ account: user, price: priceE8(140 * ONE), quantity: quantityE8(ONE) });
    expect(wordsOf(world.apply(order).rejection)).toBe("the account is in liquidation");
    expect(world.wait(15).flatMap(types)).toEqual([]);
  });

  test("settles flat rows in any market: they depend on no mark", () => {
    const world = new LiquidationWorld({ SOL: 150, ARB: 1, ETH: 3_000 });
    const user = world.user(80);
    world.open(user, "SOL", 10, 1_500);
    world.open(user, "ARB", 100, 100);
    world.open(user, "ETH", 0, 30);
    setState(world, "ARB", "HALTED");
    setState(world, "ETH", "HALTED");
    world.pin({ SOL: 144 });
    expect([world.holding(user), world.row(user, "ETH").cost]).toEqual([-10, 0]);
  });

  test("leaves a debt that counts as the fund's: the venue is halted until the fund could bear it", () => {
    const { world, outcome } = partlyTaken();
    expect(outcome.venueEvents as object[]).toEqual([{ type: "solvency_halt", halted: true, at: world.state.now }]);
    // The fund's shown figures are its own.
    expect(fund(world)).toMatchObject({ solvent: false, collateral: 0, holding: 0 });
    expect(topUp(world, 9.999999).venueEvents).toEqual([]);
    expect(topUp(world, 0.000001, "2").venueEvents.map(({ type }) => type)).toEqual(["solvency_halt"]);
    expect(fund(world)).toMatchObject({ solvent: true, holding: 10 * USDC });
  });

  test("leaves a debt that a deposit or a better mark of the paused market covers", () => {
    for (const cure of [
      (world: LiquidationWorld, user: number) => world.apply(deposit(user, 10 * USDC, "cure")),
      (world: LiquidationWorld) => world.pin({ ARB: 1.1 }),
    ]) {
      const { world, user } = partlyTaken();
      expect(world.state.venue.solvencyHalt).toBe(true);
      cure(world, user);
      expect([world.state.venue.solvencyHalt, frozen(world, user)]).toEqual([false, true]);
    }
  });

  test("leaves the debt of an isolated row in a paused market, which added margin covers", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const user = world.user(10);
    world.open(user, "SOL", 10, 1_500, { marginMode: "ISOLATED", margin: 20 * USDC });
    setState(world, "SOL", "HALTED");
    // 20 of margin, 30 lost.
    world.pin({ SOL: 147 });
    const add = (amount: number) => {
      const moved = { account: user, market: 0, direction: "ADD", amount: micros(amount) } as const;
      expect(world.apply({ type: "move_position_margin", at: world.state.now, ...moved }).rejection).toBeNull();
      return world.state.venue.solvencyHalt;
    };
    expect([world.state.venue.solvencyHalt, add(9_999_999), add(1)]).toEqual([true, true, false]);
  });

  test("leaves no debt to be borne, once an isolated order is cancelled whose margin covers it", () => {
    const world = new LiquidationWorld({ SOL: 150, ARB: 1 });
    const user = world.user(100);
    const order = { account: user, market: 1, price: priceE8(ONE), quantity: quantityE8(400 * ONE) };
    const { orderId, rejection } = world.apply(placeOrder({ ...order, marginMode: "ISOLATED" }));
    expect([rejection, world.state.accounts.isolatedOrderFrozen(user)]).toEqual([null, 40.24 * USDC]);
    world.open(user, "SOL", 10, 1_500);
    setState(world, "SOL", "HALTED");
    // 100 less the margin of the order, and 70 lost.
    world.pin({ SOL: 143, ARB: 1 });
    expect([world.state.venue.solvencyHalt, world.engine.margin(user).totalCollateral]).toEqual([true, -10.24 * USDC]);
    world.apply({ type: "cancel_order", at: START, account: user, market: 1, orderId, clientOrderId: "" });
    expect([world.state.venue.solvencyHalt, world.engine.margin(user).totalCollateral]).toEqual([false, 30 * USDC]);
  });

  test("lets its debt count in the fund's margin ratio, and so in how much is deleveraged", () => {
    // 365 ÷ 1,440 is above 0.25, 355 ÷ 1,440 below. Needed: (1,440 − 355 ÷ 0.3) ÷ 144 = 1.7824…
    const { world } = partlyTaken(365);
    expect(fund(world).marginRatioE8).toBe(Math.floor((365 / 1_440) * ONE));
    const given = world.wait(31).flatMap(transfers);
    expect(given.map((event) => event.type === "transferred" && event.kind)).toEqual(["adl"]);
    expect(world.row(INSURANCE, "SOL").size).toBeCloseTo(10 - 1.79, 8);
    const without = new LiquidationWorld({ SOL: 150 });
    topUp(without, 365);
    without.open(without.user(60), "SOL", 10, 1_500);
    without.pin({ SOL: 144 });
    expect(without.wait(31).flatMap(transfers)).toEqual([]);
  });

  test("continues when the market resumes: to its end", () => {
    const { world, user } = partlyTaken();
    const resumed = setState(world, "ARB", "ACTIVE");
    expect(transfers(resumed)[0] as object).toMatchObject({ kind: "takeover", amount: -10 * USDC });
    expect([world.holding(user), world.row(user, "ARB").size, frozen(world, user)]).toEqual([0, 0, false]);
    expect([world.holding(INSURANCE), world.row(INSURANCE, "ARB").size]).toEqual([-10, 100]);
  });

  test("continues when the market resumes: to an offer, with the debt settled by ARB's gain", () => {
    const { world, user } = partlyTaken();
    world.pin({ ARB: 1.15 });
    // TC −10 + 15 = 5, MM 115 × 0.05 = 5.75, a liquidator's fee 0.69.
    const resumed = setState(world, "ARB", "ACTIVE");
    expect([types(resumed), offered(world)]).toEqual([
      ["offered"],
      [
        [2, "SOL"],
        [3, "ARB"],
      ],
    ]);
    expect([world.holding(user), world.row(user, "ARB")]).toEqual([5, { size: 100, cost: 115, margin: 0 }]);
  });

  test("is over when the market resumes and the rest covers maintenance", () => {
    const { world, user } = partlyTaken();
    world.pin({ ARB: 1.2 });
    // TC −10 + 20 = 10, MM 120 × 0.05 = 6.
    const resumed = setState(world, "ARB", "ACTIVE");
    expect(types(resumed)).toEqual(["recovered"]);
    expect([frozen(world, user), world.holding(user), world.row(user, "ARB").cost]).toEqual([false, 10, 120]);
  });

  test("is kept in a snapshot", () => {
    const { world, user } = partlyTaken();
    const before = world.engine.stateHash();
    const restored = world.engine.snapshot();
    const engine = (world.engine.constructor as unknown as { restore(bytes: Uint8Array): typeof world.engine }).restore(
      restored,
    );
    expect([engine.stateHash(), engine.margin(user).holding / USDC]).toEqual([before, -10]);
    expect(engine.liquidations.isLiquidating(user, -1)).toBe(true);
    engine.audit();
  });
});

describe("an account without a position that has a debt", () => {
  test("is taken over at once, with its debt", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const user = world.user(5);
    world.open(user, "SOL", 0, 100);
    const [outcome] = world.wait(1);
    expect(types(outcome!)).toEqual(["triggered", "transferred"]);
    expect(outcome!.liquidations[1] as object).toMatchObject({
      kind: "takeover",
      amount: -95 * USDC,
      positions: [],
      marginRatioE8: 10 * ONE,
      notional: 0,
    });
    expect([world.holding(user), world.row(user, "SOL").cost, world.holding(INSURANCE)]).toEqual([0, 0, -95]);
    expect([frozen(world, user), world.state.venue.solvencyHalt]).toEqual([false, true]);
  });

  test("no longer has a debt once its isolated orders give back what they reserve", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const user = world.user(50);
    const order = {
      account: user,
      marginMode: "ISOLATED",
      price: priceE8(145 * ONE),
      quantity: quantityE8(ONE),
    } as const;
    // 145 × (0.1 + 0.0006) = 14.587 at leverage 10.
    const { orderId } = world.apply(placeOrder(order));
    world.open(user, "SOL", 0, 40);
    const [outcome] = world.wait(1);
    expect(types(outcome!)).toEqual(["triggered", "recovered"]);
    expect(outcome!.orders.map(({ orderId: id, reason }) => [id, reason])).toEqual([[orderId, "LIQUIDATION"]]);
    expect([world.holding(user), world.row(user, "SOL").cost]).toEqual([50, 40]);
  });

  test("waits for no market, and for no maintenance", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    setState(world, "SOL", "HALTED");
    const startAt = millis(world.state.now + 1_000);
    world.apply({ type: "schedule_maintenance", at: START, startAt, endAt: millis(startAt + 60_000), message: "" });
    world.wait(2);
    const user = world.user(5);
    world.open(user, "SOL", 0, 100);
    expect(types(world.apply(deposit(user, 1, "more")))).toEqual(["triggered", "transferred"]);
    expect(world.holding(INSURANCE)).toBeCloseTo(-94.999999, 6);
  });
});
