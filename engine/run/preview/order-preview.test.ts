// Previews of orders. That the outcome is what was previewed is searched for in workload-previews.property.test.ts; here are
// the cases that need a particular setting.

import { expect, test } from "bun:test";
import { micros, priceE8, quantityE8 } from "../../base/units.ts";
import type { OrderType } from "../../base/vocabulary.ts";
import type { OrderPreview } from "../../language/views/views.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { IsolatedExchange, OWNER } from "../../testing/isolated-exchange.ts";
import { placeOrder, START } from "../../testing/setup.ts";
import { A, B, C, D, ONE, SmallExchange, shown, USDC } from "../../testing/small-exchange.ts";
import { LEVELS_MAX, ORDERS_MAX, OWN_MAX } from "./preview-reach.ts";

const buy = (market: SmallExchange, orderType: OrderType, price: number, size: number): OrderPreview =>
  market.engine.previews.order(
    placeOrder({ account: A, orderType, price: priceE8(price * ONE), quantity: quantityE8(size * ONE) }),
  );

/** Leaves an account without anything that could cover its orders. */
function impoverish(market: SmallExchange, account: number): void {
  const { accounts } = market.state;
  accounts.setHolding(INSURANCE, accounts.holding(INSURANCE) + accounts.holding(account));
  accounts.setHolding(account, 0);
}

/** Opens another account of an owner, with money. */
function subAccountOf(market: SmallExchange, owner: number, account: number): void {
  const accountId = `0x${account.toString(16).padStart(64, "a")}`;
  const number = account - D;
  const { created } = market.apply({
    ...{ type: "add_sub_account", at: START, account: owner, number, accountId, description: "" },
  });
  expect(created).toBe(account);
  const { accounts } = market.state;
  accounts.setHolding(owner, accounts.holding(owner) - 100_000 * USDC);
  accounts.setHolding(account, 100_000 * USDC);
}

const lots = (market: SmallExchange, sol: number): number => (sol * ONE) / market.sol.lotE8;
const priceOf = (market: SmallExchange, ticks: number): number => (ticks * market.sol.tickE8) / ONE;

test("an order walks past any number of orders that fail their cover", () => {
  const market = new SmallExchange();
  for (let n = 0; n < 90; n++) market.rest(B, "SELL", 150, 1);
  for (let n = 0; n < 5; n++) market.rest(C, "SELL", 151, 1);
  impoverish(market, B);
  for (const type of ["LIMIT", "IOC", "FOK", "MARKET"] as const) {
    const { order } = buy(market, type, type === "MARKET" ? 0 : 151, 3);
    expect(order).toMatchObject({ status: "FILLED", reason: "" });
    expect(order!.fills.map(({ price, quantity }) => [priceOf(market, price), quantity])).toEqual(
      Array.from({ length: 3 }, () => [151, lots(market, 1)]),
    );
  }
  expect(market.engine.openOrders(B, 0).length).toBe(90);
});

test("a fill-or-kill order is previewed exactly, however far it has to look", () => {
  const market = new SmallExchange();
  for (let n = 0; n < 100; n++) market.rest(n % 2 === 0 ? B : C, "SELL", 150, 1);
  impoverish(market, B);
  expect(buy(market, "FOK", 150, 50).order).toMatchObject({ status: "FILLED" });
  expect(buy(market, "FOK", 150, 51).order).toMatchObject({ status: "CANCELLED", reason: "FOK_UNFILLED", fills: [] });
});

test("a reduce-only order looks no further than what it closes, however large it is", () => {
  const market = new SmallExchange();
  market.trade(B, "BUY", A, 150, 2);
  for (let n = 0; n < 50; n++) market.rest(C, "SELL", 150, 1);
  const closing = (orderType: OrderType) =>
    market.engine.previews.order(
      placeOrder({
        account: A,
        orderType,
        price: priceE8(orderType === "MARKET" ? 0 : 150 * ONE),
        quantity: quantityE8(40 * ONE),
        reduceOnly: true,
      }),
    );
  expect(closing("MARKET").order).toMatchObject({ status: "CANCELLED", reason: "REDUCE_ONLY_CLOSED" });
  expect(closing("MARKET").after!.position!.quantity).toBe(0 as never);
  expect(closing("FOK").order).toMatchObject({ status: "CANCELLED", reason: "FOK_UNFILLED", fills: [] });
});

test("orders beyond the limit are met by price, and a preview says when it has not looked at further prices", () => {
  const market = new SmallExchange({ maxNotional: micros(1_000_000_000 * USDC), globalMaxOiCap: micros(1e9 * USDC) });
  for (let n = 0; n < 150; n++) market.rest(n % 2 === 0 ? B : C, "SELL", 150, 0.1);
  const own = market.rest(A, "SELL", 150.005, 1);
  for (let n = 1; n < 300; n++) market.rest([B, C, D][n % 3]!, "SELL", 150 + n / 200, 0.1);
  const near = buy(market, "LIMIT", 151, 20);
  expect(near).toMatchObject({ isWhole: true, order: { status: "FILLED", cancels: [{ orderId: own }] } });
  expect(near.order!.fills.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(lots(market, 20));
  // 100 orders one by one, the other 50 at the same price as one, then one per price.
  expect(near.order!.fills.length).toBe(100 + 1 + 50);
  expect(near.met).toBeLessThanOrEqual(ORDERS_MAX + LEVELS_MAX + 1);
  const far = buy(market, "MARKET", 0, 60);
  expect(far).toMatchObject({ isWhole: false, order: { status: "CANCELLED", reason: "MARKET_REMAINDER" } });
  expect(far.order!.fills.length).toBe(ORDERS_MAX + LEVELS_MAX);
  // What the preview saw is what happens, and more.
  const { orders } = market.order(A, "BUY", "MARKET", 0, 60);
  const fills = orders.filter(({ account, cause }) => account === A && cause === "fill");
  expect(fills.length).toBe(150 + 299);
  expect(fills.slice(0, 100).map(({ fillPrice }) => fillPrice)).toEqual(
    far.order!.fills.slice(0, 100).map(({ price }) => price),
  );
});

test("behind the single orders, no more prices are met than the order can need", () => {
  const market = new SmallExchange();
  for (let n = 0; n < ORDERS_MAX; n++) market.rest(B, "SELL", 150, 0.1);
  for (const price of [151, 152, 153]) market.rest(B, "SELL", price, 5);
  expect(buy(market, "LIMIT", 153, ORDERS_MAX / 10 + 4)).toMatchObject({ isWhole: true, met: ORDERS_MAX + 1 });
  expect(buy(market, "LIMIT", 153, ORDERS_MAX / 10 + 5)).toMatchObject({ isWhole: true, met: ORDERS_MAX + 2 });
});

test("the preview does not count on margin that an order out of reach will take", () => {
  const market = new IsolatedExchange(305);
  market.isolated("BUY", "LIMIT", 150, 10);
  market.order(C, "SELL", "LIMIT", 150, 10);
  market.pin(142);
  const far = market.isolated("SELL", "LIMIT", 144, 10).orderId;
  market.isolated("SELL", "LIMIT", 143, 10);
  market.isolated("SELL", "LIMIT", 142, 10, { reduceOnly: true });
  // The reduce-only order closes the position that the first would close: the first now opens one, and the second is cancelled.
  const expected = [[142, lots(market, 10)]];
  expect(buy(market, "LIMIT", 143, 20).order!.fills.map((f) => [priceOf(market, f.price), f.quantity])).toEqual(
    expected,
  );
  const { orders } = market.order(A, "BUY", "LIMIT", 143, 20);
  const fills = orders.filter(({ account, cause }) => account === A && cause === "fill");
  expect(fills.map((f) => [priceOf(market, f.fillPrice), f.fillQuantity])).toEqual(expected);
  expect(market.engine.openOrders(OWNER, 0).map(({ orderId }) => orderId)).toEqual([far]);
});

test("a preview costs no more for orders that bring many others along", () => {
  const market = new SmallExchange();
  for (const account of [B, C, D]) {
    market.trade(account, "BUY", A, 150, 20);
    for (let n = 0; n < 150; n++) market.rest(account, "SELL", 151 + n / 100, 0.1, { reduceOnly: true });
  }
  expect(buy(market, "LIMIT", 151, 0.3)).toMatchObject({ isWhole: true, order: { status: "FILLED" } });
  expect(buy(market, "LIMIT", 153, 4)).toMatchObject({ isWhole: true, order: { status: "FILLED" } });
});

test("the orders that others bring along are counted once for all that bring the same", () => {
  const market = new SmallExchange();
  market.trade(B, "BUY", D, 150, 20);
  const rest = (orders: number) => {
    for (let n = 0; n < orders; n++) market.rest(B, "SELL", 151, 0.1, { reduceOnly: true });
  };
  rest(ORDERS_MAX / 2);
  expect(buy(market, "LIMIT", 151, 1)).toMatchObject({ isWhole: true, met: 11 });
  rest(ORDERS_MAX / 2);
  // The first order brings so many along that all others are met by their price.
  expect(buy(market, "LIMIT", 151, 1)).toMatchObject({ isWhole: true, met: 2 });
});

test("a preview costs no more for the owner's own orders, in however many accounts", () => {
  const market = new SmallExchange();
  for (let n = 0; n < ORDERS_MAX; n++) market.rest(B, "SELL", 150, 0.1);
  const owned = [A, 9, 10].flatMap((account) => {
    if (account !== A) subAccountOf(market, A, account);
    return Array.from({ length: OWN_MAX / 2 }, (_, n) => market.rest(account, "SELL", 151 + n / 100, 0.1));
  });
  market.rest(C, "SELL", 155, 1);
  const near = buy(market, "LIMIT", 151.49, 100);
  expect(near).toMatchObject({ isWhole: true, met: ORDERS_MAX + owned.length / 2 });
  expect(near.order!.cancels.length).toBe(OWN_MAX / 4);
  const far = buy(market, "MARKET", 0, 10.5);
  expect(far).toMatchObject({ isWhole: false, met: ORDERS_MAX + OWN_MAX });
  // What the preview did not look at happens all the same.
  const { orders } = market.order(A, "BUY", "MARKET", 0, 10.5);
  expect(orders.filter(({ reason }) => reason === "SELF_TRADE").length).toBe(owned.length);
});

test("hidden orders are not shown, and the owner's own orders are cancelled", () => {
  const market = new SmallExchange();
  market.rest(B, "SELL", 149, 2, { visible: quantityE8(0) });
  const own = market.rest(A, "SELL", 149.5, 1);
  market.rest(C, "SELL", 150, 4);
  const { order } = buy(market, "LIMIT", 150, 5);
  const rest = { status: "PARTIAL_FILLED", resting: lots(market, 1) };
  expect(order).toMatchObject({ ...rest, cancels: [{ orderId: own, reason: "SELF_TRADE" }] });
  expect(order!.fills.map(({ price, maker }) => [priceOf(market, price), maker])).toEqual([[150, false]]);
  expect(buy(market, "POST_ONLY", 149, 3).order).toMatchObject({ status: "NEW", fills: [] });
  // Of an order that hides a part, the visible part is met.
  market.rest(D, "SELL", 148, 2, { visible: quantityE8(0.5 * ONE) });
  expect(buy(market, "IOC", 149, 3).order!.fills).toMatchObject([{ quantity: lots(market, 0.5) }]);
});

test("a market that takes only resting orders refuses for what it shows, and no preview reveals what it hides", () => {
  const market = new SmallExchange();
  market.rest(B, "SELL", 149, 2, { visible: quantityE8(0) });
  market.rest(B, "SELL", 151, 2);
  market.sol.state = "POST_ONLY";
  const asked = buy(market, "LIMIT", 149.5, 1);
  expect([asked.rejection, asked.largest > 0]).toEqual([null, true]);
  expect(market.order(A, "BUY", "LIMIT", 149.5, 1).code).toBe(-1012);
  expect(shown(buy(market, "LIMIT", 151, 1).rejection)).toMatchObject({ code: -1012 });
});

test("a refusal is shown with the account's figures before, and nothing after", () => {
  const market = new SmallExchange();
  market.state.accounts.setHolding(INSURANCE, 999_990 * USDC);
  market.state.accounts.setHolding(A, 10 * USDC);
  const preview = buy(market, "LIMIT", 150, 100);
  expect(preview).toMatchObject({ after: null, order: null, first: null });
  expect(shown(preview.rejection)).toMatchObject({ code: -1101, message: "insufficient margin" });
  expect(preview.before).toMatchObject({ margin: { freeCollateral: 10 * USDC }, position: { quantity: 0 } });
  expect(market.engine.previews.order(placeOrder({ account: A, market: 7 }))).toMatchObject({
    before: { position: null },
    rejection: { name: "invalid_parameter" },
  });
});

test("the largest order is shown for a placement of any size: it fits, and one lot more does not", () => {
  const market = new SmallExchange();
  market.state.accounts.setHolding(INSURANCE, 999_900 * USDC);
  market.state.accounts.setHolding(A, 100 * USDC);
  market.rest(B, "SELL", 150, 1);
  for (const [type, price] of [
    ["LIMIT", 150],
    ["LIMIT", 149],
    ["MARKET", 0],
  ] as const) {
    const { largest } = buy(market, type, price, 0.01);
    expect(buy(market, type, price, 1_000).largest).toBe(largest);
    expect(buy(market, type, price, largest / 100).rejection).toBeNull();
    expect(shown(buy(market, type, price, (largest + 1) / 100).rejection)).toMatchObject({ code: -1101 });
  }
});

test("a fill-or-kill order for more than there is to reduce is decided without what lies behind", () => {
  const market = new SmallExchange();
  market.trade(B, "SELL", A, 150, 20);
  for (let tick = 0; tick < 350; tick++) market.rest([B, C, D][tick % 3]!, "BUY", 150 - tick / 100, 0.1);
  const terms = { account: A, side: "SELL", orderType: "FOK", price: priceE8(146 * ONE), reduceOnly: true } as const;
  const preview = (size: number) =>
    market.engine.previews.order(placeOrder({ ...terms, quantity: quantityE8(size * ONE) }));
  expect(preview(40)).toMatchObject({ order: { reason: "FOK_UNFILLED" }, isWhole: true });
  expect(preview(20)).toMatchObject({ order: { status: "FILLED" }, isWhole: true });
});

test("the largest reduce-only order equals the position that it reduces", () => {
  const market = new SmallExchange();
  const closing = (side: "BUY" | "SELL") =>
    market.engine.previews.order(
      placeOrder({ account: A, side, price: priceE8(150 * ONE), quantity: quantityE8(ONE), reduceOnly: true }),
    ).largest;
  expect(closing("SELL")).toBe(0 as never);
  market.trade(B, "SELL", A, 150, 2);
  expect(closing("SELL")).toBe(lots(market, 2) as never);
  expect(closing("BUY")).toBe(0 as never);
  expect(market.engine.previews.order(placeOrder({ account: A, market: 7 })).largest).toBe(0 as never);
});

test("an own order among the first at a price with more orders than are looked at is met once", () => {
  const market = new SmallExchange();
  const own = market.rest(A, "SELL", 151, 1);
  for (let n = 0; n < 120; n++) market.rest(B, "SELL", 151, 1);
  const { order } = buy(market, "LIMIT", 151, 110);
  expect(order?.cancels.map(({ orderId }) => orderId)).toEqual([own]);
});
