// Claims on offers and on the fund's inventory: what is refused and in which order, what changes hands, and for how
// much. Rules 7.4, 7.5, 7.8; errors 8.7.

import { describe, expect, test } from "bun:test";
import { NONE } from "../../base/storage/int-map.ts";
import { micros, millis, priceE8, quantityE8, ticks } from "../../base/units.ts";
import type { AddSubAccount, ClaimInsuranceFund, ClaimLiquidation } from "../../language/commands/commands.ts";
import type { MarketParameters } from "../../language/market-parameters.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { depositByHand } from "../../testing/hand-made.ts";
import { HOUSE, LiquidationWorld, type Outcome } from "../../testing/liquidation-world.ts";
import { codeOf, wordsOf } from "../../testing/refusal-codes.ts";
import { deposit, placeOrder, START } from "../../testing/setup.ts";
import { ONE, USDC } from "../../testing/small-exchange.ts";
import { refuseBeyondLimit } from "./claim-checks.ts";

const addSubAccount = (account: number, number: number): AddSubAccount => ({
  type: "add_sub_account",
  at: START,
  account,
  number,
  accountId: `0x${(account * 100 + number).toString(16).padStart(64, "0")}`,
  description: "",
});

const usdc = (price: number) => priceE8(Math.round(price * ONE));

type Fields<Of> = Partial<Omit<Of, "type">>;

function claim(world: LiquidationWorld, account: number, fields: Fields<ClaimLiquidation> = {}): Outcome {
  const { liquidationId = 1 } = world.engine.liquidations.offers()[0] ?? {};
  const rest = { ratio: ONE, extraRatio: 0, limits: [], ratios: [] };
  return world.apply({ type: "claim_liquidation", at: START, account, liquidationId, ...rest, ...fields });
}

const refusal = ({ rejection }: Outcome) => [codeOf(rejection), wordsOf(rejection)];

/** The worked partial liquidation: 73 % of 8,000 NEAR at 5 are on offer, 29,200 USDC. */
function near(): { world: LiquidationWorld; user: number; liquidator: number } {
  const world = new LiquidationWorld({ NEAR: 5.001, SOL: 150 });
  const user = world.user(4_100);
  world.open(user, "NEAR", 8_000, 43_200, { leverage: 20 });
  world.pin({ NEAR: 5 });
  return { world, user, liquidator: world.user(100_000) };
}

describe("a claim is refused", () => {
  const cases: readonly (readonly [string, Fields<ClaimLiquidation>, number, string])[] = [
    ["of an id that is not on offer", { liquidationId: 7 }, -1202, "there is no such liquidation, or it is over"],
    ["of nothing", { ratio: 0 }, -1005, "ratio_qty_request is invalid"],
    ["of more than is offered", { ratio: 1.0001 * ONE }, -1005, "ratio_qty_request is invalid"],
    ["with a ratio of five decimals", { ratio: 0.50001 * ONE }, -1005, "ratio_qty_request is invalid"],
    ["of more than there is", { extraRatio: 2 * ONE }, -1005, "extra_liquidation_ratio is invalid"],
    ["of less than nothing beside the offer", { extraRatio: -1 }, -1005, "extra_liquidation_ratio is invalid"],
    ["of extra without all of the offer", { ratio: 0.5 * ONE, extraRatio: 1 }, -1005, "extra_liquidation_ratio is"],
    ["with ratios of markets that are not in it", { ratios: [{ market: 1, ratio: ONE }] }, -1005, "symbols is invalid"],
    ["with a price of nothing", { limits: [{ market: 0, price: priceE8(0) }] }, -1005, "limit_price is invalid"],
    ["below the threshold", { ratio: 0.1 * ONE }, -1201, "the claim is too small"],
    ["beyond its limit", { limits: [{ market: 0, price: usdc(4.999) }] }, -1012, "the mark price of PERP_NEAR"],
  ];
  for (const [label, fields, code, message] of cases) {
    test(label, () => {
      const { world, liquidator } = near();
      const { rejection } = claim(world, liquidator, fields);
      expect([codeOf(rejection), wordsOf(rejection)]).toEqual([code, expect.stringContaining(message)]);
      expect(world.row(liquidator, "NEAR").size).toBe(0);
    });
  }

  test("without an account, by the liquidated owner, and by an account in liquidation itself", () => {
    const { world, user } = near();
    expect(refusal(claim(world, 99))).toEqual([-1006, "account does not exist"]);
    expect(refusal(claim(world, INSURANCE))).toEqual([-1006, "account does not exist"]);
    expect(refusal(claim(world, user))).toEqual([-1012, "the account is in liquidation"]);
    const sub = world.apply(addSubAccount(user, 1)).created;
    depositByHand(world.state, sub, 1_000_000 * USDC);
    expect(refusal(claim(world, sub))).toEqual([-1012, "one's own liquidation can't be claimed"]);
  });

  test("of a sub-account's liquidation by its main account and its other sub-accounts", () => {
    const world = new LiquidationWorld({ NEAR: 5.001 });
    const main = world.user(1_000_000);
    const [sub, other] = [1, 2].map((index) => world.apply(addSubAccount(main, index)).created) as [number, number];
    for (const account of [sub, other]) depositByHand(world.state, account, 4_100 * USDC);
    world.open(sub, "NEAR", 8_000, 43_200, { leverage: 20 });
    world.pin({ NEAR: 5 });
    for (const account of [main, other]) {
      expect(refusal(claim(world, account))).toEqual([-1012, "one's own liquidation can't be claimed"]);
    }
    expect(refusal(claim(world, HOUSE))).toEqual([undefined, undefined]);
  });

  test("of an account that could not carry the position, to the micro", () => {
    const { world } = near();
    // 29,200 at leverage 10 need 2,920, and the fee of 175.2 counts.
    const poor = world.user(2_920 - 175.2 - 0.000001);
    const refused = claim(world, poor);
    expect(refusal(refused)).toEqual([-1101, "insufficient margin"]);
    expect(refused.rejection?.detail as object).toEqual({ required: "2920", available: "2919.999999" });
    world.apply(deposit(poor, 1, "a micro"));
    expect(claim(world, poor).rejection).toBeNull();
  });

  test("of an account whose orders already need the margin", () => {
    const { world } = near();
    const user = world.user(3_000);
    const price = usdc(4.9);
    world.apply(placeOrder({ account: user, side: "BUY", price, quantity: quantityE8(1_000 * ONE) }));
    expect(refusal(claim(world, user))[0]).toBe(-1101);
    world.apply({ type: "cancel_all_orders", at: START, account: user, market: -1 });
    expect(claim(world, user).rejection).toBeNull();
  });
});

test("a limit price is met exactly, by a single lot too: a long's mark from below, a short's from above", () => {
  const { world } = near();
  const market = world.market("NEAR");
  const beyond = (quantity: number, limit: number) =>
    refuseBeyondLimit(world.state, market, quantity, usdc(limit)) !== null;
  expect([beyond(1, 5), beyond(1, 4.999), beyond(1, 5.001)]).toEqual([false, true, false]);
  expect([beyond(-1, 5), beyond(-1, 5.001), beyond(-1, 4.999)]).toEqual([false, true, false]);
  expect([beyond(1, 0), beyond(-1, 0)]).toEqual([false, false]);
  expect(refuseBeyondLimit(world.state, market, 1, usdc(4.999))?.detail as object).toEqual({
    mark_price: "5",
    limit_price: "4.999",
  });
  // A position costs its taker the worse of mark and index.
  market.index = ticks(5_002);
  expect([beyond(1, 5.001), beyond(1, 5.002), beyond(-1, 5), beyond(-1, 5.001)]).toEqual([true, false, false, true]);
  expect(refuseBeyondLimit(world.state, market, 1, usdc(5.001))).toMatchObject({
    message: "the index price of PERP_NEAR_USDC is beyond the limit price",
    detail: { index_price: "5.002", limit_price: "5.001" },
  });
  market.index = ticks(4_998);
  expect([beyond(1, 4.999), beyond(1, 5), beyond(-1, 4.999), beyond(-1, 4.998)]).toEqual([true, false, true, false]);
  world.state.behaviour = 2;
  expect([beyond(1, 5), beyond(-1, 5)]).toEqual([false, false]);
});

describe("a claimer's orders", () => {
  test("on the other side have already reserved the margin for what is claimed", () => {
    const { world } = near();
    // Selling 5,840 needs 2,920; with 5,840 claimed the orders would only close them.
    const user = world.user(2_940);
    const sells = placeOrder({ account: user, side: "SELL", price: usdc(5.1), quantity: quantityE8(5_840 * ONE) });
    expect(world.apply(sells).rejection).toBeNull();
    expect(claim(world, user).rejection).toBeNull();
    expect(world.row(user, "NEAR").size).toBe(5_840);
  });

  test("on the same side need margin in addition to what is claimed, to the micro", () => {
    const { world } = near();
    // 6,840 bought or to be bought at 5 and leverage 10 need 3,420, and the fee of 175.2 counts.
    const user = world.user(3_420 - 175.2 - 0.000001);
    const buys = placeOrder({ account: user, side: "BUY", price: usdc(4.9), quantity: quantityE8(1_000 * ONE) });
    expect(world.apply(buys).rejection).toBeNull();
    expect(claim(world, user).rejection?.detail as object).toEqual({ required: "3420", available: "3419.999999" });
    world.apply(deposit(user, 1, "a micro"));
    expect(claim(world, user).rejection).toBeNull();
  });
});

describe("a claim", () => {
  test("takes its ratio of the offer, and an extra ratio of the rest", () => {
    const { world, user, liquidator } = near();
    // 5,840 on offer; 2,160 are not, and a tenth of those is taken.
    expect(claim(world, liquidator, { extraRatio: 0.1 * ONE }).rejection).toBeNull();
    expect(world.row(liquidator, "NEAR").size).toBe(5_840 + 216);
    expect(world.row(user, "NEAR").size).toBe(2_160 - 216);
  });

  test("of a part that is no whole number of lots is rounded up to the next lot", () => {
    const { world, user, liquidator } = near();
    // 33.33 % of 58,400 lots on offer are 19,464.72.
    expect(claim(world, liquidator, { ratio: 0.3333 * ONE }).rejection).toBeNull();
    expect(world.row(liquidator, "NEAR").size).toBe(1_946.5);
    expect(world.row(user, "NEAR").size).toBe(8_000 - 1_946.5);
  });

  test("of an extra part that is no whole number of lots is rounded up to the next lot", () => {
    const { world, liquidator } = near();
    // 33.33 % of the 21,600 lots that are not on offer are 7,199.28.
    expect(claim(world, liquidator, { extraRatio: 0.3333 * ONE }).rejection).toBeNull();
    expect(world.row(liquidator, "NEAR").size).toBe(5_840 + 720);
  });

  test("of a part leaves the rest on offer under the same id, in its new size", () => {
    const { world, user, liquidator } = near();
    const [before] = world.engine.liquidations.offers();
    const claimed = claim(world, liquidator, { ratio: 0.2 * ONE });
    expect(world.row(liquidator, "NEAR").size).toBe(1_168);
    const [after] = world.engine.liquidations.offers();
    expect(after!.liquidationId).toBe(before!.liquidationId);
    expect(claimed.liquidations.map(({ type }) => type)).toEqual(["transferred", "offered"]);
    // 68 % of the remaining 6,832, in lots of 0.1.
    expect(after!.positions[0]!.quantity as number).toBe(46_458);
    expect(world.engine.liquidations.isLiquidating(user, -1)).toBe(true);
  });

  test("that brings the account back above maintenance ends the liquidation", () => {
    const { world, user, liquidator } = near();
    const claimed = claim(world, liquidator, { ratio: 0.5 * ONE });
    expect(claimed.liquidations.map(({ type }) => type)).toEqual(["transferred", "offered", "recovered"]);
    expect(world.engine.liquidations.isLiquidating(user, -1)).toBe(false);
    expect(refusal(claim(world, liquidator))[0]).toBe(-1202);
  });

  test("may name its own ratio for a position of the high tier", () => {
    const { world, liquidator } = near();
    claim(world, liquidator, { ratios: [{ market: 0, ratio: 0.5 * ONE }] });
    expect(world.row(liquidator, "NEAR").size).toBe(2_920);
  });

  test("of the low tier takes all its positions in one proportion", () => {
    const world = new LiquidationWorld({ BTC: 60_000, ETH: 3_000 });
    const user = world.user(1_200);
    world.open(user, "BTC", 2, 120_000, { leverage: 100 });
    world.open(user, "ETH", -10, -30_000, { leverage: 100 });
    world.pin({ BTC: 59_840 });
    const ratios = [{ market: 0, ratio: ONE }];
    expect(refusal(claim(world, HOUSE, { ratios }))[0]).toBe(-1005);
    const liquidator = world.user(100_000);
    const [reported] = claim(world, liquidator, { ratio: 0.25 * ONE }).liquidations;
    expect([world.row(liquidator, "BTC").size, world.row(liquidator, "ETH").size]).toEqual([0.5, -2.5]);
    // 880 ÷ 149,680 is less than the fee rate: the cap is a quarter of TC, spread by notional.
    const positions = reported!.type === "transferred" ? reported!.positions : [];
    const fees = positions.map(({ liquidatorFee, insuranceFee }) => (liquidatorFee + insuranceFee) / USDC);
    expect(fees.reduce((sum, fee) => sum + fee)).toBe(880 / 4);
    expect(world.engine.margin(user).totalCollateral / USDC).toBe(880 - 220);
  });

  test("of less than the threshold must be for the whole offer", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const user = world.user(20);
    world.open(user, "SOL", 10, 1_500, { leverage: 100 });
    world.pin({ SOL: 148.5 });
    const refused = claim(world, HOUSE, { ratio: 0.99 * ONE });
    expect(codeOf(refused.rejection)).toBe(-1201);
    expect(refused.rejection?.detail as object).toEqual({ offered: "1485", requested: "1470.15", least: "5000" });
    expect(claim(world, HOUSE).rejection).toBeNull();
  });

  test("of exactly the threshold is large enough", () => {
    const world = new LiquidationWorld({ NEAR: 5.001 });
    world.open(world.user(3_600), "NEAR", 8_000, 43_200, { leverage: 20 });
    world.pin({ NEAR: 5 });
    // All of it is on offer: 40,000.
    const refused = claim(world, HOUSE, { ratio: 0.1249 * ONE });
    expect(refused.rejection?.detail as object).toEqual({ offered: "40000", requested: "4996", least: "5000" });
    expect(claim(world, HOUSE, { ratio: 0.125 * ONE }).rejection).toBeNull();
  });

  test("of a part that rounds up to a whole offer of exactly the threshold is large enough", () => {
    const world = new LiquidationWorld({ NEAR: 6.251 });
    world.open(world.user(450), "NEAR", 800, 5_400, { leverage: 20 });
    world.pin({ NEAR: 6.25 });
    // 7,999.2 of 8,000 lots.
    expect(claim(world, HOUSE, { ratio: 0.9999 * ONE }).rejection).toBeNull();
    expect(world.row(HOUSE, "NEAR").size).toBe(0);
  });

  test("closes, and reverses, the liquidator's position on the other side; its reduce-only orders are cancelled", () => {
    const { world, liquidator } = near();
    world.open(liquidator, "NEAR", -1_000, -5_000);
    const closing = world.apply(
      placeOrder({
        account: liquidator,
        side: "BUY",
        price: usdc(4.9),
        quantity: quantityE8(100 * ONE),
        reduceOnly: true,
      }),
    );
    expect(closing.rejection).toBeNull();
    const claimed = claim(world, liquidator);
    expect(world.row(liquidator, "NEAR").size).toBe(4_840);
    expect(claimed.orders.map(({ orderId, reason }) => [orderId, reason])).toEqual([
      [closing.orderId, "REDUCE_ONLY_CLOSED"],
    ]);
  });

  test("reports both sides' rows, without a trade and without touching the last price", () => {
    const { world, user, liquidator } = near();
    const claimed = claim(world, liquidator);
    expect(claimed.trades).toEqual([]);
    expect(world.market("NEAR").last).toBe(0);
    expect(
      claimed.transfers.map(({ account, kind, quantity, fee }) => [account, kind, quantity, fee]) as object,
    ).toEqual([
      [user, "liquidation", -58_400, 350.4 * USDC],
      [liquidator, "liquidation", 58_400, -175.2 * USDC],
    ]);
    // 5,840 bought at 5.4, given away at 5.
    expect(claimed.transfers[0]!.realizedPnl / USDC).toBe(-2_336);
    expect(claimed.transferred as object[]).toEqual([
      {
        market: 0,
        marginMode: "CROSS",
        quantity: 58_400,
        totalQuantity: 80_000,
        price: 5_000,
        costTransfer: 29_200 * USDC,
        liquidatorFeeRate: 60_000_000,
        insuranceFeeRate: 60_000_000,
        liquidatorFee: 175.2 * USDC,
        insuranceFee: 175.2 * USDC,
        realizedPnl: -2_336 * USDC,
      },
    ]);
  });

  test("that earns the fund nothing leaves no row of the fund behind", () => {
    const world = new LiquidationWorld({ NEAR: 5.001 });
    const user = world.user(3_200 + 241);
    world.open(user, "NEAR", 8_000, 43_200, { leverage: 20 });
    world.pin({ NEAR: 5 });
    // 241 of margin behind 40,000, of which a liquidator is paid 240: half of the position carries 120.5.
    const { transferred } = claim(world, HOUSE, { ratio: 0.5 * ONE });
    expect([transferred[0]!.liquidatorFee, transferred[0]!.insuranceFee] as number[]).toEqual([120 * USDC, 500_000]);
    const other = new LiquidationWorld({ NEAR: 5.001 });
    other.open(other.user(3_200 + 240), "NEAR", 8_000, 43_200, { leverage: 20 });
    other.pin({ NEAR: 5 });
    expect(claim(other, HOUSE, { ratio: 0.5 * ONE }).transferred[0]!.insuranceFee as number).toBe(0);
    expect([world, other].map(({ state }) => state.rows.find(INSURANCE, 0, "CROSS") === NONE)).toEqual([false, true]);
  });

  test("of an isolated position pays out the remaining margin when all of it is gone, and only then", () => {
    const world = new LiquidationWorld({ NEAR: 5.001 });
    const user = world.user(10);
    world.open(user, "NEAR", 8_000, 43_200, { marginMode: "ISOLATED", margin: 4_100 * USDC, leverage: 20 });
    world.pin({ NEAR: 5 });
    claim(world, HOUSE, { ratio: 0.2 * ONE });
    expect(world.row(user, "NEAR", "ISOLATED").margin).toBe(4_100);
    expect(world.holding(user)).toBe(10);
    const claimed = claim(world, HOUSE, { extraRatio: ONE });
    expect(claimed.rejection).toBeNull();
    expect(world.row(user, "NEAR", "ISOLATED")).toEqual({ size: 0, cost: 0, margin: 0 });
    // 900 of equity less 1.2 % of 40,000.
    expect(world.holding(user)).toBe(10 + 900 - 480);
    // The liquidator's position is on cross margin.
    expect(world.row(HOUSE, "NEAR").size).toBe(0);
  });
});

describe("the limits of a claimer's positions", () => {
  /** 5,840 NEAR at 5, 29,200 USDC, are claimed by an account that holds `held` NEAR and has far more margin than needed. */
  function claimWith(held: number, leverage: number, changes: Partial<MarketParameters> = {}): Outcome {
    const world = new LiquidationWorld({ NEAR: 5.001 }, changes);
    world.open(world.user(4_100), "NEAR", 8_000, 43_200, { leverage: 20 });
    world.pin({ NEAR: 5 });
    const claimer = world.user(10_000_000);
    world.open(claimer, "NEAR", held, held * 5, { leverage });
    return claim(world, claimer);
  }

  test("include the leverage limit", () => {
    // (1 ÷ (20 × 0.00000296))^(5/4) = 16,891.89^(5/4) = 192,574.
    expect(claimWith(32_000, 20).rejection).toBeNull();
    const { rejection } = claimWith(33_000, 20);
    expect([codeOf(rejection), rejection?.name, rejection?.detail]).toEqual([
      -1101,
      "position_limit",
      { notional_with_orders: "194200", limit: expect.stringMatching(/^19257/) },
    ]);
    expect(claimWith(33_000, 10).rejection).toBeNull();
  });

  test("include the market's maximum notional, and come before margin", () => {
    const { rejection } = claimWith(0, 1, { maxNotional: micros(29_000 * USDC) });
    expect(rejection?.detail).toEqual({ notional_with_orders: "29200", limit: "29000" });
  });

  test("do not apply to a claim that enlarges no position", () => {
    expect(claimWith(-60_000, 20).rejection).toBeNull();
    expect(claimWith(-2_920, 20, { maxNotional: micros(10_000 * USDC) }).rejection).toBeNull();
    expect(claimWith(-2_919, 20, { maxNotional: micros(10_000 * USDC) }).rejection?.name).toBe("position_limit");
  });

  test("count open orders", () => {
    const world = new LiquidationWorld({ NEAR: 5.001 }, { maxNotional: micros(30_000 * USDC) });
    world.open(world.user(4_100), "NEAR", 8_000, 43_200, { leverage: 20 });
    world.pin({ NEAR: 5 });
    const claimer = world.user(1_000_000);
    const order = { account: claimer, price: usdc(4.9), quantity: quantityE8(161 * ONE) };
    world.apply(placeOrder(order));
    expect(claim(world, claimer).rejection?.detail).toEqual({ notional_with_orders: "30005", limit: "30000" });
  });

  test("do not include the open-interest cap: a claim adds no open interest", () => {
    expect(claimWith(0, 20, { globalMaxOiCap: micros(1_000 * USDC) }).rejection).toBeNull();
  });
});

describe("a claim on the insurance fund", () => {
  /** The fund has taken over 100 SOL at 140. */
  function inventory(): { world: LiquidationWorld; claimId: number } {
    const world = new LiquidationWorld({ SOL: 150, ARB: 1 });
    world.apply({ type: "top_up_insurance", at: START, amount: micros(100_000 * USDC), reference: "1" });
    const user = world.user(500);
    world.open(user, "SOL", 100, 15_000);
    world.pin({ SOL: 140 });
    const [offer] = world.engine.liquidations.offers();
    expect(offer!.kind).toBe("claim");
    return { world, claimId: offer!.liquidationId };
  }

  function take(world: LiquidationWorld, account: number, fields: Fields<ClaimInsuranceFund>): Outcome {
    const rest = { claimId: 2, market: 0, quantity: quantityE8(50 * ONE), limitPrice: priceE8(0) };
    return world.apply({ type: "claim_insurance_fund", at: START, account, ...rest, ...fields });
  }

  const cases: readonly (readonly [string, Fields<ClaimInsuranceFund>, number])[] = [
    ["of an id that is not listed", { claimId: 1 }, -1202],
    ["of another market than the id's", { market: 1 }, -1005],
    ["of nothing", { quantity: quantityE8(0) }, -1005],
    ["off the lot", { quantity: quantityE8(50 * ONE + 1) }, -1005],
    ["of more than there is", { quantity: quantityE8(101 * ONE) }, -1005],
    ["of the other side", { quantity: quantityE8(-50 * ONE) }, -1005],
    ["of less than 5,000 USDC", { quantity: quantityE8(35 * ONE) }, -1201],
    ["beyond its limit", { limitPrice: usdc(139) }, -1012],
  ];
  for (const [label, fields, code] of cases) {
    test(`is refused ${label}`, () => {
      const { world, claimId } = inventory();
      expect(claimId).toBe(2);
      expect(refusal(take(world, 99, fields))).toEqual([-1006, "account does not exist"]);
      expect(refusal(take(world, INSURANCE, fields))).toEqual([-1006, "account does not exist"]);
      expect(refusal(take(world, HOUSE, fields))[0]).toBe(code);
      expect(world.row(INSURANCE, "SOL").size).toBe(100);
    });
  }

  test("is refused while its market is paused, or the venue is in maintenance", () => {
    const { world } = inventory();
    world.apply({ type: "set_market_state", at: START, market: 0, state: "HALTED", reason: "" });
    expect(refusal(take(world, HOUSE, {}))).toEqual([-1012, "liquidation of PERP_SOL_USDC is paused"]);
    const startAt = millis(world.state.now + 1_000);
    world.apply({ type: "schedule_maintenance", at: START, startAt, endAt: millis(startAt + 60_000), message: "" });
    world.wait(2);
    expect(refusal(take(world, HOUSE, {}))[0]).toBe(-1011);
  });

  test("is refused to an account that could not carry it", () => {
    const { world } = inventory();
    expect(refusal(take(world, world.user(600), {}))[0]).toBe(-1101);
  });

  test("is refused to an account that would exceed its position limit", () => {
    const world = new LiquidationWorld({ SOL: 150 }, { maxNotional: micros(13_999 * USDC) });
    world.apply({ type: "top_up_insurance", at: START, amount: micros(100_000 * USDC), reference: "1" });
    world.open(world.user(500), "SOL", 100, 15_000);
    world.pin({ SOL: 140 });
    const claimer = world.user(1_000_000);
    expect(take(world, claimer, { quantity: quantityE8(100 * ONE) }).rejection?.detail).toEqual({
      notional_with_orders: "14000",
      limit: "13999",
    });
    expect(take(world, claimer, { quantity: quantityE8(99 * ONE) }).rejection).toBeNull();
  });

  test("keeps its id while something is left, and ends with the last lot, however small the claim", () => {
    const { world } = inventory();
    expect(take(world, HOUSE, { quantity: quantityE8(80 * ONE) }).rejection).toBeNull();
    expect(world.engine.liquidations.offer(2)!.positions[0]!.quantity as number).toBe(2_000);
    const last = take(world, HOUSE, { quantity: quantityE8(20 * ONE) });
    expect(last.rejection).toBeNull();
    expect(world.engine.liquidations.offers()).toEqual([]);
    expect(last.liquidations.at(-1) as object).toMatchObject({ type: "offered", kind: "claim", positions: [] });
    expect(world.engine.liquidations.insuranceFund().notional as number).toBe(0);
  });

  test("costs the discount less, rounded down to the micro", () => {
    const world = new LiquidationWorld({ "1000PEPE": 0.02 });
    world.apply({ type: "top_up_insurance", at: START, amount: micros(100_000 * USDC), reference: "1" });
    // 50.5 come with the position.
    world.open(world.user(1_050), "1000PEPE", 500_000, 10_000);
    world.pin({ "1000PEPE": 0.018001 });
    const claimer = world.user(100_000);
    // 300,001 of it are worth 5,400.318001; half a percent of that is 27.001590005.
    const claimed = take(world, claimer, { quantity: quantityE8(300_001 * ONE) });
    expect(claimed.rejection).toBeNull();
    expect(claimed.transferred[0]!.liquidatorFee as number).toBe(27_001_590);
    expect(world.state.rows.cost(world.state.rows.find(claimer, 0, "CROSS")) as number).toBe(
      5_400_318_001 - 27_001_590,
    );
  });

  test("may carry the sign of a short", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    world.apply({ type: "top_up_insurance", at: START, amount: micros(100_000 * USDC), reference: "1" });
    world.open(world.user(500), "SOL", -100, -15_000);
    world.pin({ SOL: 160 });
    expect(codeOf(take(world, HOUSE, { quantity: quantityE8(-40 * ONE), limitPrice: usdc(161) }).rejection)).toBe(
      -1012,
    );
    expect(take(world, HOUSE, { quantity: quantityE8(-40 * ONE) }).rejection).toBeNull();
    expect(take(world, HOUSE, { quantity: quantityE8(40 * ONE), limitPrice: usdc(159) }).rejection).toBeNull();
    expect(world.row(INSURANCE, "SOL").size).toBe(-20);
  });
});
