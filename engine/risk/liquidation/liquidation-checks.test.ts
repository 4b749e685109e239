// A liquidation from its trigger to its end: which accounts are checked when, what is cancelled and frozen, what cures
// it, and what is handed over automatically. Rules 0.2 (8), 0.3 (a), 0.4, 7.1 to 7.5, 7.9.

import { describe, expect, test } from "bun:test";
import { micros, millis, priceE8, quantityE8 } from "../../base/units.ts";
import type { Command } from "../../language/commands/commands.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { HOUSE, LiquidationWorld, type Outcome } from "../../testing/liquidation-world.ts";
import { codeOf, wordsOf } from "../../testing/refusal-codes.ts";
import { amendOrder, deposit, placeOrder, START } from "../../testing/setup.ts";
import { ONE, USDC } from "../../testing/small-exchange.ts";

const types = (outcome: Outcome) => outcome.liquidations.map(({ type }) => type);
const reported = (outcome: Outcome) => outcome.liquidations.map(({ type, account }) => [type, account]);

/** Long 10 SOL from 150 at the highest leverage, with 20 USDC: maintenance is 9 at 150, so it is breached at about 148.9. */
function longSol(world: LiquidationWorld, holding = 20): number {
  const user = world.user(holding);
  world.open(user, "SOL", 10, 1_500, { leverage: 100 });
  return user;
}

function order(
  world: LiquidationWorld,
  account: number,
  fields: Partial<Omit<Parameters<typeof placeOrder>[0], never>>,
) {
  return world.apply(placeOrder({ account, quantity: quantityE8(ONE), price: priceE8(140 * ONE), ...fields }));
}

describe("a trigger", () => {
  test("finds every account, however many rows there are, and have been added since the last check", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const [users, others] = [150, 150].map((count) => Array.from({ length: count }, () => world.user(20)));
    for (const user of users!) world.open(user, "SOL", 10, 1_500, { leverage: 100 });
    expect(types(world.pin({ SOL: 149.9 }))).toEqual([]);
    for (const user of others!) order(world, user, { quantity: quantityE8(ONE / 10) });
    const triggered = reported(world.pin({ SOL: 148.5 })).flatMap(([type, user]) =>
      type === "triggered" ? [user] : [],
    );
    expect(triggered.sort()).toEqual([...users!].sort());
  });

  test("is strict: at exactly maintenance margin nothing happens", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const user = world.user(9);
    world.open(user, "SOL", 10, 1_500);
    expect(world.wait(1).flatMap(types)).toEqual(["warned"]);
    expect(world.engine.margin(user).maintenanceMargin / USDC).toBe(9);
    expect(types(world.pin({ SOL: 149.999 }))).toEqual(["triggered", "offered"]);
  });

  test("finds a cross account whose money went into an isolated position, however much that position has gained", () => {
    const world = new LiquidationWorld({ SOL: 150, ETH: 3_000 });
    const user = longSol(world, 60);
    world.open(user, "ETH", 1, 2_500, { marginMode: "ISOLATED", margin: 100 * USDC });
    expect(types(world.pin({ SOL: 150, ETH: 3_001 }))).toEqual([]);
    const at = world.state.now;
    const moved = { account: user, market: 1, direction: "ADD", amount: micros(40 * USDC), request: null } as const;
    expect(world.apply({ type: "move_position_margin", at, ...moved }).rejection).toBeNull();
    // With 60 it could have borne this; with 20 it cannot.
    expect(types(world.pin({ SOL: 148.5 }))).toEqual(["triggered", "offered"]);
  });

  test("cancels every order of the account, in all markets and modes, and freezes it", () => {
    const world = new LiquidationWorld({ SOL: 150, ETH: 3_000 });
    const user = longSol(world, 120);
    const ids = [
      order(world, user, { quantity: quantityE8(ONE / 10) }).orderId,
      order(world, user, { market: 1, price: priceE8(2_900 * ONE), quantity: quantityE8(ONE / 100) }).orderId,
      order(world, user, { side: "SELL", price: priceE8(160 * ONE), reduceOnly: true }).orderId,
    ];
    expect(world.engine.openOrders(user, -1).map(({ orderId }) => orderId)).toEqual(ids);
    const outcome = world.pin({ SOL: 138.5 });
    expect(outcome.orders.map(({ orderId, reason }) => [orderId, reason])).toEqual(
      ids.map((id) => [id, "LIQUIDATION"]),
    );
    expect(reported(outcome)).toEqual([
      ["triggered", user],
      ["offered", user],
    ]);
    expect(world.engine.liquidations.isLiquidating(user, -1)).toBe(true);
  });

  test("that only the cancelled orders caused is over at once", () => {
    const world = new LiquidationWorld({ SOL: 150, ETH: 3_000 });
    const user = longSol(world, 60);
    // An isolated order reserves money that cross margin then lacks.
    const reserving = order(world, user, {
      market: 1,
      marginMode: "ISOLATED",
      price: priceE8(2_990 * ONE),
      quantity: quantityE8(ONE / 10),
    });
    expect(wordsOf(reserving.rejection) ?? "").toBe("");
    const reserved = world.engine.margin(user).isolatedOrderFrozen / USDC;
    expect(reserved).toBeGreaterThan(25);
    const outcome = world.pin({ SOL: 147 });
    expect(types(outcome)).toEqual(["triggered", "recovered"]);
    expect(outcome.orders.map(({ orderId, reason }) => [orderId, reason])).toEqual([
      [reserving.orderId, "LIQUIDATION"],
    ]);
    expect(world.engine.liquidations.isLiquidating(user, -1)).toBe(false);
  });

  test("never results from a fill: an order whose account can no longer bear the fill does not trade", () => {
    const world = new LiquidationWorld({ SOL: 150, ETH: 3_000 });
    const user = world.user(60);
    world.open(user, "ETH", 1, 3_000, { leverage: 100 });
    // The account may bid above the mark price while it can bear the loss; after ETH's fall it no longer can.
    const bid = order(world, user, { price: priceE8(154 * ONE), quantity: quantityE8(1.5 * ONE) });
    expect([bid.status, bid.rejection]).toEqual(["NEW", null]);
    expect(types(world.pin({ ETH: 2_962 }))).toEqual([]);
    const sold = order(world, HOUSE, { side: "SELL", price: priceE8(154 * ONE), quantity: quantityE8(1.5 * ONE) });
    expect([sold.status, types(sold)]).toEqual(["NEW", []]);
    expect(sold.orders.map(({ account, status, reason }) => [account, status, reason])).toContainEqual([
      user,
      "CANCELLED",
      "MARGIN",
    ]);
  });

  test("goes by account id, cross before isolated, in the first symbol that moved", () => {
    // Account numbers rise while ids fall; SOL comes after BNB in the alphabet.
    const world = new LiquidationWorld({ SOL: 150, BNB: 600 });
    const first = longSol(world);
    const second = longSol(world);
    world.open(second, "SOL", 10, 1_500, { marginMode: "ISOLATED", margin: 12 * USDC });
    const inBoth = world.user(40);
    world.open(inBoth, "SOL", 10, 1_500);
    world.open(inBoth, "BNB", 1, 600);
    const outcome = world.pin({ SOL: 147, BNB: 599 });
    const triggered = outcome.liquidations.filter(({ type }) => type === "triggered");
    expect(triggered.map(({ account, marginMode, market }) => [account, marginMode, market])).toEqual([
      // Found by SOL's fall, handled with BNB's new price: BNB comes first.
      [inBoth, "CROSS", -1],
      [second, "CROSS", -1],
      [second, "ISOLATED", 0],
      [first, "CROSS", -1],
    ]);
  });
});

test("requirements beyond what can be counted liquidate like any other", () => {
  const world = new LiquidationWorld({ SOL: 150, LINK: 15 });
  const user = world.user(1_000_000);
  world.open(user, "SOL", 10_000, 1_500_000);
  world.open(user, "LINK", 100_000, 1_500_000);
  const outcome = world.pin({ SOL: 150_000, LINK: 15_000 });
  const [triggered] = outcome.liquidations;
  expect(triggered as object).toMatchObject({ type: "triggered", account: user, maintenance: Number.MAX_SAFE_INTEGER });
  expect(world.wait(12).flatMap(types)).toContain("transferred");
});

describe("what is frozen", () => {
  const at = START;
  function frozen(): { world: LiquidationWorld; user: number } {
    const world = new LiquidationWorld({ SOL: 150, ETH: 3_000 });
    const user = longSol(world);
    world.open(user, "ETH", 1, 3_000, { marginMode: "ISOLATED", margin: 500 * USDC });
    world.pin({ SOL: 148.5 });
    expect(world.engine.liquidations.isLiquidating(user, -1)).toBe(true);
    return { world, user };
  }

  const refused: Readonly<Record<string, (account: number) => Command>> = {
    "an order": (account) => placeOrder({ account, price: priceE8(140 * ONE), quantity: quantityE8(ONE) }),
    "an order elsewhere": (account) =>
      placeOrder({ account, market: 1, price: priceE8(2_950 * ONE), quantity: quantityE8(ONE) }),
    "a close": (account) =>
      placeOrder({ account, side: "SELL", orderType: "MARKET", quantity: quantityE8(ONE), reduceOnly: true }),
    leverage: (account) => ({ type: "set_leverage", at, account, market: 0, marginMode: "CROSS", leverage: 5 }),
    "leverage everywhere": (account) => ({
      type: "set_leverage",
      at,
      account,
      market: -1,
      marginMode: "CROSS",
      leverage: 5,
    }),
    settlement: (account) => ({ type: "settle_pnl", at, account, nonce: 0 }),
    "isolated margin": (account) => ({
      type: "move_position_margin",
      at,
      account,
      market: 1,
      direction: "ADD",
      amount: micros(1),
    }),
    "the margin mode": (account) => ({ type: "set_margin_mode", at, account, market: 1, marginMode: "ISOLATED" }),
  };
  for (const [name, command] of Object.entries(refused)) {
    test(`is ${name}`, () => {
      const { world, user } = frozen();
      const { rejection } = world.apply(command(user));
      expect([codeOf(rejection), wordsOf(rejection)]).toEqual([-1012, "the account is in liquidation"]);
    });
  }

  test("in an isolated liquidation is its row alone", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const user = world.user(1_000);
    const mode = { account: user, market: 0, marginMode: "ISOLATED" } as const;
    expect(world.apply({ type: "set_margin_mode", at, ...mode }).rejection).toBeNull();
    world.open(user, "SOL", 10, 1_500, { marginMode: "ISOLATED", margin: 20 * USDC });
    const isolatedOrder = order(world, user, {
      marginMode: "ISOLATED",
      side: "SELL",
      price: priceE8(155 * ONE),
      quantity: quantityE8(ONE),
    });
    const crossOrder = order(world, user, { marginMode: "CROSS" });
    const outcome = world.pin({ SOL: 148.5 });
    expect(outcome.orders.map(({ orderId, reason }) => [orderId, reason])).toEqual([
      [isolatedOrder.orderId, "LIQUIDATION"],
    ]);
    expect(world.engine.openOrders(user, -1).map(({ orderId }) => orderId)).toEqual([crossOrder.orderId]);
    const again = order(world, user, { marginMode: "ISOLATED" });
    expect([codeOf(again.rejection), wordsOf(again.rejection)]).toEqual([
      -1012,
      "the isolated position is in liquidation",
    ]);
    expect(order(world, user, { marginMode: "CROSS" }).rejection).toBeNull();
    const lower = { account: user, orderId: crossOrder.orderId, price: priceE8(139 * ONE) };
    expect(world.apply(amendOrder(lower)).rejection).toBeNull();
    const { holding } = world.engine.margin(user);
    world.apply({ type: "settle_pnl", at, account: user, nonce: 0 });
    expect(world.engine.margin(user).holding).toBe(holding);
  });
});

describe("a cure", () => {
  test("can be a deposit: the offer is withdrawn and the account is free", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const user = longSol(world);
    world.pin({ SOL: 148.5 });
    const cured = world.apply(deposit(user, 50 * USDC, "cure"));
    expect(types(cured)).toEqual(["offered", "recovered"]);
    expect(cured.liquidations[0] as object).toMatchObject({ positions: [] });
    expect(world.engine.liquidations.offers()).toEqual([]);
    expect(order(world, user, { quantity: quantityE8(ONE / 10) }).rejection).toBeNull();
  });

  test("can be a better price; one that is not good enough changes the offer", () => {
    const world = new LiquidationWorld({ NEAR: 5.01 });
    const user = world.user(4_100);
    world.open(user, "NEAR", 8_000, 43_200, { leverage: 20 });
    world.pin({ NEAR: 5 });
    const [before] = world.engine.liquidations.offers();
    expect(types(world.pin({ NEAR: 4.99 }))).toEqual(["offered"]);
    const [after] = world.engine.liquidations.offers();
    expect(after!.liquidationId).toBe(before!.liquidationId);
    expect(after!.positions[0]!.quantity).toBeGreaterThan(before!.positions[0]!.quantity);
    expect(types(world.pin({ NEAR: 5.2 }))).toEqual(["offered", "recovered"]);
  });

  test("leaves no trace: the next liquidation has another id", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    longSol(world);
    const ids = [148.5, 150, 148.5].flatMap((price) => {
      world.pin({ SOL: price });
      return world.engine.liquidations.offers().map(({ liquidationId }) => liquidationId);
    });
    expect(ids).toEqual([1, 2]);
  });
});

describe("the groups of an offer", () => {
  test("are all positions of the low tier together, and each position of the high tier alone", () => {
    const world = new LiquidationWorld({ SOL: 150, ETH: 3_000, BTC: 60_000, ARB: 1 });
    const user = world.user(120);
    world.open(user, "SOL", 10, 1_500);
    world.open(user, "ETH", -1, -3_000);
    world.open(user, "BTC", 0.05, 3_000);
    world.open(user, "ARB", 100, 100);
    world.pin({ SOL: 142.9 });
    const offers = world.engine.liquidations.offers();
    // BTC and ETH, then ARB, then SOL.
    expect(offers.map(({ positions }) => positions.map(({ market }) => market))).toEqual([[2, 1], [3], [0]]);
    expect(offers.map(({ liquidationId }) => liquidationId)).toEqual([1, 2, 3]);
    expect(offers[0]!.positions.map(({ quantity }) => Math.sign(quantity))).toEqual([1, -1]);
  });
});

describe("the size of an offer", () => {
  /** 40,000 USDC of NEAR at leverage 20: the part that is kept needs 5 % of margin, the part that goes costs 1.2 %. */
  const offered = (collateral: number) => {
    const world = new LiquidationWorld({ NEAR: 5.001 });
    world.open(world.user(collateral + 3_200), "NEAR", 8_000, 43_200, { leverage: 20 });
    world.pin({ NEAR: 5 });
    return (world.engine.liquidations.offers()[0]!.positions[0]!.quantity * world.market("NEAR").lotE8) / ONE;
  };

  test("is the first percentage that restores initial margin, met exactly or exceeded", () => {
    // 73 % cost 350.4 and leave 10,800, which need 540.
    expect(offered(890.4)).toBe(0.73 * 8_000);
    expect(offered(890.399999)).toBe(0.74 * 8_000);
  });
});

describe("a subject that can't pay a liquidator", () => {
  /** 0.1 NEAR at 5.001 are 0.5001 USDC, of which a liquidator's 0.6 % is 0.0030006: in whole micros 3,001. */
  const withMicros = (collateral: number) => {
    const world = new LiquidationWorld({ NEAR: 5.002 });
    world.open(world.user(collateral / USDC), "NEAR", 0.1, 0.5001);
    return types(world.pin({ NEAR: 5.001 }));
  };

  test("is one with a micro less than the liquidator's fee, rounded up", () => {
    expect(withMicros(3_000)).toContain("transferred");
    expect(withMicros(3_001)).toEqual(["triggered", "offered"]);
  });
});

describe("an offer that is not claimed", () => {
  test("is assigned to the insurance fund after ten seconds, which earns all of the fee", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const user = longSol(world);
    const topUp = { type: "top_up_insurance", at: START, amount: micros(1_000 * USDC), reference: "1" } as const;
    world.apply(topUp);
    world.pin({ SOL: 148.5 });
    expect(world.wait(9).flatMap(types)).toEqual([]);
    const [outcome] = world.wait(1);
    const transferred = outcome!.liquidations.find((event) => event.type === "transferred")!;
    expect(transferred as object).toMatchObject({
      account: user,
      taker: INSURANCE,
      assigned: true,
      kind: "liquidated",
    });
    expect(types(outcome!).at(-1)).toBe("recovered");
    const fund = world.row(INSURANCE, "SOL");
    const [position] = transferred.type === "transferred" ? transferred.positions : [];
    expect(fund.size * ONE).toBe(position!.quantity * world.market("SOL").lotE8);
    const fee = (position!.liquidatorFee + position!.insuranceFee) / USDC;
    expect(fund.cost).toBeCloseTo(fund.size * 148.5 - fee, 6);
    expect(world.engine.liquidations.offers().map(({ kind }) => kind)).toEqual(["claim"]);
  });
});

describe("a pause", () => {
  test("lets no account into liquidation, and begins every due one when it ends", () => {
    const world = new LiquidationWorld({ SOL: 150, ARB: 1 });
    const user = longSol(world);
    world.apply({ type: "set_market_state", at: START, market: 0, state: "HALTED", reason: "" });
    expect(types(world.pin({ SOL: 148.5 }))).toEqual([]);
    expect(world.wait(3).flatMap(types)).toEqual(["warned"]);
    const resumed = world.apply({ type: "set_market_state", at: START, market: 0, state: "ACTIVE", reason: "" });
    expect(reported(resumed)).toEqual([
      ["triggered", user],
      ["offered", user],
    ]);
  });

  test("of the whole venue ends in one tick", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    longSol(world);
    const startAt = millis(world.state.now + 1_000);
    world.apply({ type: "schedule_maintenance", at: START, startAt, endAt: millis(startAt + 2_000), message: "" });
    world.wait(1);
    expect(types(world.pin({ SOL: 148.5 }))).toEqual([]);
    // Two seconds of maintenance, and the minute after it.
    const outcomes = world.wait(62);
    expect(outcomes.map(types).filter((each) => each.length > 0)).toEqual([["warned"], ["triggered", "offered"]]);
    expect(outcomes.findIndex((each) => types(each).includes("triggered"))).toBe(61);
  });
});

test("what a delisting cures in the very tick in which its offer is due is not handed over", () => {
  const world = new LiquidationWorld({ BTC: 60_000, ETH: 3_000 });
  const user = world.user(400);
  world.open(user, "BTC", 0.5, 30_000, { leverage: 100 });
  world.open(user, "ETH", 1, 3_000, { leverage: 100 });
  world.apply({ type: "set_market_state", at: START, market: 0, state: "REDUCE_ONLY", reason: "" });
  expect(types(world.pin({ BTC: 59_550 }))).toContain("offered");
  const due = millis(Math.ceil((world.state.now + 10_000) / 1_000) * 1_000);
  world.apply({ type: "schedule_delisting", at: world.state.now, market: 0, delistAt: due });
  const outcomes = world.wait(Math.floor((due - Math.floor(world.state.now / 1_000) * 1_000) / 1_000));
  expect(outcomes.at(-1)!.liquidations.map(({ type }) => type)).not.toContain("transferred");
  expect([world.row(user, "BTC").size, world.row(user, "ETH").size, world.holding(user)]).toEqual([0, 1, 175]);
  world.engine.audit();
});
