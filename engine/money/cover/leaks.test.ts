// What the holder of a position at a price in doubt could still trade elsewhere under behaviours 1 and 2.

import { describe, expect, test } from "bun:test";
import { millis, priceE8, quantityE8 } from "../../base/units.ts";
import type { PlaceOrder } from "../../language/commands/commands.ts";
import { LiquidationWorld } from "../../testing/liquidation-world.ts";
import { amendOrder, placeOrder } from "../../testing/setup.ts";
import { ONE, USDC } from "../../testing/small-exchange.ts";

const [SOL, ETH] = [0, 1];

/** An owner that is long 10 SOL on cross margin with 10,000 to spare, and another wallet that trades with it. */
function world() {
  const here = new LiquidationWorld({ SOL: 150, ETH: 3_000 });
  here.state.behaviour = 2;
  const owner = here.user(10_000);
  const other = here.user(100_000);
  here.open(owner, "SOL", 10, 1_500, { leverage: 10 });
  return { here, owner, other };
}

type World = ReturnType<typeof world>;

/** SOL's only source reports a quarter less: the index stands still, though the fall is known. */
function doubt({ here }: World): void {
  here.market("SOL").pinned = false;
  here.market("ETH").pinned = true;
  const report = (price: number) => ({ market: SOL, source: 0, price: priceE8(price * ONE), volume: quantityE8(0) });
  const { now } = here.engine;
  here.apply({ type: "oracle_prices", at: now, prices: [report(150)] });
  here.wait(1);
  here.apply({ type: "oracle_prices", at: here.engine.now, prices: [report(112)] });
  here.wait(1);
  expect(here.engine.market(SOL)).toMatchObject({ state: "HALTED", stateReason: "INDEX_JUMP" });
}

/** The other wallet rests an order, the owner takes it. */
function take({ here, owner, other }: World, side: "BUY" | "SELL", price: number, more: Partial<PlaceOrder> = {}) {
  const at = millis(here.engine.now);
  const limit = { at, market: ETH, price: priceE8(price * ONE), quantity: quantityE8(ONE / 10) };
  here.apply(placeOrder({ ...limit, account: other, side: side === "BUY" ? "SELL" : "BUY" }));
  const { status, reason } = here.apply(placeOrder({ ...limit, account: owner, side, orderType: "IOC", ...more }));
  here.apply({ type: "cancel_all_orders", at, account: other, market: -1 });
  return [status, reason];
}

describe("while the index of a market stands still, the holder of a cross position there", () => {
  test("trades elsewhere at the mark or better, with the venue's own fee on top and nothing else", () => {
    const made = world();
    expect(take(made, "BUY", 3_010)).toEqual(["FILLED", ""]);
    doubt(made);
    // A taker pays 6 bps of 300, of which 3 are the venue's: 0.09 has to come from a better price.
    expect(take(made, "BUY", 3_000)).toEqual(["CANCELLED", "MARGIN"]);
    expect(take(made, "BUY", 2_999.11)).toEqual(["CANCELLED", "MARGIN"]);
    expect(take(made, "BUY", 2_999.1)).toEqual(["FILLED", ""]);
    expect(take(made, "SELL", 2_990, { reduceOnly: true })).toEqual(["CANCELLED", "MARGIN"]);
    expect(take(made, "SELL", 3_001, { reduceOnly: true })).toEqual(["FILLED", ""]);
  });

  test("is found by a FOK before it trades", () => {
    const made = world();
    doubt(made);
    const { here, owner, other } = made;
    const limit = { at: here.engine.now, market: ETH, price: priceE8(3_010 * ONE), quantity: quantityE8(ONE / 10) };
    here.apply(placeOrder({ ...limit, account: owner, side: "SELL" }));
    here.apply(placeOrder({ ...limit, account: owner, side: "BUY", price: priceE8(3_005 * ONE) }));
    // Selling above the mark gains, buying above it loses.
    const fok = { ...limit, account: other, orderType: "FOK" } as const;
    expect(here.apply(placeOrder({ ...fok, side: "SELL", price: priceE8(3_005 * ONE) })).reason).toBe("FOK_UNFILLED");
    expect(here.apply(placeOrder({ ...fok, side: "BUY" })).status).toBe("FILLED");
  });

  test("is the only account so restricted, and not in a market that an operator has halted", () => {
    const made = world();
    const at = made.here.engine.now;
    made.here.apply({ type: "set_market_state", at, market: SOL, state: "HALTED", reason: "" });
    expect(take(made, "BUY", 3_010)).toEqual(["FILLED", ""]);
    const free = world();
    doubt(free);
    expect(take({ ...free, owner: free.here.user(1_000) }, "BUY", 3_010)).toEqual(["FILLED", ""]);
  });
});

test("a flat row or an isolated row is no such position, and trades on isolated margin are not restricted", () => {
  const cross = { marginMode: "CROSS" } as const;
  const holders = [
    (made: World) => made.here.open(made.owner, "SOL", -10, -1_500),
    (made: World) => {
      made.here.open(made.owner, "SOL", -10, -1_500);
      made.here.open(made.owner, "SOL", 10, 1_500, { marginMode: "ISOLATED", margin: 1_000 * USDC });
    },
  ];
  for (const hold of holders) {
    const made = world();
    hold(made);
    doubt(made);
    expect(take(made, "BUY", 3_010, cross)).toEqual(["FILLED", ""]);
  }
  const made = world();
  const { here, owner, other } = made;
  const order = { at: here.engine.now, market: ETH, price: priceE8(3_010 * ONE), quantity: quantityE8(ONE / 10) };
  here.apply(placeOrder({ ...order, account: owner, marginMode: "ISOLATED" }));
  doubt(made);
  expect(here.apply(placeOrder({ ...order, account: other, side: "SELL", orderType: "IOC" })).status).toBe("FILLED");
  expect(take(made, "BUY", 3_010, cross)).toEqual(["CANCELLED", "MARGIN"]);
});

test("under behaviour 2 an account in doubt reserves no more isolated margin: its orders may shrink, and reduce-only ones work as usual", () => {
  const made = world();
  const { here, owner } = made;
  const { now } = here.engine;
  const isolated = { marginMode: "ISOLATED" } as const;
  const at = (price: number, size: number) => ({
    ...{ at: now, account: owner, market: ETH, price: priceE8(price * ONE), quantity: quantityE8(size * ONE) },
  });
  here.open(owner, "ETH", -1, -3_000, { ...isolated, margin: 400 * USDC });
  const place = (of: Partial<PlaceOrder>) => here.apply(placeOrder({ ...at(2_990, 0.2), ...of }));
  const largest = (of: Partial<PlaceOrder>) =>
    here.engine.previews.order(placeOrder({ ...at(2_990, 0.2), ...of })).largest;
  const sells = { side: "SELL", price: priceE8(3_010 * ONE) } as const;
  const [opening, reducing, cross] = [
    place({ ...isolated, ...sells }),
    place({ ...isolated, reduceOnly: true }),
    place({ marginMode: "CROSS" }),
  ].map(({ orderId }) => orderId);
  expect(largest({ ...isolated, ...sells })).toBeGreaterThan(0);
  doubt(made);
  const amend = (orderId: number | undefined, to: ReturnType<typeof at>, side: "BUY" | "SELL" = "BUY") =>
    here.apply(amendOrder({ ...to, orderId: orderId!, side })).rejection === null;
  expect(amend(opening, at(3_010, 0.3), "SELL")).toBe(false);
  expect(amend(opening, at(3_011, 0), "SELL")).toBe(false);
  expect(amend(opening, at(3_011, 0.1), "SELL")).toBe(false);
  expect(amend(opening, at(3_010, 0.19), "SELL")).toBe(true);
  expect(amend(opening, at(0, 0.18), "SELL")).toBe(true);
  expect([amend(reducing, at(2_991, 0.3)), amend(cross, at(2_991, 0.3))]).toEqual([true, true]);
  expect(place({ ...isolated, ...sells }).rejection).not.toBeNull();
  expect(place({ ...isolated, reduceOnly: true }).rejection).toBeNull();
  expect([largest({ ...isolated, ...sells }), largest({ marginMode: "CROSS" }) > 0]).toEqual([0, true]);
});

test("until the level that the operator has allowed is reached, no account opens anything at the old one", () => {
  const made = world();
  doubt(made);
  const { here, owner, other } = made;
  const stranger = here.user(1_000);
  const at = here.engine.now;
  here.apply({ type: "set_market_state", at, market: SOL, state: "ACTIVE", reason: "" });
  const order = { at, market: SOL, price: priceE8(150 * ONE), quantity: quantityE8(ONE) };
  here.apply(placeOrder({ ...order, account: stranger, side: "SELL" }));
  const opened = here.apply(placeOrder({ ...order, account: other, side: "BUY" }));
  expect(opened.orders.map(({ account, status, reason }) => [account, status, reason])).toEqual([
    [other, "NEW", ""],
    [stranger, "CANCELLED", "MARGIN"],
  ]);
  // The owner may close at the old price with an account that closes as well, and no money leaves until the next second.
  const closing = { ...order, price: priceE8(150 * ONE), orderType: "LIMIT", reduceOnly: true } as const;
  here.open(other, "SOL", -5, -750, { marginMode: "ISOLATED", margin: 200 * USDC });
  here.apply({ type: "cancel_all_orders", at, account: other, market: -1 });
  here.apply(placeOrder({ ...closing, account: owner, side: "SELL" }));
  const closed = here.apply(placeOrder({ ...closing, account: other, side: "BUY", marginMode: "ISOLATED" }));
  expect(closed.status).toBe("FILLED");
  here.wait(1);
  expect(here.engine.market(SOL).mark / 1_000).toBe(112);
});
