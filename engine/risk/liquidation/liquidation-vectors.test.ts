// The worked liquidations of rules 12.3 and 12.4, through the engine.

import { describe, expect, test } from "bun:test";
import { priceE8, quantityE8 } from "../../base/units.ts";
import type { LiquidationEvent } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { LiquidationWorld, type Outcome } from "../../testing/liquidation-world.ts";
import { START } from "../../testing/setup.ts";
import { ONE, USDC } from "../../testing/small-exchange.ts";
import {
  isolatedPosition,
  liquidationBankrupt,
  liquidationLowMargin,
  liquidationPartial,
} from "../../testing/vectors.ts";
import { rankOf } from "../fund/adl-ranking.ts";

type Transferred = Extract<LiquidationEvent, { type: "transferred" }>;

function transferred(outcome: Outcome, n = 0): Transferred {
  return outcome.liquidations.filter((event) => event.type === "transferred")[n]!;
}

function claim(world: LiquidationWorld, account: number, ratio: number): Outcome {
  const { liquidationId } = world.engine.liquidations.offers()[0]!;
  return world.apply({
    type: "claim_liquidation",
    at: START,
    account,
    liquidationId,
    ratio: Math.round(ratio * ONE),
    extraRatio: 0,
    limits: [],
    ratios: [],
  });
}

const tuple = (world: LiquidationWorld, account: number, base: string) => {
  const { size, cost } = world.row(account, base);
  return [size, cost];
};

describe("a liquidation with ample margin", () => {
  const { inputs, outputs } = liquidationPartial;
  const world = new LiquidationWorld({ NEAR: 5.001 });
  const user = world.user(Number(inputs.holding));
  const liquidator = world.user(1_000_000);
  const { leverage } = inputs;
  world.open(user, "NEAR", Number(inputs.position_qty), Number(inputs.cost_position), { leverage });
  const triggered = world.pin({ NEAR: Number(inputs.mark_price) });

  test("offers the smallest percentage that restores initial margin", () => {
    expect(triggered.liquidations.map(({ type }) => type)).toEqual(["triggered", "offered"]);
    expect(triggered.liquidations[0] as object).toMatchObject({
      collateral: Number(outputs.total_collateral_value) * USDC,
      maintenance: Number(outputs.maintenance_margin) * USDC,
    });
    const [offer] = world.engine.liquidations.offers();
    expect(offer as object).toMatchObject({ liquidationId: 1, kind: "liquidated", account: user });
    const { lotE8 } = world.market("NEAR");
    expect((offer!.positions[0]!.quantity * lotE8) / ONE).toBe(Number(outputs.offered_qty));
    expect(outputs.offered_ratio_percent * 80).toBe(Number(outputs.offered_qty));
  });

  test("shares the full fee half and half, and ends", () => {
    const claimed = claim(world, liquidator, 1);
    const reported = transferred(claimed);
    expect(claimed.rejection).toBeNull();
    expect(claimed.transferred).toEqual(reported.positions);
    expect(reported.positions[0] as object).toMatchObject({
      costTransfer: Number(outputs.transfer_notional) * USDC,
      liquidatorFee: Number(outputs.liquidator_fee) * USDC,
      insuranceFee: Number(outputs.insurance_fund_fee) * USDC,
    });
    expect(reported as object).toMatchObject({ taker: liquidator, assigned: false, marginRatioE8: 2_250_000 });
    expect(claimed.liquidations.at(-1)!.type).toBe("recovered");
    const after = outputs.liquidated_after;
    expect(tuple(world, user, "NEAR")).toEqual([Number(after.position_qty), Number(after.cost_position)]);
    const margin = world.engine.margin(user);
    expect(margin.totalCollateral / USDC).toBe(Number(after.total_collateral_value));
    expect(margin.marginRatioE8 / ONE).toBe(Number(after.margin_ratio));
    const delta = outputs.liquidator_after_delta;
    expect(tuple(world, liquidator, "NEAR")).toEqual([Number(delta.position_qty), Number(delta.cost_position)]);
    const fund = outputs.insurance_fund_delta;
    expect(tuple(world, INSURANCE, "NEAR")).toEqual([Number(fund.position_qty), Number(fund.cost_position)]);
  });
});

describe("a liquidation with little margin", () => {
  const { inputs, outputs } = liquidationLowMargin;
  function triggered(): { world: LiquidationWorld; user: number; liquidator: number } {
    const world = new LiquidationWorld({ BTC: 60_000.1 });
    const user = world.user(Number(inputs.total_collateral_value));
    const { leverage } = inputs;
    world.open(user, "BTC", Number(inputs.position_qty), Number(outputs.notional), { leverage });
    world.pin({ BTC: Number(inputs.mark_price) });
    return { world, user, liquidator: world.user(1_000_000) };
  }

  for (const [n, expected] of outputs.claims.entries()) {
    test(`charges a claim of ${expected.ratio_qty_request} no more than its part of the margin`, () => {
      const { world, user, liquidator } = triggered();
      expect(world.engine.liquidations.offers()[0]!.positions[0]!.quantity as number).toBe(200_000);
      const [position] = transferred(claim(world, liquidator, Number(expected.ratio_qty_request))).positions;
      expect((position!.quantity * world.market("BTC").lotE8) / ONE).toBe(Number(expected.qty));
      expect(position!.liquidatorFee / USDC).toBe(Number(expected.liquidator_fee));
      expect(position!.insuranceFee / USDC).toBe(Number(expected.insurance_fund_fee));
      expect(world.engine.margin(user).totalCollateral / USDC).toBe(Number(expected.collateral_left));
      expect(world.engine.liquidations.isLiquidating(user, -1)).toBe(n === 1);
    });
  }
});

describe("a bankruptcy", () => {
  const { inputs, outputs } = liquidationBankrupt;
  function bankrupt() {
    const [btc, eth] = inputs.positions;
    const world = new LiquidationWorld({ BTC: 61_000.1, ETH: 2_950 });
    world.apply({
      type: "top_up_insurance",
      at: START,
      amount: (Number(inputs.insurance_fund_holding) * USDC) as never,
      reference: "1",
    });
    const user = world.user(Number(inputs.holding));
    world.open(user, "BTC", Number(btc!.position_qty), Number(btc!.cost_position));
    world.open(user, "ETH", Number(eth!.position_qty), Number(eth!.cost_position));
    return { world, user };
  }
  const fundRatio = (world: LiquidationWorld) => world.engine.liquidations.insuranceFund().marginRatioE8 / ONE;

  test("hands everything to the insurance fund, including the debt", () => {
    const { world, user } = bankrupt();
    const outcome = world.pin({ BTC: 61_000 });
    const reported = transferred(outcome);
    expect(reported as object).toMatchObject({
      kind: "takeover",
      taker: INSURANCE,
      amount: Number(outputs.transfer_amount_to_insurance_fund) * USDC,
      collateral: Number(outputs.total_collateral_value) * USDC,
      notional: Number(outputs.total_notional) * USDC,
      maintenance: Number(outputs.maintenance_margin) * USDC,
    });
    expect(world.holding(user)).toBe(Number(outputs.account_after.holding));
    expect(world.engine.positions(user)).toEqual([]);
    const { holding, positions, margin_ratio } = outputs.insurance_fund_after;
    expect(world.holding(INSURANCE)).toBe(Number(holding));
    for (const { symbol, position_qty, cost_position } of positions) {
      expect(tuple(world, INSURANCE, symbol.split("_")[1]!)).toEqual([Number(position_qty), Number(cost_position)]);
    }
    expect(fundRatio(world)).toBe(Number(margin_ratio));
  });

  test("leaves an inventory that is claimed at a discount", () => {
    const { world } = bankrupt();
    world.pin({ BTC: 61_000 });
    const claimer = world.user(1_000_000);
    const offer = world.engine.liquidations.offers().find(({ positions }) => positions[0]!.market === 0)!;
    expect(offer.kind).toBe("claim");
    const claimed = world.apply({
      type: "claim_insurance_fund",
      at: START,
      account: claimer,
      claimId: offer.liquidationId,
      market: 0,
      quantity: quantityE8(Number(inputs.claim.qty_request) * ONE),
      limitPrice: priceE8(0),
    });
    const expected = outputs.claim;
    expect(transferred(claimed).positions[0]!.liquidatorFee / USDC).toBe(Number(expected.discount));
    expect(tuple(world, claimer, "BTC")).toEqual([1, Number(expected.claimer_cost_position)]);
    expect(tuple(world, INSURANCE, "BTC")).toEqual([
      Number(expected.insurance_fund_btc_qty),
      Number(expected.insurance_fund_btc_cost),
    ]);
    const { collateral } = world.engine.liquidations.insuranceFund();
    expect(collateral / USDC).toBe(Number(expected.insurance_fund_collateral));
    expect(fundRatio(world)).toBe(Number(expected.insurance_fund_margin_ratio));
    // No account is deleveraged: the fund is above its minimum.
    expect(world.wait(40).flatMap((outcome) => outcome.liquidations)).toEqual([]);
  });

  test("deleverages the trader with the highest score after 30 seconds without a claim", () => {
    const { world } = bankrupt();
    // The house holds the other side; P1 to P3 take theirs from it.
    const accounts = new Map<string, number>();
    for (const [name, size, average, collateral] of inputs.adl_candidates) {
      const quantity = Number(size);
      const cost = quantity * Number(average);
      const unsettled = quantity * 61_000 - cost;
      const account = world.user(Number(collateral) - unsettled);
      world.open(account, "BTC", quantity, cost);
      accounts.set(name!, account);
    }
    world.pin({ BTC: 61_000 });
    const expected = outputs.adl_if_unclaimed;
    for (const { account: name, roi_1e8, leverage_1e4, score } of expected.ranking) {
      const row = world.state.rows.find(accounts.get(name)!, 0, "CROSS");
      const rank = rankOf(world.state, row);
      expect([rank.roi, rank.leverage, rank.score].map(Number)).toEqual([roi_1e8, leverage_1e4, score]);
    }
    expect(world.wait(29).flatMap((outcome) => outcome.liquidations)).toEqual([]);
    const [outcome] = world.wait(1);
    const reported = outcome!.liquidations.filter((event) => event.type === "transferred");
    expect(reported.map(({ kind, account }) => [kind, account])).toEqual([["adl", accounts.get("P2")!]]);
    // P2's position is short, and its figures are shown as of before.
    const [given] = reported[0]!.positions;
    expect((-given!.quantity * world.market("BTC").lotE8) / ONE).toBe(Number(expected.qty_needed));
    expect((given!.totalQuantity * world.market("BTC").lotE8) / ONE).toBe(-2);
    expect(reported[0]!.collateral / USDC).toBe(8_000);
    expect(fundRatio(world)).toBe(Number(expected.insurance_fund_margin_ratio_after));
  });
});

describe("an isolated position", () => {
  const { liquidation, steps } = isolatedPosition.outputs;
  const step = steps.at(-1)!;
  function isolated(from: number) {
    const world = new LiquidationWorld({ ETH: from });
    const user = world.user(Number(step.holding));
    world.open(user, "ETH", Number(step.position_qty), Number(step.cost_position), {
      marginMode: "ISOLATED",
      margin: Math.round(Number(step.margin) * USDC),
      leverage: isolatedPosition.inputs.leverage,
    });
    return { world, user };
  }

  test("is safe to the last cent, and not a cent further", () => {
    const { world } = isolated(3_000);
    expect(world.pin({ ETH: 2_857.15 }).liquidations).toEqual([]);
    expect(world.pin({ ETH: 2_857.14 }).liquidations.map(({ type }) => type)).toEqual(["triggered", "offered"]);
  });

  test("loses no more than its margin, and the balance is not touched", () => {
    const { world, user } = isolated(3_000);
    world.pin({ ETH: Number(liquidation.mark_price) });
    expect(world.engine.liquidations.isLiquidating(user, -1)).toBe(false);
    expect(world.engine.liquidations.isLiquidating(user, 0)).toBe(true);
    const claimed = claim(world, world.user(1_000_000), 1);
    const [position] = transferred(claimed).positions;
    expect(transferred(claimed).collateral / USDC).toBe(Number(liquidation.equity));
    expect(position!.liquidatorFee / USDC).toBe(Number(liquidation.liquidator_fee));
    expect(position!.insuranceFee / USDC).toBe(Number(liquidation.insurance_fund_fee));
    expect(world.holding(user)).toBe(Number(step.holding) + Number(liquidation.returned_to_holding));
    expect(world.row(user, "ETH", "ISOLATED")).toEqual({ size: 0, cost: 0, margin: 0 });
    expect(world.engine.liquidations.isLiquidating(user, 0)).toBe(false);
  });
});
