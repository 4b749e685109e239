// The insurance fund: what it takes over, lists, is paid and owes, and who is deleveraged for it. Rules 7.6 to 7.10, 11.4.

import { describe, expect, test } from "bun:test";
import { micros, millis, priceE8, quantityE8 } from "../../base/units.ts";
import { silent } from "../../language/events/events.ts";
import { CLEARING, INSURANCE } from "../../memory/account/accounts.ts";
import { crossOf } from "../../memory/liquidation/subject.ts";
import { HOUSE, LiquidationWorld, type Outcome } from "../../testing/liquidation-world.ts";
import { codeOf, wordsOf } from "../../testing/refusal-codes.ts";
import { deposit, placeOrder, START } from "../../testing/setup.ts";
import { ONE, USDC } from "../../testing/small-exchange.ts";
import { assignUnclaimed } from "../liquidation/assignment.ts";
import { deleverage } from "../liquidation/deleveraging.ts";
import { isHeld } from "../watch/pauses.ts";
import { fundBacking } from "./insurance-fund.ts";

function topUp(world: LiquidationWorld, amount: number, reference = "1"): Outcome {
  return world.apply({ type: "top_up_insurance", at: START, amount: micros(amount * USDC), reference });
}

const fund = (world: LiquidationWorld) => world.engine.liquidations.insuranceFund();
const transfers = (outcome: Outcome) => outcome.liquidations.filter((event) => event.type === "transferred");

describe("a take-over", () => {
  test("leaves nothing but isolated rows: the debts of flat rows go as well", () => {
    const world = new LiquidationWorld({ SOL: 150, ETH: 3_000, ARB: 1 });
    topUp(world, 10_000);
    const user = world.user(100);
    world.open(user, "SOL", 10, 1_500);
    world.open(user, "ARB", 0, 30);
    world.open(user, "ETH", 1, 3_000, { marginMode: "ISOLATED", margin: 500 * USDC });
    // 70 left, less 67 of SOL's fall: not enough for a liquidator's 4.3.
    const outcome = world.pin({ SOL: 143.3 });
    const [taken] = transfers(outcome);
    expect(taken as object).toMatchObject({ kind: "takeover", amount: 3 * USDC, account: user, marginMode: "CROSS" });
    expect(outcome.entries.map(({ account, kind, amount }) => [account, kind, amount / USDC])).toEqual([
      [user, "settlement", -30],
      [user, "settlement", -67],
      [user, "takeover", -3],
      [INSURANCE, "takeover", 3],
    ]);
    expect(world.holding(user)).toBe(0);
    expect(world.engine.positions(user).map(({ marginMode }) => marginMode)).toEqual(["ISOLATED"]);
    expect(world.row(INSURANCE, "SOL")).toEqual({ size: 10, cost: 1_433, margin: 0 });
    expect(fund(world).collateral / USDC).toBe(10_003);
  });

  test("gives each market its share of the money by notional, rounded down, and the last market the rest", () => {
    const world = new LiquidationWorld({ SOL: 150, ARB: 1 });
    topUp(world, 10_000);
    const user = world.user(70);
    world.open(user, "SOL", 10, 1_500);
    world.open(user, "ARB", 100, 100);
    const purses = () => [0, 1].map((market) => world.engine.liquidations.purse(market));
    const before = purses();
    expect(transfers(world.pin({ SOL: 143.3 }))[0] as object).toMatchObject({ kind: "takeover", amount: 3 * USDC });
    // ARB comes first by its symbol: 3 · 100 ÷ 1,533 is 0.195694716….
    expect(purses().map((micros, market) => micros - before[market]!)).toEqual([2_804_306, 195_694]);
  });

  test("of an isolated row takes its margin or its debt, and no more", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    topUp(world, 10_000);
    const user = world.user(1_000);
    world.open(user, "SOL", 10, 1_500, { marginMode: "ISOLATED", margin: 50 * USDC });
    const outcome = world.pin({ SOL: 143 });
    expect(transfers(outcome)[0] as object).toMatchObject({
      kind: "takeover",
      amount: -20 * USDC,
      marginMode: "ISOLATED",
    });
    expect(world.holding(user)).toBe(1_000);
    expect(world.row(user, "SOL", "ISOLATED")).toEqual({ size: 0, cost: 0, margin: 0 });
    expect(fund(world).collateral / USDC).toBe(9_980);
    // The account itself was never frozen.
    expect(world.apply({ type: "settle_pnl", at: START, account: user, nonce: 0 }).rejection).toBeNull();
  });

  test("gets its own id, before those under which the inventory is listed", () => {
    const world = new LiquidationWorld({ SOL: 150, ARB: 1 });
    topUp(world, 10_000);
    const user = world.user(50);
    world.open(user, "SOL", 10, 1_500);
    world.open(user, "ARB", 10, 10);
    const outcome = world.pin({ SOL: 145 });
    expect(transfers(outcome)[0]!.liquidationId).toBe(1);
    expect(fund(world).positions).toHaveLength(2);
    const offers = world.engine.liquidations.offers();
    expect(offers.map(({ liquidationId, positions }) => [liquidationId, positions[0]!.market])).toEqual([
      [2, 1],
      [3, 0],
    ]);
  });

  test("is no longer listed once its position is closed, long or short", () => {
    for (const size of [1, -1]) {
      const world = new LiquidationWorld({ SOL: 150 });
      world.open(INSURANCE, "SOL", size, size * 150);
      world.pin({ SOL: 150 });
      expect(world.state.liquidations.fundClaims.size).toBe(1);
      world.open(INSURANCE, "SOL", -size, -size * 150);
      expect(world.pin({ SOL: 150 }).liquidations).toMatchObject([{ kind: "claim", positions: [] }]);
      expect(world.state.liquidations.fundClaims.size).toBe(0);
    }
  });

  test("that enlarges a position by a lot leaves its claim the same id", () => {
    for (const size of [0.01, -0.01]) {
      const world = new LiquidationWorld({ SOL: 150 });
      const ids = [1, 2].map(() => {
        world.open(INSURANCE, "SOL", size, size * 150);
        world.pin({ SOL: 150 });
        return world.state.liquidations.fundClaims.get(0)!.liquidationId;
      });
      expect(ids[1]).toBe(ids[0]!);
      world.open(INSURANCE, "SOL", -size, -size * 150);
      world.pin({ SOL: 150 });
      expect(world.state.liquidations.fundClaims.get(0)).toMatchObject({
        liquidationId: ids[0]!,
        quantity: size * 100,
      });
    }
  });

  test("that reverses the fund's position lists it under a new id", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    topUp(world, 100_000);
    world.open(world.user(50), "SOL", 10, 1_500);
    world.pin({ SOL: 145 });
    const [long] = world.engine.liquidations.offers();
    world.open(world.user(50), "SOL", -30, -4_350);
    const outcome = world.pin({ SOL: 147 });
    const [short] = world.engine.liquidations.offers();
    expect([long!.positions[0]!.quantity, short!.positions[0]!.quantity] as number[]).toEqual([1_000, -2_000]);
    expect(short!.liquidationId).toBeGreaterThan(long!.liquidationId);
    const reported = outcome.liquidations.filter((event) => event.type === "offered");
    expect(reported.map(({ liquidationId, positions }) => [liquidationId, positions.length])).toEqual([
      [long!.liquidationId, 0],
      [short!.liquidationId, 1],
    ]);
  });
});

describe("where the mark is worse for the fund than the index", () => {
  const paint = (world: LiquidationWorld, ticks: number) => {
    world.market("SOL").mark = (world.market("SOL").mark + ticks) as never;
  };
  const claimOf = (world: LiquidationWorld, account: number) =>
    world.engine.apply(
      {
        type: "claim_insurance_fund",
        at: world.state.now,
        account,
        claimId: 2,
        market: 0,
        quantity: quantityE8(100 * ONE),
        limitPrice: priceE8(0),
      },
      silent,
    );

  /** The fund has 100 SOL at an index of 140; 41 USDC came with them. */
  function holding(): LiquidationWorld {
    const world = new LiquidationWorld({ SOL: 150 });
    topUp(world, 100_000);
    world.open(world.user(1_041), "SOL", 100, 15_000);
    world.pin({ SOL: 140 });
    return world;
  }

  test("a claimer gets that much less than the discount, or pays", () => {
    // A tick of 100 SOL is 0.1 USDC. The discount is 0.25 % of 14,000, adjusted for the painted mark.
    for (const [ticks, earned] of [
      [0, 35],
      [-100, 34.975 - 10],
      [-500, 34.875 - 50],
      [100, 35.025],
    ] as const) {
      const world = holding();
      paint(world, ticks);
      const { transferred, rejection } = claimOf(world, HOUSE);
      expect(rejection).toBeNull();
      expect([ticks, transferred![0]!.liquidatorFee / USDC]).toEqual([ticks, earned]);
      // At the index, the fund has given away the discount at most.
      expect(fund(world).collateral / USDC).toBe(100_000 + 41 - earned + ticks / 10);
    }
  });

  test("an account that could not pay it can't claim", () => {
    const world = holding();
    const claimer = world.user(1_370);
    paint(world, -100);
    expect(claimOf(world, claimer).rejection).toMatchObject({ name: "insufficient_margin" });
  });

  test("an account whose position is assigned pays the difference, as far as it can", () => {
    // Ten ticks above an index of 1: 15,000 ARB are worth 15 less than the fund gives for them, and the
    // fee is 180.18.
    for (const [margin, paid] of [
      [185, 185],
      // 99 % of the margin is enough.
      [200, 193.2282],
    ] as const) {
      const world = new LiquidationWorld({ ARB: 1 });
      topUp(world, 100_000);
      const user = world.user(10_000);
      world.open(user, "ARB", 15_000, 15_015, { marginMode: "ISOLATED", margin: margin * USDC });
      world.pin({ ARB: 1 });
      expect(world.engine.liquidations.offers().map(({ positions }) => positions[0]!.quantity as number)).toEqual([
        15_000,
      ]);
      world.state.now = millis(world.state.now + 10_000);
      world.market("ARB").mark = (world.market("ARB").mark + 10) as never;
      const reported: { insuranceFee: number; liquidatorFee: number }[] = [];
      assignUnclaimed(world.state, {
        ...silent,
        liquidation: (event) => void (event.type === "transferred" && reported.push(...(event.positions as never[]))),
      });
      expect(reported.map(({ insuranceFee, liquidatorFee }) => (insuranceFee + liquidatorFee) / USDC)).toEqual([paid]);
    }
  });

  test("an account that is deleveraged gets the index price", () => {
    const world = holding();
    world.state.accounts.setHolding(INSURANCE, 1_000 * USDC);
    world.state.now = millis(world.state.now + 60_000);
    paint(world, -100);
    const reported: { insuranceFee: number; quantity: number }[] = [];
    deleverage(world.state, {
      ...silent,
      liquidation: (event) => void (event.type === "transferred" && reported.push(...(event.positions as never[]))),
    });
    expect(reported.length).toBe(1);
    expect(reported[0]!.insuranceFee / USDC).toBe(Math.abs(reported[0]!.quantity) / 1_000);
  });

  test("journals of earlier behaviours replay as they were", () => {
    const world = holding();
    world.state.behaviour = 1;
    paint(world, -100);
    expect(claimOf(world, HOUSE).transferred![0]!.liquidatorFee / USDC).toBe(34.975);
    // Behaviour 2 had no purses.
    const later = holding();
    later.state.behaviour = 2;
    later.state.liquidations.purses.set(0, -1);
    paint(later, -100);
    expect(claimOf(later, HOUSE).transferred![0]!.liquidatorFee / USDC).toBe(24.975);
  });
});

describe("deleveraging", () => {
  /** The fund holds 100 SOL, worth 14,000 USDC, with `own` USDC of collateral; the house is on the other side. */
  function burdened(own: number): LiquidationWorld {
    const world = new LiquidationWorld({ SOL: 150, ARB: 1 });
    topUp(world, own + 500);
    world.open(world.user(500), "SOL", 100, 15_000);
    // 1,000 lost, 500 of it from the fund.
    world.pin({ SOL: 140 });
    expect(fund(world).collateral / USDC).toBe(own);
    return world;
  }

  test("waits 30 seconds for claims; each claim restarts the wait", () => {
    const world = burdened(3_000);
    expect(world.wait(20).flatMap(transfers)).toEqual([]);
    const claimed = world.apply({
      type: "claim_insurance_fund",
      at: START,
      account: HOUSE,
      claimId: 2,
      market: 0,
      quantity: quantityE8(36 * ONE),
      limitPrice: priceE8(0),
    });
    expect(claimed.rejection).toBeNull();
    // 64 SOL are 8,960 USDC: the ratio is above a quarter again.
    expect(world.wait(40).flatMap(transfers)).toEqual([]);
    // At 124 it is below a quarter, and there has been no claim for a long time.
    world.pin({ SOL: 124 });
    expect(fund(world).marginRatioE8).toBeLessThan(ONE / 4);
    const [first] = world.wait(1).map(transfers);
    expect(first!.map(({ kind, account, taker }) => [kind, account, taker])).toEqual([["adl", HOUSE, INSURANCE]]);
  });

  test("waits 30 seconds from the last claim, whatever the fund's ratio is after it", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    topUp(world, 25_000);
    world.open(world.user(5_000), "SOL", 1_000, 150_000);
    world.pin({ SOL: 140 });
    // 20,000 carry 140,000: less than a quarter, more than a tenth.
    expect(fund(world).collateral / USDC).toBe(20_000);
    expect(world.wait(20).flatMap(transfers)).toEqual([]);
    const claimed = world.apply({
      type: "claim_insurance_fund",
      at: START,
      account: HOUSE,
      claimId: world.engine.liquidations.offers()[0]!.liquidationId,
      market: 0,
      quantity: quantityE8(40 * ONE),
      limitPrice: priceE8(0),
    });
    expect(claimed.rejection).toBeNull();
    expect(fund(world).marginRatioE8).toBeLessThan(ONE / 4);
    expect(world.wait(29).flatMap(transfers)).toEqual([]);
    expect(
      world
        .wait(1)
        .flatMap(transfers)
        .map(({ kind }) => kind),
    ).toContain("adl");
  });

  test("waits to the millisecond", () => {
    const world = burdened(3_000);
    const { claimedAt } = world.state.liquidations.fundClaims.get(0)!;
    expect(transfers(world.apply({ type: "tick", at: millis(claimedAt + 29_999) }))).toEqual([]);
    expect(transfers(world.apply({ type: "tick", at: millis(claimedAt + 30_000) })).length).toBe(1);
  });

  test("does not wait when the fund is below its solvency ratio", () => {
    const world = burdened(1_399);
    const [outcome] = world.wait(1);
    expect(transfers(outcome!).map(({ kind }) => kind)).toEqual(["adl"]);
    expect(fund(world).marginRatioE8).toBeGreaterThanOrEqual(0.3 * ONE);
  });

  test("stops where the fund is back at its initial ratio, and not a lot later", () => {
    const world = burdened(3_000);
    world.wait(30);
    // 3,000 ÷ 0.3 is 10,000, so 4,000 ÷ 140 of the 14,000 go, in whole lots of 0.01.
    expect(world.row(INSURANCE, "SOL").size).toBe(100 - 28.58);
    expect(world.wait(5).flatMap(transfers)).toEqual([]);
  });

  test("picks by profit times leverage first, then the account that loses least, then the larger", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const name = new Map<number, string>();
    const short = (label: string, size: number, from: number, holding: number, isolated = false) => {
      const account = world.user(holding);
      name.set(account, label);
      const margin = isolated ? ({ marginMode: "ISOLATED", margin: 2_000 * USDC } as const) : {};
      world.open(account, "SOL", -size, -size * from, margin);
    };
    short("small loss", 10, 139, 5_000);
    short("large loss", 10, 120, 5_000);
    short("profit, safe", 10, 170, 100_000);
    short("profit, bold", 10, 170, 400);
    short("profit, isolated", 10, 170, 5_000, true);
    // The house comes last: its short counts as if it had been sold for nothing.
    world.open(world.user(500), "SOL", 100, 15_000);
    world.state.rows.setEntryMicros(world.state.rows.find(HOUSE, 0, "CROSS"), 0);
    const outcomes = [world.pin({ SOL: 140 }), ...world.wait(1)];
    const order = outcomes
      .flatMap(transfers)
      .flatMap(({ kind, account }) => (kind === "adl" ? [name.get(account)] : []));
    expect(order.slice(0, 5)).toEqual(["profit, bold", "profit, isolated", "profit, safe", "small loss", "large loss"]);
  });

  test("closes at the mark, pays an isolated row out, and cancels reduce-only orders", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const user = world.user(1_000);
    world.open(user, "SOL", -10, -1_500, { marginMode: "ISOLATED", margin: 300 * USDC });
    const closing = world.apply(
      placeOrder({
        account: user,
        side: "BUY",
        price: priceE8(136 * ONE),
        quantity: quantityE8(ONE),
        reduceOnly: true,
        marginMode: "ISOLATED",
      }),
    );
    expect(closing.rejection).toBeNull();
    world.open(world.user(1_000), "SOL", 100, 15_000);
    // The house is short as well, but hardly leveraged.
    world.pin({ SOL: 140 });
    const [outcome] = world.wait(1);
    const forced = outcome!.transfers.filter(({ account }) => account === user);
    expect(forced.map(({ kind, quantity, fee, realizedPnl }) => [kind, quantity, fee, realizedPnl / USDC])).toEqual([
      ["adl", 1_000, 0, 100],
    ] as never);
    expect(outcome!.orders.map(({ orderId, reason }) => [orderId, reason])).toEqual([
      [closing.orderId, "REDUCE_ONLY_CLOSED"],
    ]);
    expect(world.holding(user)).toBe(1_000 + 300 + 100);
  });

  test("leaves a debt where it is while the fund still has a position", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    world.open(INSURANCE, "SOL", 1, 150);
    world.apply({ type: "set_market_state", at: START, market: 0, state: "HALTED", reason: "" });
    world.pin({ SOL: 140 });
    world.wait(1);
    expect([world.holding(INSURANCE), world.engine.margin(INSURANCE).totalCollateral / USDC]).toEqual([0, -10]);
  });

  test("leaves a market alone while it is halted", () => {
    const world = burdened(1_399);
    world.apply({ type: "set_market_state", at: START, market: 0, state: "HALTED", reason: "" });
    expect(world.wait(3).flatMap(transfers)).toEqual([]);
    world.apply({ type: "set_market_state", at: START, market: 0, state: "ACTIVE", reason: "" });
    expect(world.wait(1).flatMap(transfers)).toHaveLength(1);
  });

  test("leaves a fund that owes with a negative balance, and the venue without withdrawals until it is topped up", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const user = world.user(500);
    world.open(user, "SOL", 100, 15_000);
    const fallen = world.pin({ SOL: 140 });
    expect(fallen.venueEvents as object[]).toEqual([{ type: "solvency_halt", halted: true, at: world.state.now }]);
    // Everything goes at once: no collateral is left to carry any of it.
    world.wait(1);
    expect(fund(world)).toMatchObject({ notional: 0, solvent: false });
    expect([world.holding(INSURANCE), fund(world).collateral / USDC]).toEqual([-500, -500]);
    const withdraw = () =>
      wordsOf(
        world.apply({
          type: "transfer_funds",
          at: START,
          account: HOUSE,
          receivers: [{ account: user, amount: micros(USDC) }],
          nonce: 1,
        }).rejection,
      );
    world.apply({ type: "issue_nonce", at: START, account: HOUSE, kind: "transfer" });
    expect(withdraw()).toContain("halted");
    expect(topUp(world, 499.999999, "a").venueEvents).toEqual([]);
    expect(topUp(world, 0.000001, "b").venueEvents.map(({ type }) => type)).toEqual(["solvency_halt"]);
    expect(fund(world).solvent).toBe(true);
  });
});

describe("a top-up", () => {
  test("is money in custody, once per reference", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const { custody } = world.state;
    const first = topUp(world, 100);
    expect([world.holding(INSURANCE), world.state.custody - custody]).toEqual([100, 100 * USDC]);
    expect(first.entries.map(({ account, kind, amount }) => [account, kind, amount / USDC])).toEqual([
      [INSURANCE, "top_up", 100],
    ]);
    expect(codeOf(topUp(world, 100).rejection)).toBe(-1007);
    for (const amount of [0, -1]) expect(codeOf(topUp(world, amount, "2").rejection)).toBe(-1005);
    const huge = {
      type: "top_up_insurance",
      at: START,
      amount: micros(Number.MAX_SAFE_INTEGER),
      reference: "3",
    } as const;
    expect(codeOf(world.apply(huge).rejection)).toBe(-1005);
    // Deposits have their own references.
    expect(world.apply(deposit(HOUSE, 1, "1")).rejection).toBeNull();
  });
});

test("accounts held back in paused markets count against the fund only as far as they owe", () => {
  const world = new LiquidationWorld({ SOL: 150 });
  topUp(world, 1_000);
  const user = world.user(20);
  world.open(user, "SOL", 10, 1_500, { leverage: 100 });
  world.pin({ SOL: 148.5 });
  world.apply({ type: "set_market_state", at: START, market: 0, state: "HALTED", reason: "" });
  const backing = () => (fundBacking(world.state).collateral - fund(world).collateral) / USDC;
  expect([isHeld(world.state, crossOf(user)), backing()]).toEqual([true, 0]);
  world.pin({ SOL: 147 });
  expect(backing()).toBe(-10);
});

test("the fund's free collateral is what exceeds 30 % of its notional, rounded up", () => {
  const world = new LiquidationWorld({ "1000PEPE": 0.02 });
  topUp(world, 10_000);
  world.open(world.user(10), "1000PEPE", 10_001, 200.02);
  world.pin({ "1000PEPE": 0.019001 });
  // 30 % of 190.029001 are 57.0087003.
  expect(fund(world).notional as number).toBe(190_029_001);
  expect(fund(world).freeCollateral - fund(world).collateral).toBe(-57_008_701);
});

test("the readable figures of the fund follow its positions", () => {
  const world = new LiquidationWorld({ SOL: 150 });
  expect(fund(world)).toMatchObject({ notional: 0, marginRatioE8: 10 * ONE, solvent: true, positions: [] });
  topUp(world, 10_500);
  world.open(world.user(500), "SOL", 100, 15_000);
  world.pin({ SOL: 140 });
  const view = fund(world);
  expect(view.holding / USDC).toBe(10_000);
  expect(view.marginRatioE8).toBe(Math.floor((10_000 / 14_000) * ONE));
  expect(view.freeCollateral / USDC).toBe(10_000 - 4_200);
  expect([view.initialMarginRatio, view.minimumMarginRatio] as number[]).toEqual([3_000_000_000, 2_500_000_000]);
  expect(view.positions.map(({ quantity, cost }) => [quantity, cost / USDC]) as object).toEqual([[10_000, 14_000]]);
  expect(world.engine.margin(CLEARING).accountValue as number).toBe(0);
});
