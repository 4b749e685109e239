// Payments where the mark differs from the index: in sum, an account that gives a position away gets no worse a price
// than the index. Rules 7.5, 7.7, 7.8, 7.10.

import { describe, expect, test } from "bun:test";
import { micros, millis, priceE8, quantityE8, ticks } from "../../base/units.ts";
import { silent } from "../../language/events/events.ts";
import type { TransferredPosition } from "../../language/offered-positions.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import type { State } from "../../memory/state.ts";
import { HOUSE, LiquidationWorld } from "../../testing/liquidation-world.ts";
import { START } from "../../testing/setup.ts";
import { ONE, USDC } from "../../testing/small-exchange.ts";
import { assignUnclaimed } from "../liquidation/assignment.ts";
import { deleverage } from "../liquidation/deleveraging.ts";
import { claimPrice, fundGives, lossAtMark, paidToGiver } from "./fund-price.ts";

/** The worked partial liquidation, of a long or a short: 5,840 of 8,000 NEAR at 5 are on offer. The fee is 350.4. */
function near(side: 1 | -1): { world: LiquidationWorld; user: number } {
  const world = new LiquidationWorld({ NEAR: 5 - side * 0.001 });
  world.apply({ type: "top_up_insurance", at: START, amount: micros(100_000 * USDC), reference: "1" });
  const user = world.user(4_100);
  world.open(user, "NEAR", side * 8_000, side > 0 ? 43_200 : -36_800, { leverage: 20 });
  world.pin({ NEAR: 5 });
  return { world, user };
}

/** Sets the index `by` ticks above the mark; a tick of 5,840 NEAR is 5.84 USDC. */
function indexAbove(world: LiquidationWorld, base: string, by: number): void {
  const market = world.market(base);
  market.index = ticks(market.mark + by);
}

function claim(world: LiquidationWorld, account: number) {
  const [offer] = world.engine.liquidations.offers();
  const { liquidationId } = offer!;
  const command = { type: "claim_liquidation", at: world.state.now, account, liquidationId, ratio: ONE } as const;
  return world.engine.apply({ ...command, extraRatio: 0, limits: [], ratios: [] }, silent);
}

const fees = ({ liquidatorFee, insuranceFee }: TransferredPosition) => [liquidatorFee / USDC, insuranceFee / USDC];
const rowOf = (world: LiquidationWorld, account: number, base = "NEAR") => world.row(account, base);

test("where the mark differs from the index, the fund pays nothing since behaviour 2, and no account since behaviour 3", () => {
  const market = new LiquidationWorld({ NEAR: 5 }).market("NEAR");
  market.index = ticks(market.mark + 2);
  const figures = (behaviour: number, lots: number) => {
    const state = { behaviour } as State;
    return [lossAtMark(state, market, lots), paidToGiver(state, market, lots), claimPrice(state, market, lots)];
  };
  const [mark, index] = [5_000, 5_002];
  const cost = 10 * 2 * market.unit;
  expect([1, 2, 3].map((behaviour) => figures(behaviour, 10))).toEqual([
    [0, 0, mark],
    [0, 0, mark],
    [0, cost, index],
  ]);
  expect([1, 2, 3].map((behaviour) => figures(behaviour, -10))).toEqual([
    [0, 0, mark],
    [cost, 0, mark],
    [cost, 0, mark],
  ]);
});

test("the fund gives nothing away while its market is halted, under any behaviour", () => {
  const world = new LiquidationWorld({ NEAR: 5 });
  const gives = () =>
    [1, 2, 3].map((behaviour) => {
      world.state.behaviour = behaviour;
      return fundGives(world.state, world.market("NEAR"));
    });
  expect(gives()).toEqual([true, true, true]);
  world.apply({ type: "set_market_state", at: START, market: 0, state: "HALTED", reason: "" });
  expect(gives()).toEqual([false, false, false]);
});

describe("a claimer compensates the account for its loss against the index", () => {
  for (const side of [1, -1] as const) {
    test(`of a ${side > 0 ? "long" : "short"}`, () => {
      const { world, user } = near(side);
      const before = rowOf(world, user).cost;
      indexAbove(world, "NEAR", side * 2);
      const claimer = world.user(100_000);
      const { transferred } = claim(world, claimer);
      // 175.2 for each of liquidator and fund, 11.68 from the liquidator to the account.
      expect(fees(transferred[0]!)).toEqual([163.52, 175.2]);
      expect(rowOf(world, claimer)).toEqual({ size: side * 5_840, cost: side * 29_200 - 175.2 + 11.68, margin: 0 });
      expect(rowOf(world, user).cost).toBeCloseTo(before - side * 29_200 + 350.4 - 11.68, 6);
      world.engine.audit();
    });
  }

  test("and gets no more where the mark is worse for the claimer", () => {
    const { world } = near(1);
    indexAbove(world, "NEAR", -2);
    expect(fees(claim(world, world.user(100_000)).transferred[0]!)).toEqual([175.2, 175.2]);
  });

  test("and needs the margin for that payment", () => {
    // 29,200 at 10× leverage need 2,920.
    const { world } = near(1);
    indexAbove(world, "NEAR", 2);
    const claimer = world.user(2_920 - 175.2 + 11.68 - 0.000_001);
    expect(claim(world, claimer).rejection).toMatchObject({ name: "insufficient_margin" });
    world.apply({
      type: "credit_deposit",
      at: START,
      account: claimer,
      amount: micros(1),
      reference: "1",
      source: "faucet",
    });
    indexAbove(world, "NEAR", 2);
    expect(claim(world, claimer).rejection).toBeNull();
  });

  test("and paid nothing in journals of earlier behaviours", () => {
    const { world } = near(1);
    world.state.behaviour = 2;
    indexAbove(world, "NEAR", 2);
    expect(fees(claim(world, world.user(100_000)).transferred[0]!)).toEqual([175.2, 175.2]);
  });
});

describe("an unclaimed offer goes to the fund at the index", () => {
  function assigned(side: 1 | -1, above: number) {
    const { world, user } = near(side);
    world.state.now = millis(world.state.now + 10_000);
    indexAbove(world, "NEAR", above);
    const reported: TransferredPosition[] = [];
    assignUnclaimed(world.state, {
      ...silent,
      liquidation: (event) => void (event.type === "transferred" && reported.push(...event.positions)),
    });
    return { world, user, position: reported[0]!, purse: world.state.liquidations.purses.of(0) / USDC };
  }

  test("where the mark is better for the fund, it pays; the purse has the fee", () => {
    for (const side of [1, -1] as const) {
      const { position, purse, world } = assigned(side, side * 2);
      expect([...fees(position), purse]).toEqual([163.52, 175.2, 350.4]);
      expect(rowOf(world, INSURANCE).cost).toBeCloseTo(side * 29_200 - 350.4 + 11.68, 6);
    }
  });

  test("where the mark is worse for the fund, the account pays, and its payment does not enter the purse", () => {
    for (const side of [1, -1] as const) {
      const { position, purse } = assigned(side, side * -2);
      expect([position.liquidatorFee + position.insuranceFee, purse * USDC]).toEqual([362.08 * USDC, 350.4 * USDC]);
    }
  });
});

describe("the fund's payment from a purse", () => {
  /** A long of 100 SOL with `margin` of collateral, taken over at an index of 140, where a liquidator would get 42. */
  function taken(margin: number): LiquidationWorld {
    const world = new LiquidationWorld({ SOL: 150 });
    world.apply({ type: "top_up_insurance", at: START, amount: micros(100_000 * USDC), reference: "1" });
    world.open(world.user(1_000 + margin), "SOL", 100, 15_000);
    world.pin({ SOL: 140 });
    return world;
  }
  function claimFund(world: LiquidationWorld, size: number) {
    const [offer] = world.engine.liquidations.offers();
    const { liquidationId, positions } = offer!;
    const quantity = quantityE8(size * ONE * Math.sign(positions[0]!.quantity));
    const rest = { claimId: liquidationId, market: 0, quantity, limitPrice: priceE8(0) };
    return world.apply({ type: "claim_insurance_fund", at: START, account: HOUSE, ...rest });
  }
  const earned = (world: LiquidationWorld, size: number) => claimFund(world, size).transferred[0]!.liquidatorFee / USDC;
  const purse = (world: LiquidationWorld) => world.state.liquidations.purses.of(0) / USDC;

  test("is the full discount where the purse holds that much", () => {
    const world = taken(41);
    expect(purse(world)).toBe(41);
    expect([earned(world, 60), purse(world)]).toEqual([21, 16.4]);
    expect([earned(world, 40), purse(world)]).toEqual([14, 0]);
  });

  test("is no more than the claimed part's share of the purse", () => {
    const world = taken(10.000001);
    // 33 and 67 hundredths of 10.000001, rounded down; the rest stays with the fund.
    expect([earned(world, 33 + 7), purse(world)]).toEqual([4, 6]);
    expect([earned(world, 60), purse(world)]).toEqual([6, 0]);
  });

  test("is nothing where nothing came with the position, or a debt", () => {
    for (const margin of [0, -300]) {
      const world = taken(margin);
      expect([purse(world), earned(world, 100)]).toEqual([margin, 0]);
    }
  });

  test("grows with arrivals on the same side; of an arrival on the other side the part that is left counts", () => {
    const world = taken(41);
    world.open(world.user(54), "SOL", 10, 1_450);
    world.pin({ SOL: 140 });
    expect(purse(world)).toBe(45);
    world.open(world.user(1_500), "SOL", -50, -5_500);
    world.pin({ SOL: 140 });
    // 60 of 110 longs are left, and nothing of the short.
    expect([rowOf(world, INSURANCE, "SOL").size, purse(world)]).toEqual([60, 24.545454]);
    world.open(world.user(22), "SOL", -100, -14_000);
    world.pin({ SOL: 140 });
    // Now nothing of the longs is left, and 40 of the 100 short.
    expect([rowOf(world, INSURANCE, "SOL").size, purse(world)]).toEqual([-40, 8.8]);
  });

  test("ends with the market", () => {
    const world = taken(41);
    world.apply({ type: "set_market_state", at: START, market: 0, state: "REDUCE_ONLY", reason: "" });
    const delistAt = millis(world.state.now + 1_000);
    world.apply({ type: "schedule_delisting", at: START, market: 0, delistAt });
    world.wait(2);
    expect([rowOf(world, INSURANCE, "SOL").size, purse(world)]).toEqual([0, 0]);
  });
});

test("an account that is deleveraged closes at the index, whichever side of it the mark is on", () => {
  for (const above of [-100, 0, 100]) {
    const world = new LiquidationWorld({ SOL: 150 });
    world.apply({ type: "top_up_insurance", at: START, amount: micros(2_000 * USDC), reference: "1" });
    world.open(world.user(0), "SOL", 100, 15_000);
    world.pin({ SOL: 140 });
    world.state.now = millis(world.state.now + 60_000);
    indexAbove(world, "SOL", above);
    const before = rowOf(world, HOUSE, "SOL");
    const reported: TransferredPosition[] = [];
    deleverage(world.state, {
      ...silent,
      liquidation: (event) => void (event.type === "transferred" && reported.push(...event.positions)),
    });
    expect(reported.length).toBeGreaterThan(0);
    const after = rowOf(world, HOUSE, "SOL");
    const closed = after.size - before.size;
    // The house bought at the index: that is what closing cost it.
    expect((after.cost - before.cost) / closed).toBeCloseTo(140 + above / 1_000, 9);
    expect(fees(reported[0]!)[1]).toBeCloseTo((closed * above) / 1_000, 9);
  }
});

test("the fund gives nothing in a market that stands still; before behaviour 3, in one whose index was doubted, and before 2 it always gave", () => {
  const world = new LiquidationWorld({ NEAR: 5 });
  const { health } = world.market("NEAR");
  const gives = (behaviour: number, trouble: "" | "INDEX_JUMP", inDoubt: boolean) => {
    world.state.behaviour = behaviour;
    Object.assign(health, { trouble, inDoubt });
    return fundGives(world.state, world.market("NEAR"));
  };
  expect([gives(3, "", true), gives(3, "INDEX_JUMP", false)]).toEqual([false, true]);
  expect([gives(2, "", true), gives(2, "INDEX_JUMP", false)]).toEqual([true, false]);
  expect([gives(1, "", true), gives(1, "INDEX_JUMP", false)]).toEqual([true, true]);
});
