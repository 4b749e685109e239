// What the holder of a position that cannot be liquidated now may trade elsewhere, and what happens to quotes while an
// index is in doubt. Rules 2.3 (7), 11.4.

import { describe, expect, test } from "bun:test";
import { type Leverage, type Lots, millis, priceE8, quantityE8, type RowNumber } from "../../base/units.ts";
import type { PlaceOrder } from "../../language/commands/commands.ts";
import { standsStill } from "../../permissions/standstill.ts";
import { openByHand } from "../../testing/hand-made.ts";
import { HOUSE, LiquidationWorld } from "../../testing/liquidation-world.ts";
import { codeOf } from "../../testing/refusal-codes.ts";
import { amendOrder, placeOrder, START } from "../../testing/setup.ts";
import { ONE, USDC } from "../../testing/small-exchange.ts";
import { countedFigures, countedInitial, countedMargin, countedValue, holdsAny } from "./pause-margin.ts";

const [SOL, ETH] = [0, 1];
const at = START;

/** An owner that is long 10 SOL at 150 and 1 ETH at 3,000 on cross margin, both at 10×, and a friend. */
function world(holding: number) {
  const here = new LiquidationWorld({ SOL: 150, ETH: 3_000 });
  const owner = here.user(holding);
  const friend = here.user(100_000);
  here.open(owner, "SOL", 10, 1_500, { leverage: 10 });
  here.open(owner, "ETH", 1, 3_000, { leverage: 10 });
  return { here, owner, friend };
}

type World = ReturnType<typeof world>;

function halt({ here }: World): void {
  here.apply({ type: "set_market_state", at, market: SOL, state: "HALTED", reason: "" });
}

/** As after a start, or while sources fall silent: the market trades, but its index is in doubt. */
function doubt({ here }: World, base = "SOL"): void {
  here.market(base).health.inDoubt = true;
  here.state.isStill = null;
}

type Terms = Partial<Omit<PlaceOrder, "price" | "quantity">>;

function place({ here }: World, account: number, price: number, size: number, terms: Terms = {}) {
  const limit = { market: ETH, price: priceE8(Math.round(price * ONE)), quantity: quantityE8(size * ONE) };
  return here.apply(placeOrder({ ...limit, account, ...terms }));
}

/** The friend rests an order, the owner takes it. */
function take(made: World, side: "BUY" | "SELL", price: number, terms: Terms = {}) {
  place(made, made.friend, price, 0.1, { side: side === "BUY" ? "SELL" : "BUY" });
  const { status, reason, rejection } = place(made, made.owner, price, 0.1, { orderType: "IOC", side, ...terms });
  made.here.apply({ type: "cancel_all_orders", at, account: made.friend, market: -1 });
  return rejection === null ? [status, reason] : [codeOf(rejection)];
}

test("a position counts at its mark unless it is treated as standing still, and then at the worse of both marks", () => {
  const { here } = world(1_000);
  const market = here.market("SOL");
  const value = (stillMark: number, isStill: boolean) => {
    market.stillMark = stillMark;
    return countedValue(market, 10, isStill);
  };
  const { mark, unit } = market;
  expect([value(mark - 7, false), value(mark - 7, true), value(mark + 7, true), value(0, true)]).toEqual(
    [mark, mark - 7, mark, mark].map((price) => 10 * price * unit),
  );
  expect(countedValue(Object.assign(market, { stillMark: mark + 7 }), -10, true)).toBe(-10 * (mark + 7) * unit);
});

describe("with a cross position in a halted market", () => {
  test("an account that could bear a jump of its index trades elsewhere as usual", () => {
    // ETH needs 300 and, with a tenth more, 330; SOL needs 20 % of 1,500 instead of a tenth.
    const made = world(631);
    halt(made);
    expect(countedMargin(made.here.state, made.owner)).toEqual({
      collateral: 631 * USDC,
      initialWithOrders: 600 * USDC,
    });
    expect(take(made, "BUY", 3_000)).toEqual(["FILLED", ""]);
    // Isolated margin, too, and the largest order quantity agrees.
    const rich = world(10_000);
    halt(rich);
    const limit = { account: rich.owner, market: ETH, price: priceE8(2_990 * ONE), quantity: quantityE8(ONE / 10) };
    const isolated = placeOrder({ ...limit, marginMode: "ISOLATED" });
    expect(rich.here.engine.previews.order(isolated).largest).toBeGreaterThan(0);
    expect(rich.here.apply(isolated).rejection).toBeNull();
  });

  test("initial margin covers a jump of the index to the micro, rounded up", () => {
    const { here } = world(631);
    here.pin({ ETH: 3_000.01 });
    // A fifth of a ten-thousandth of 3,000.01: 0.0600002.
    expect(countedInitial(here.market("ETH"), 10 as Leverage, 1 as Lots, true)).toBe(60_001);
    expect(countedInitial(here.market("ETH"), 10 as Leverage, 1 as Lots, false)).toBe(30_001);
  });

  test("an account that could not opens nothing, on isolated margin neither", () => {
    const made = world(625);
    expect(take(made, "BUY", 3_000)).toEqual(["FILLED", ""]);
    halt(made);
    expect(take(made, "BUY", 3_000)).toEqual(["CANCELLED", "MARGIN"]);
    // The isolated order is refused when it is placed: what it opens would have to pass.
    expect(take(made, "BUY", 3_000, { marginMode: "ISOLATED" })).toEqual([-1101]);
    const rich = world(700);
    halt(rich);
    expect(take(rich, "BUY", 3_000, { marginMode: "ISOLATED" })).toEqual(["FILLED", ""]);
    expect(take(rich, "BUY", 3_000, { marginMode: "ISOLATED" })).toEqual(["FILLED", ""]);
    expect(take(rich, "BUY", 3_000, { marginMode: "ISOLATED" })).toEqual(["FILLED", ""]);
    expect(take(rich, "BUY", 3_000, { marginMode: "ISOLATED" })).toEqual([-1101]);
  });

  test("an isolated order that only closes needs none of that margin", () => {
    const made = world(700);
    made.here.open(made.owner, "ETH", 1, 3_000, { marginMode: "ISOLATED", margin: 300 * USDC, leverage: 10 });
    halt(made);
    made.here.pin({ SOL: 100 });
    const code = (side: "BUY" | "SELL") =>
      codeOf(place(made, made.owner, 3_000, 1, { side, marginMode: "ISOLATED" }).rejection);
    expect([code("BUY"), code("SELL")]).toEqual([-1101, undefined]);
  });

  test("an account without such a position may lower an isolated bid, however little it has", () => {
    const made = world(1_000);
    const poor = made.here.user(340);
    made.here.open(poor, "ETH", 1, 3_000, { leverage: 10 });
    const { orderId } = place(made, poor, 2_990, 0.1, { marginMode: "ISOLATED" });
    halt(made);
    made.here.pin({ ETH: 2_950 });
    const lower = amendOrder({ account: poor, orderId, market: ETH, price: priceE8(2_900 * ONE) });
    expect(made.here.apply(lower).rejection).toBeNull();
  });

  test("an isolated order must leave what those positions need, to the micro", () => {
    const code = (holding: number) => {
      const made = world(holding);
      halt(made);
      return codeOf(place(made, made.owner, 3_000, 0.1, { marginMode: "ISOLATED" }).rejection);
    };
    // 600 for the positions, and 30.18 that it reserves.
    expect([code(630.18), code(630.179_999)]).toEqual([undefined, -1101]);
  });

  test("an isolated position elsewhere cannot close at a price that its own margin does not bear", () => {
    const made = world(10_000);
    made.here.open(made.owner, "ETH", 1, 3_000, { marginMode: "ISOLATED", margin: 170 * USDC, leverage: 20 });
    halt(made);
    made.here.pin({ ETH: 2_900 });
    const closed = (price: number) => {
      place(made, made.friend, price, 1);
      const terms = { side: "SELL", marginMode: "ISOLATED", reduceOnly: true, orderType: "IOC" } as const;
      return place(made, made.owner, price, 1, terms).reason;
    };
    expect([closed(2_825), closed(2_840)]).toEqual(["MARGIN", ""]);
  });

  test("an isolated order that rests is tested when it fills, and by a FOK before it does", () => {
    const made = world(700);
    const bid = place(made, made.owner, 3_000, 0.1, { marginMode: "ISOLATED" });
    expect(bid.status).toBe("NEW");
    halt(made);
    // The market falls by 10 while SOL cannot be liquidated: no margin is left.
    made.here.pin({ SOL: 140 });
    expect(place(made, made.friend, 3_000, 0.1, { side: "SELL", orderType: "FOK" }).reason).toBe("FOK_UNFILLED");
    const sold = place(made, made.friend, 3_000, 0.1, { side: "SELL", orderType: "IOC" });
    expect([sold.status, sold.trades.length]).toEqual(["CANCELLED", 0]);
    expect(sold.orders.find(({ orderId }) => orderId === bid.orderId)).toMatchObject({ reason: "MARGIN" });
  });

  test.each(["BUY", "SELL"] as const)(
    "what an isolated %s reserves beyond a fill is not available to that fill",
    (side) => {
      // 600 are needed; 30.18 are reserved, the taker's fee included, and 12.072 of them go into the row.
      const filled = (holding: number) => {
        const made = world(holding);
        place(made, made.owner, 3_000, 0.1, { side, marginMode: "ISOLATED" });
        halt(made);
        const other = side === "BUY" ? "SELL" : "BUY";
        return place(made, made.friend, 3_000, 0.04, { side: other, orderType: "IOC" }).trades.length;
      };
      expect([filled(630.18), filled(630.179_999)]).toEqual([1, 0]);
    },
  );

  test("a close beyond stop_slippage, and the opening part of a flip, execute if the account bears them to the micro", () => {
    const sold = (holding: number, price: number, size: number) => {
      const made = world(holding);
      place(made, made.friend, price, size);
      halt(made);
      return place(made, made.owner, price, size, { side: "SELL", orderType: "IOC" }).trades.length;
    };
    // SOL needs 300 and the remaining half of ETH 150; 20 are lost, and the fee is 0.888.
    expect([sold(470.888, 2_960, 0.5), sold(470.887_999, 2_960, 0.5)]).toEqual([1, 0]);
    // SOL needs 300 and the short of 2 ETH 600; the fee is 5.4.
    expect([sold(905.4, 3_000, 3), sold(905.399_999, 3_000, 3)]).toEqual([1, 0]);
  });

  test("what an isolated position pays out when it closes is available to what the same order opens", () => {
    // 600 are needed. 30.18 are reserved, and the position pays out 50 less the close's fee of 0.09.
    const filled = (holding: number) => {
      const made = world(holding);
      made.here.open(made.owner, "ETH", 0.1, 290, { marginMode: "ISOLATED", margin: 40 * USDC, leverage: 10 });
      place(made, made.owner, 3_000, 0.2, { side: "SELL", marginMode: "ISOLATED" });
      halt(made);
      return place(made, made.friend, 3_000, 0.2, { orderType: "IOC" }).trades.length;
    };
    expect([filled(580.27), filled(580.269_999)]).toEqual([1, 0]);
  });

  test("a reserve that another order's fill makes unnecessary is available", () => {
    // The second of the two asks would have opened, and reserved 30.2806, until the bid enlarged the position that it closes.
    const filled = (holding: number) => {
      const made = world(holding);
      made.here.open(made.owner, "ETH", 0.1, 300, { marginMode: "ISOLATED", margin: 40 * USDC, leverage: 10 });
      for (const _ of [1, 2]) place(made, made.owner, 3_010, 0.1, { side: "SELL", marginMode: "ISOLATED" });
      place(made, made.owner, 2_990, 0.1, { marginMode: "ISOLATED" });
      halt(made);
      return place(made, made.friend, 2_990, 0.1, { side: "SELL", orderType: "IOC" }).trades.length;
    };
    // 600, and the 30.0794 that the bid moves into the position.
    expect([filled(630.0794), filled(630.079_399)]).toEqual([1, 0]);
  });

  test("and otherwise closes elsewhere only within stop_slippage of the index, fee included", () => {
    const made = world(500);
    expect(take(made, "SELL", 2_960)).toEqual(["FILLED", ""]);
    halt(made);
    // 1 % of a tenth of 3,000 is 3 USDC; the fee is 0.178.
    expect(take(made, "SELL", 2_971.79)).toEqual(["FILLED", ""]);
    expect(take(made, "SELL", 2_971.77)).toEqual(["CANCELLED", "MARGIN"]);
    expect(take(made, "SELL", 3_010)).toEqual(["FILLED", ""]);
  });

  test("the profit of a price swing during the halt cannot be used: the position counts at the worse of both marks", () => {
    const made = world(600);
    halt(made);
    made.here.pin({ SOL: 250 });
    expect(countedMargin(made.here.state, made.owner)).toEqual({
      collateral: 600 * USDC,
      initialWithOrders: 800 * USDC,
    });
    expect(take(made, "BUY", 3_000)).toEqual(["CANCELLED", "MARGIN"]);
    expect(take(made, "SELL", 2_960)).toEqual(["CANCELLED", "MARGIN"]);
    // A halt continues in the maintenance that follows, at the mark of its beginning.
    const { now } = made.here.state;
    made.here.apply({ type: "schedule_maintenance", at, startAt: now, endAt: millis(now + 5_000), message: "" });
    made.here.wait(1);
    made.here.apply({ type: "set_market_state", at, market: SOL, state: "ACTIVE", reason: "" });
    expect(made.here.market("SOL").stillMark).toBe(150_000);
    made.here.wait(70);
    expect(made.here.market("SOL").stillMark).toBe(0);
    expect(take(made, "BUY", 3_000)).toEqual(["FILLED", ""]);
  });

  test("other accounts trade freely", () => {
    const made = world(590);
    halt(made);
    const stranger = made.here.user(100);
    expect(take({ ...made, owner: stranger }, "BUY", 3_000)).toEqual(["FILLED", ""]);
  });
});

describe("while an index is in doubt", () => {
  test("a quote of an account with a position there is passed over and stays, and the order that met it does not rest", () => {
    const made = world(600);
    const bid = place(made, made.owner, 3_000, 0.1);
    expect(bid.status).toBe("NEW");
    doubt(made);
    const sold = place(made, made.friend, 3_000, 0.1, { side: "SELL" });
    expect([sold.status, sold.reason, sold.trades.length]).toEqual(["CANCELLED", "MARKET_STATE", 0]);
    expect(made.here.engine.findOrder(bid.orderId)?.status).toBe("NEW");
    // The order behind it is met.
    place(made, HOUSE, 2_999, 0.05);
    const both = place(made, made.friend, 2_999, 0.1, { side: "SELL" });
    expect([both.status, both.reason, both.trades.map(({ price }) => price / 100)]).toEqual([
      "CANCELLED",
      "MARKET_STATE",
      [2_999],
    ]);
    place(made, HOUSE, 2_999, 0.1);
    expect(place(made, made.friend, 2_999, 0.1, { side: "SELL", orderType: "FOK" }).status).toBe("FILLED");
    // A POST_ONLY order meets it like any other quote.
    const quote = place(made, made.friend, 3_000, 0.1, { side: "SELL", orderType: "POST_ONLY" });
    expect(quote.reason).toBe("POST_ONLY_CROSS");
    made.here.market("SOL").health.inDoubt = false;
    made.here.state.isStill = null;
    expect(place(made, made.friend, 3_000, 0.1, { side: "SELL" }).status).toBe("FILLED");
  });

  test("a preview passes over such quotes like the order itself", () => {
    const made = world(600);
    place(made, made.owner, 3_000, 0.1);
    const own = place(made, made.friend, 2_999, 0.1);
    doubt(made);
    const terms = { account: made.friend, market: ETH, side: "SELL" } as const;
    const asked = placeOrder({ ...terms, price: priceE8(2_999 * ONE), quantity: quantityE8(0.05 * ONE) });
    const cancels = [{ orderId: own.orderId, reason: "SELF_TRADE" }];
    expect(made.here.engine.previews.order(asked)).toMatchObject({
      isWhole: true,
      order: { status: "CANCELLED", reason: "MARKET_STATE", fills: [], cancels },
    });
    expect(made.here.apply(asked).reason).toBe("MARKET_STATE");
  });

  test("an isolated quote needs only its own margin, as without the doubt, and is passed over", () => {
    const made = world(500);
    const bid = place(made, made.owner, 2_990, 0.1, { marginMode: "ISOLATED" });
    // The account falls below the initial margin of its cross positions.
    made.here.pin({ SOL: 143 });
    doubt(made, "ETH");
    expect(place(made, made.friend, 2_990, 0.1, { side: "SELL" }).reason).toBe("MARKET_STATE");
    expect(made.here.engine.findOrder(bid.orderId)?.status).toBe("NEW");
  });

  test("a quote that would fail without the doubt as well is cancelled", () => {
    const made = world(600);
    const bid = place(made, made.owner, 3_000, 0.1);
    made.here.pin({ SOL: 140 });
    made.here.apply({ type: "set_market_state", at, market: SOL, state: "HALTED", reason: "" });
    doubt(made);
    const sold = place(made, made.friend, 3_000, 0.1, { side: "SELL", orderType: "IOC" });
    expect(sold.orders.find(({ orderId }) => orderId === bid.orderId)).toMatchObject({ reason: "MARGIN" });
    expect(sold.reason).toBe("IOC_REMAINDER");
  });

  test("only what closes on both sides trades there, and an opening order may rest", () => {
    const made = world(100_000);
    const { here, owner, friend } = made;
    here.open(friend, "ETH", -1, -3_000);
    doubt(made, "ETH");
    const stranger = here.user(10_000);
    const ask = place(made, stranger, 3_000, 0.1, { side: "SELL" });
    expect(ask.status).toBe("NEW");
    // Both would close, except the first order in the queue.
    const behind = place(made, owner, 3_000, 0.1, { side: "SELL" });
    const closing = place(made, friend, 3_000, 0.2);
    expect([closing.status, closing.reason]).toEqual(["CANCELLED", "MARKET_STATE"]);
    expect(closing.trades.map(({ makerAccount }) => makerAccount)).toEqual([owner]);
    expect(here.engine.findOrder(behind.orderId)).toBeUndefined();
    expect(here.engine.findOrder(ask.orderId)?.status).toBe("NEW");
    const opening = place(made, HOUSE, 3_000, 0.1);
    expect([opening.status, opening.reason]).toEqual(["CANCELLED", "MARKET_STATE"]);
    expect(place(made, HOUSE, 2_999, 0.1).status).toBe("NEW");
    // More than the position would open something.
    place(made, owner, 3_000, 0.1, { side: "SELL" });
    expect(place(made, friend, 3_000, 5).reason).toBe("MARKET_STATE");
  });

  test("a reduce-only order ends with its position, whatever it has passed over", () => {
    const made = world(100_000);
    const { here, owner, friend } = made;
    here.open(friend, "ETH", -1, -3_000);
    doubt(made, "ETH");
    place(made, here.user(10_000), 3_000, 0.1, { side: "SELL" });
    place(made, owner, 3_000, 1, { side: "SELL" });
    const closing = place(made, friend, 3_000, 2, { reduceOnly: true, orderType: "IOC" });
    expect([closing.status, closing.reason]).toEqual(["CANCELLED", "REDUCE_ONLY_CLOSED"]);
    expect(here.row(friend, "ETH").size).toBe(0);
  });

  test("an amended order may not cross where it would open", () => {
    const made = world(100_000);
    const { here, friend } = made;
    place(made, here.user(10_000), 3_000, 0.1, { side: "SELL" });
    const bid = place(made, friend, 2_999, 0.1);
    doubt(made, "ETH");
    const { status, reason } = here.apply(
      amendOrder({ account: friend, orderId: bid.orderId, market: ETH, price: priceE8(3_000 * ONE) }),
    );
    expect([status, reason]).toEqual(["CANCELLED", "MARKET_STATE"]);
  });

  test("quotes that were passed over may end through other executions, and matching goes on", () => {
    const made = world(330);
    const { here, owner, friend } = made;
    // A reduce-only ask of the owner is passed over while the SOL market is in doubt, then ends with the owner's position.
    doubt(made);
    const sells = [2_960, 2_961, 2_962].map((price) =>
      place(made, owner, price, 1, { side: "SELL", reduceOnly: true }),
    );
    expect(sells.map(({ status }) => status)).toEqual(["NEW", "NEW", "NEW"]);
    place(made, owner, 3_000, 1, { side: "SELL", reduceOnly: true });
    const bought = place(made, friend, 3_000, 2);
    expect(bought.trades.map(({ price }) => price / 100)).toEqual([3_000]);
    expect([bought.status, bought.reason]).toEqual(["CANCELLED", "MARKET_STATE"]);
    expect(here.row(owner, "ETH").size).toBe(0);
  });
});

describe("before behaviour 3, and since then", () => {
  /** The owner rests an isolated bid, then SOL's only source reports a quarter less, so that its index stands still. */
  function doubted(behaviour: number, holding = 700) {
    const made = world(holding);
    const { here } = made;
    here.state.behaviour = behaviour;
    const bid = place(made, made.owner, 2_990, 0.1, { marginMode: "ISOLATED" });
    here.market("SOL").pinned = false;
    const report = (price: number) => ({ market: SOL, source: 0, price: priceE8(price * ONE), volume: quantityE8(0) });
    for (const price of [150, 112]) {
      here.apply({ type: "oracle_prices", at: here.engine.now, prices: [report(price)] });
      here.wait(1);
    }
    expect(here.engine.market(SOL)).toMatchObject({ state: "HALTED", stateReason: "INDEX_JUMP" });
    return { ...made, bid };
  }
  const both = <Of>(answer: (behaviour: number) => Of) => [answer(2), answer(3)];

  test("an isolated order could not grow while the price of a cross position was in doubt; it is tested when it fills", () => {
    const amended = (behaviour: number) => {
      const { here, owner, bid } = doubted(behaviour);
      const larger = { account: owner, orderId: bid.orderId, market: ETH, quantity: quantityE8(0.11 * ONE) };
      return here.apply(amendOrder(larger)).rejection?.name ?? null;
    };
    expect(both(amended)).toEqual(["refused", null]);
  });

  test("a position that stood still counted like any other; now at the worse mark and with a jump of its index", () => {
    const counted = (behaviour: number) => {
      const { here, owner } = doubted(behaviour);
      return countedMargin(here.state, owner).initialWithOrders / USDC;
    };
    expect(both(counted)).toEqual([450, 600]);
  });

  test("nothing was opened on isolated margin, for that reason alone; now the possible loss must be covered", () => {
    const opened = (holding: number) => (behaviour: number) => {
      const made = doubted(behaviour, holding);
      return place(made, made.owner, 2_990, 0.1, { marginMode: "ISOLATED" }).rejection?.name ?? null;
    };
    expect(both(opened(700))).toEqual(["refused", null]);
    expect(both(opened(631))).toEqual(["refused", "insufficient_margin"]);
  });
});

describe("the counted margin of an account", () => {
  /** 10 SOL in doubt since a mark of 149; only orders in ETH, and an isolated position, which does not count. */
  function counted() {
    const here = new LiquidationWorld({ SOL: 150, ETH: 3_000, BNB: 600 });
    const owner = here.user(2_000);
    here.open(owner, "SOL", 10, 1_510, { leverage: 10 });
    here.open(owner, "BNB", 1, 600, { marginMode: "ISOLATED", margin: 100 * USDC });
    const rest = (market: number, side: "BUY" | "SELL", price: number, size: number) => {
      const limit = { price: priceE8(price * ONE), quantity: quantityE8(size * ONE) };
      here.apply(placeOrder({ market, side, ...limit, account: owner }));
    };
    rest(ETH, "BUY", 2_990, 0.5);
    rest(ETH, "SELL", 3_010, 0.2);
    rest(SOL, "BUY", 149, 1);
    rest(SOL, "SELL", 151, 30);
    here.market("SOL").health.inDoubt = true;
    here.market("SOL").stillMark = 149_000;
    here.state.isStill = null;
    return { here, owner };
  }

  test("covers its cross positions, the one that stands still at the worse of both marks, and its orders", () => {
    const { here, owner } = counted();
    // 2,000 + 1,490 − 1,510. With orders SOL is 20 short, a fifth of 3,000; ETH is 0.5 long, a tenth of 1,500.
    expect(countedMargin(here.state, owner)).toEqual({ collateral: 1_980 * USDC, initialWithOrders: 750 * USDC });
    here.market("SOL").stillMark = 151_000;
    expect(countedMargin(here.state, owner).collateral).toBe(1_990 * USDC);
    // Nothing stands still: every position at its mark, and a tenth of each.
    here.market("SOL").health.inDoubt = false;
    here.state.isStill = null;
    here.market("SOL").stillMark = 149_000;
    expect(countedMargin(here.state, owner)).toEqual({ collateral: 1_990 * USDC, initialWithOrders: 450 * USDC });
  });

  test("around a row covers only the requirements of the others", () => {
    const { here, owner } = counted();
    const { rows } = here.state;
    const around = (market: number) =>
      countedFigures(here.state, owner, rows.find(owner, market, "CROSS"), standsStill);
    expect(around(ETH)).toEqual({
      ...{ collateral: 1_980 * USDC, otherInitial: 300 * USDC },
      otherMaintenance: here.market("SOL").ratios.maintenanceMargin(1_500 * USDC),
    } as never);
    // A row with only orders requires nothing here, and the isolated row never does.
    expect(around(SOL)).toEqual({ collateral: 1_980 * USDC, otherInitial: 0, otherMaintenance: 0 } as never);
  });

  test.each([1, -1])("applies from the first lot on: %d", (lot) => {
    const { here, owner } = counted();
    const eth = here.market("ETH");
    const cost = (lot * eth.mark * eth.unit) / USDC;
    const one = here.user(100);
    openByHand(here.state, { account: one, against: HOUSE, market: ETH, quantity: lot, cost: cost * USDC });
    eth.health.inDoubt = true;
    here.state.isStill = null;
    expect(holdsAny(here.state, one, standsStill)).toBe(true);
    expect(holdsAny(here.state, owner, standsStill)).toBe(true);
    const notional = eth.mark * eth.unit;
    const figures = countedFigures(here.state, one, -1 as RowNumber, standsStill);
    expect(figures.otherInitial as number).toBe(notional / 5);
    expect(countedMargin(here.state, one).initialWithOrders as number).toBe(notional / 5);
    // A row with only orders has nothing that could be liquidated.
    expect(countedMargin(here.state, owner).initialWithOrders as number).toBe(750 * USDC);
  });

  test("does not apply once the position is closed", () => {
    const { here, owner } = counted();
    here.state.rows.setQuantity(here.state.rows.find(owner, SOL, "CROSS"), 0);
    expect(holdsAny(here.state, owner, standsStill)).toBe(false);
  });
});
