// What a cross account must have left for a fill to execute. Rules 2.3 (7).

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { priceE8, quantityE8 } from "../../base/units.ts";
import { openByHand } from "../../testing/hand-made.ts";
import { HOUSE, LiquidationWorld } from "../../testing/liquidation-world.ts";
import { settingsFor } from "../../testing/property-runs.ts";
import { placeOrder } from "../../testing/setup.ts";
import { ONE, SmallExchange, USDC } from "../../testing/small-exchange.ts";
import { leverageOf } from "../margin/margin.ts";
import { closingLots, coversCross, coversCrossFill, figuresAround, gainAtMark, mayClose } from "./cover.ts";

const { sol } = new SmallExchange();
/** SOL at a mark of 150: 100 lots and 1,000 ticks a unit, base margin of 1 % and 0.6 %. */
const fill = (size: number, price: number, fee: number) => ({
  lots: size * 100,
  price: Math.round(price * 1_000),
  fee: Math.round(fee * USDC),
});
const alone = (collateral: number) => ({
  collateral: Math.round(collateral * USDC),
  otherInitial: 0,
  otherMaintenance: 0,
});

describe("the opening part of a fill", () => {
  test("leaves initial margin, to the micro", () => {
    // 10 SOL at the mark, at 10×: 150 of margin, and the fee of 0.9.
    const bought = fill(10, 150, 0.9);
    expect(coversCross(sol, alone(150.9), 0, 10, bought)).toBe(true);
    expect(coversCross(sol, alone(150.899999), 0, 10, bought)).toBe(false);
  });

  test("is charged at once for its price above the mark", () => {
    const bought = fill(10, 154, 0.924);
    expect(coversCross(sol, alone(190.924), 0, 10, bought)).toBe(true);
    expect(coversCross(sol, alone(190.923999), 0, 10, bought)).toBe(false);
    // The account that sells at that price gains what the buyer loses.
    expect(coversCross(sol, alone(110.924), 0, 10, fill(-10, 154, 0.924))).toBe(true);
    expect(coversCross(sol, alone(110.923999), 0, 10, fill(-10, 154, 0.924))).toBe(false);
  });

  test("needs its margin in addition to that of the other positions", () => {
    const standing = { ...alone(200.9), otherInitial: 50 * USDC, otherMaintenance: 20 * USDC };
    expect(coversCross(sol, standing, 0, 10, fill(10, 150, 0.9))).toBe(true);
    expect(coversCross(sol, { ...standing, otherInitial: 50 * USDC + 1 }, 0, 10, fill(10, 150, 0.9))).toBe(false);
  });
});

describe("the closing part of a fill", () => {
  test("at the mark or better always passes, however little is left", () => {
    expect(coversCross(sol, alone(-1_000), 1_000, 10, fill(-10, 150.1, 1))).toBe(true);
    expect(coversCross(sol, alone(-1_000), 1_000, 10, fill(-10, 150.1, 1.000001))).toBe(false);
  });

  test("below the mark leaves maintenance margin for the rest", () => {
    // 5 of 10 SOL at 147 lose 15 and pay 0.441; the rest needs 4.5.
    expect(coversCross(sol, alone(19.941), 1_000, 100, fill(-5, 147, 0.441))).toBe(true);
    expect(coversCross(sol, alone(19.940999), 1_000, 100, fill(-5, 147, 0.441))).toBe(false);
  });

  test("of the whole position leaves no debt", () => {
    expect(coversCross(sol, alone(40.876), 1_000, 100, fill(-10, 146, 0.876))).toBe(true);
    expect(coversCross(sol, alone(40.875999), 1_000, 100, fill(-10, 146, 0.876))).toBe(false);
  });

  test("may leave the rest no worse covered than the whole position was, even below maintenance", () => {
    expect(mayClose(8_000, 4_000, 9_000, 4_500)).toBe(true);
    expect(mayClose(8_000, 3_999, 9_000, 4_500)).toBe(false);
    expect(mayClose(-8_000, -4_000, 9_000, 4_500)).toBe(true);
    expect(mayClose(-8_000, -8_001, 9_000, 4_500)).toBe(false);
  });
});

test("a fill that flips a position closes it first and opens the rest with its share of the fee", () => {
  expect([closingLots(300, -1_000), closingLots(-300, 1_000), closingLots(300, 5), closingLots(0, -5)]).toEqual([
    -300, 300, 0, 0,
  ]);
  // 3 close and 7 open at 149: the close loses 3 and pays 0.27 of 0.9, the rest loses 7, pays 0.63 and needs 105.
  expect(coversCross(sol, alone(3 + 7 + 0.9 + 105), 300, 10, fill(-10, 149, 0.9))).toBe(true);
  expect(coversCross(sol, alone(3 + 7 + 0.9 + 105 - 0.000001), 300, 10, fill(-10, 149, 0.9))).toBe(false);
  expect(gainAtMark(sol, -300, 149_000, 270_000)).toBe(-3.27 * USDC);
});

test("the cheap bound passes no fill that the exact sum would not", () => {
  const row = fc.record({
    size: fc.integer({ min: -40, max: 40 }),
    entry: fc.integer({ min: 140, max: 160 }),
    leverage: fc.constantFrom(1, 10, 50),
  });
  const tried = fc.record({
    lots: fc.integer({ min: -9_000, max: 9_000 }).filter((lots) => lots !== 0),
    price: fc.integer({ min: 145_000, max: 155_000 }),
    fee: fc.integer({ min: -1_000_000, max: 3_000_000 }),
  });
  let covered = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_500 }), row, row, fc.array(tried, { maxLength: 5 }), (own, a, b, fills) => {
      const world = new LiquidationWorld({ SOL: 150, ETH: 150 });
      const user = world.user(own);
      for (const [base, { size, entry, leverage }] of [["SOL", a] as const, ["ETH", b] as const]) {
        if (size !== 0) world.open(user, base, size, size * entry, { leverage });
      }
      const market = world.state.markets[0]!;
      const place = world.state.rows.obtain(world.state.accounts, user, 0, "CROSS");
      for (const fill of fills) {
        const fast = coversCrossFill(world.state, market, place, fill);
        const held = world.state.rows.quantity(place);
        const standing = figuresAround(world.state, user, place);
        const exact = coversCross(market, standing, held, leverageOf(world.state, market, place), fill);
        expect(fast).toBe(exact);
        if (exact) covered++;
      }
    }),
    settingsFor(100),
  );
  expect(covered).toBeGreaterThan(30);
});

describe("on the book", () => {
  test("a resting order whose margin has been withdrawn is cancelled, and the next one trades", () => {
    const world = new LiquidationWorld({ SOL: 150, ETH: 3_000 });
    const poor = world.user(61);
    const rich = world.user(10_000);
    const seller = world.user(10_000);
    world.open(poor, "ETH", 1, 3_000, { leverage: 100 });
    const bid = (account: number) =>
      world.apply(placeOrder({ account, price: priceE8(150 * ONE), quantity: quantityE8(2 * ONE) })).orderId;
    const [first, second] = [bid(poor), bid(rich)];
    world.pin({ ETH: 2_990 });
    const sold = world.apply(
      placeOrder({ account: seller, side: "SELL", price: priceE8(150 * ONE), quantity: quantityE8(2 * ONE) }),
    );
    expect(sold.orders.map(({ orderId, status, reason }) => [orderId, status, reason])).toEqual([
      [sold.orderId, "NEW", ""],
      [first, "CANCELLED", "MARGIN"],
      [second, "FILLED", ""],
      [sold.orderId, "FILLED", ""],
    ]);
    world.engine.audit();
  });

  test("a market order stops where its next fill would no longer be covered", () => {
    // 1.4 SOL at 20× need 10.5 and are accepted at the best price; 0.4 of them cost 4 a SOL above the mark.
    for (const [balance, executed, ending] of [
      [12.22696, 140, ["FILLED", ""]],
      [12.226959, 100, ["CANCELLED", "MARGIN"]],
    ] as const) {
      const world = new LiquidationWorld({ SOL: 150 });
      const buyer = world.user(balance);
      const seller = world.user(100_000);
      for (const price of [150, 154]) {
        const ask = { side: "SELL", price: priceE8(price * ONE), quantity: quantityE8(ONE) } as const;
        world.apply(placeOrder({ account: seller, ...ask }));
      }
      const request = { account: buyer, market: 0, marginMode: "CROSS", leverage: 20 } as const;
      world.apply({ type: "set_leverage", at: world.engine.now, ...request });
      const bought = world.apply(placeOrder({ account: buyer, orderType: "MARKET", quantity: quantityE8(1.4 * ONE) }));
      expect([bought.status, bought.reason]).toEqual([...ending]);
      expect(bought.orders.at(-1)!.executed as number).toBe(executed);
    }
  });
});

test("of a fill the closing part reaches from the position's first lot to its last", () => {
  const cases = [
    [1, -1, -1],
    [1, -5, -1],
    [-1, 5, 1],
    [2, -1, -1],
    [-2, 1, 1],
    [1, 5, 0],
    [-1, -5, 0],
    [0, 5, 0],
    [0, -5, 0],
  ] as const;
  expect(cases.map(([held, lots]) => closingLots(held, lots))).toEqual(cases.map(([, , closed]) => closed));
});

test("figures around a row hold the account's collateral, and what its other cross positions require from the first lot on", () => {
  const here = new LiquidationWorld({ SOL: 150, ETH: 3_000, BNB: 600 });
  const owner = here.user(2_000);
  const [SOL, ETH, BNB] = [0, 1, 2];
  here.open(owner, "SOL", 10, 1_510, { leverage: 10 });
  openByHand(here.state, { account: owner, against: HOUSE, market: ETH, quantity: -1, cost: 0, leverage: 10 });
  // Reserved for an isolated order: a tenth of 60 and six ten-thousandths. A row with only orders requires nothing.
  const bid = { account: owner, side: "BUY", price: priceE8(600 * ONE), quantity: quantityE8(0.1 * ONE) } as const;
  here.apply(placeOrder({ ...bid, market: BNB, marginMode: "ISOLATED" }));
  here.apply(placeOrder({ ...bid, market: BNB }));
  const around = (market: number, mode: "CROSS" | "ISOLATED" = "CROSS") =>
    figuresAround(here.state, owner, here.state.rows.find(owner, market, mode)) as object;
  const eth = here.market("ETH");
  const lot = eth.mark * eth.unit;
  const collateral = 2_000 * USDC - 6.036 * USDC - 10 * USDC - lot;
  const maintenance = (base: string, notional: number) => here.market(base).ratios.maintenanceMargin(notional);
  const solMaintenance = maintenance("SOL", 1_500 * USDC);
  const ethMaintenance = maintenance("ETH", lot);
  expect(around(ETH)).toEqual({ collateral, otherInitial: 150 * USDC, otherMaintenance: solMaintenance });
  expect(around(SOL)).toEqual({ collateral, otherInitial: lot / 10, otherMaintenance: ethMaintenance });
  const all = { collateral, otherInitial: 150 * USDC + lot / 10, otherMaintenance: solMaintenance + ethMaintenance };
  expect([around(BNB), around(BNB, "ISOLATED")]).toEqual([all, all]);
});
