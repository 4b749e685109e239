// Which orders trade with each other, how much and in which role. Rules 2.2 to 2.6.

import { describe, expect, test } from "bun:test";
import { micros, priceE8, quantityE8 } from "../../base/units.ts";
import { type OrderReport, silent } from "../../language/events/events.ts";
import { depositByHand } from "../../testing/hand-made.ts";
import { IsolatedExchange, OWNER } from "../../testing/isolated-exchange.ts";
import { deposit, openAccount, placeOrder } from "../../testing/setup.ts";
import { A, type Applied, B, C, D, ONE, SmallExchange, USDC } from "../../testing/small-exchange.ts";

const showing = (size: number) => ({ visible: quantityE8(size * ONE) });
/** One line per report: id, cause or reason, size and role of a fill. */
const story = ({ orders }: Applied) =>
  orders.map(({ orderId, cause, status, reason, fillQuantity, maker }) =>
    cause === "fill"
      ? `${orderId} ${status} ${fillQuantity / 100} ${maker ? "maker" : "taker"}`
      : `${orderId} ${cause}${reason === "" ? "" : ` ${reason}`}`,
  );

describe("one resting order", () => {
  test("gives its hidden part first, as a taker, then its visible part, as a maker", () => {
    const market = new SmallExchange();
    market.rest(A, "SELL", 150, 10, showing(4));
    const taken = market.order(B, "BUY", "LIMIT", 150, 7);
    expect(story(taken)).toEqual([
      "2 new",
      "1 PARTIAL_FILLED 6 taker",
      "2 PARTIAL_FILLED 6 taker",
      "1 PARTIAL_FILLED 1 maker",
      "2 FILLED 1 taker",
    ]);
    expect(taken.orders.map((report) => report.matchId)).toEqual([0, 1, 1, 2, 2]);
    expect(taken.orders.map((report) => report.tradeId)).toEqual([0, 1, 2, 3, 4]);
    expect(taken.orders[1]!.visible as number).toBe(400);
  });

  test("that is fully hidden trades like any other, as a taker", () => {
    const market = new SmallExchange();
    market.rest(A, "SELL", 150, 2, showing(0));
    const { orders, status } = market.order(B, "BUY", "MARKET", 0, 2);
    expect([status, orders[1]!.maker, orders[2]!.maker]).toEqual(["FILLED", false, false]);
    // Both pay 6 bps of 300.
    expect([orders[1]!.fee, orders[2]!.fee] as number[]).toEqual([180_000, 180_000]);
  });
});

test("a better price comes first, then the earlier order; the resting order's price is the price", () => {
  const market = new SmallExchange();
  market.rest(A, "BUY", 149, 1);
  market.rest(B, "BUY", 150, 1);
  market.rest(C, "BUY", 150, 1);
  const { trades } = market.order(D, "SELL", "LIMIT", 149, 3);
  expect(trades.map(({ makerAccount, price }) => [makerAccount, price / 1_000])).toEqual([
    [B, 150],
    [C, 150],
    [A, 149],
  ]);
});

test("the unfilled remainder of an order rests or is cancelled, by its type", () => {
  for (const [type, price, ending] of [
    ["LIMIT", 150, "PARTIAL_FILLED "],
    ["IOC", 150, "CANCELLED IOC_REMAINDER"],
    ["MARKET", 0, "CANCELLED MARKET_REMAINDER"],
  ] as const) {
    const market = new SmallExchange();
    market.rest(A, "SELL", 150, 1);
    const { status, reason } = market.order(B, "BUY", type, price, 3);
    expect(`${status} ${reason}`).toBe(ending);
    expect(market.engine.openOrders(B, 0).length).toBe(type === "LIMIT" ? 1 : 0);
    market.engine.audit();
  }
});

test("a market order that meets nothing is cancelled, not refused", () => {
  const market = new SmallExchange();
  const { code, status, reason } = market.order(A, "BUY", "MARKET", 0, 0, { amount: micros(100 * USDC) });
  expect([code, status, reason]).toEqual([null, "CANCELLED", "MARKET_REMAINDER"]);
});

describe("a FOK order", () => {
  test("fills completely or leaves everything as it was", () => {
    const market = new SmallExchange();
    market.rest(A, "SELL", 150, 2, showing(1));
    market.rest(B, "SELL", 151, 2);
    const hash = () => market.engine.bookSide(0, "SELL", 9);
    const before = hash();
    expect(story(market.order(C, "BUY", "FOK", 151, 4.01))).toEqual(["3 new", "3 cancelled FOK_UNFILLED"]);
    expect(story(market.order(C, "BUY", "FOK", 150.5, 2.01))).toEqual(["4 new", "4 cancelled FOK_UNFILLED"]);
    expect(hash()).toEqual(before);
    expect(market.order(C, "BUY", "FOK", 151, 4).status).toBe("FILLED");
  });

  test.each(["BUY", "SELL"] as const)("checks only the other side, where a %s meets too little", (side) => {
    const market = new SmallExchange();
    const [own, other] = side === "BUY" ? [149, 150] : [150, 149];
    market.rest(A, side, own, 5);
    market.rest(B, side === "BUY" ? "SELL" : "BUY", other, 1);
    expect(market.order(C, side, "FOK", other, 2)).toMatchObject({ reason: "FOK_UNFILLED", trades: [] });
  });

  test("counts one position once, however many reduce-only orders would close it", () => {
    const market = new SmallExchange();
    market.trade(A, "BUY", D, 150, 1);
    for (const price of [150, 151]) market.rest(A, "SELL", price, 1, { reduceOnly: true });
    expect(market.order(B, "BUY", "FOK", 151, 2).reason).toBe("FOK_UNFILLED");
    expect(market.engine.openOrders(A, 0).length).toBe(2);
    expect(story(market.order(B, "BUY", "FOK", 151, 1))).toEqual([
      "6 new",
      "3 FILLED 1 maker",
      "6 FILLED 1 taker",
      "4 cancelled REDUCE_ONLY_CLOSED",
    ]);
  });

  test("counts what an ordinary order of the same account closes first", () => {
    const market = new SmallExchange();
    market.trade(A, "BUY", D, 150, 2);
    market.rest(A, "SELL", 150, 1.5);
    market.rest(A, "SELL", 151, 2, { reduceOnly: true });
    expect(market.order(B, "BUY", "FOK", 151, 2.5).reason).toBe("FOK_UNFILLED");
    expect(market.order(B, "BUY", "FOK", 151, 2).status).toBe("FILLED");
    expect(market.engine.openOrders(A, 0)).toEqual([]);
    market.engine.audit();
  });

  test("that is reduce-only must fill all of the order, not all of the position", () => {
    const market = new SmallExchange();
    market.trade(A, "BUY", D, 150, 1);
    market.rest(B, "BUY", 150, 5);
    expect(market.order(A, "SELL", "FOK", 150, 2, { reduceOnly: true }).reason).toBe("FOK_UNFILLED");
    expect(market.order(A, "SELL", "FOK", 150, 1, { reduceOnly: true }).status).toBe("FILLED");
  });
});

describe("a post-only order", () => {
  test("takes hidden quantity as the maker, and its remainder rests", () => {
    const market = new SmallExchange();
    market.rest(A, "SELL", 150, 1, showing(0));
    const { orders, trades, status } = market.order(B, "BUY", "POST_ONLY", 150, 3);
    expect(orders.slice(1).map((report) => [report.account, report.maker])).toEqual([
      [A, false],
      [B, true],
    ]);
    expect([status, trades[0]!.takerSide, trades[0]!.makerAccount]).toEqual(["PARTIAL_FILLED", "SELL", B]);
    expect(market.engine.market(0).bestBid as number).toBe(150_000);
  });

  test("that would reach anything visible is cancelled before any hidden quantity trades", () => {
    const market = new SmallExchange();
    market.rest(A, "SELL", 149.5, 1, showing(0));
    market.rest(A, "SELL", 150, 2, showing(1));
    expect(story(market.order(B, "BUY", "POST_ONLY", 150, 3))).toEqual(["3 new", "3 cancelled POST_ONLY_CROSS"]);
    // Two hidden orders fill it before it gets there.
    expect(market.order(B, "BUY", "POST_ONLY", 150, 2).status).toBe("FILLED");
    market.engine.audit();
  });

  test("is cancelled when it meets its owner's visible order, which stays", () => {
    const market = new SmallExchange();
    const own = market.rest(A, "SELL", 150, 1);
    expect(market.order(A, "BUY", "POST_ONLY", 150, 1).reason).toBe("POST_ONLY_CROSS");
    expect(market.engine.findOrder(own)).toBeDefined();
  });

  test("is cancelled as well when its owner's order shows a single lot", () => {
    const market = new SmallExchange();
    const own = market.rest(A, "SELL", 150, 1, showing(0.01));
    expect(market.order(A, "BUY", "POST_ONLY", 150, 1).reason).toBe("POST_ONLY_CROSS");
    expect(market.engine.findOrder(own)).toBeDefined();
    // A fully hidden own order is not met: it is cancelled, and the new one rests.
    const hidden = market.rest(B, "BUY", 149, 1, showing(0));
    const resting = market.order(B, "SELL", "POST_ONLY", 149, 1);
    expect([resting.status, resting.reason]).toEqual(["NEW", ""]);
    expect(market.engine.findOrder(hidden)).toBeUndefined();
  });

  test("that would get past a hidden order to its owner's visible order is cancelled before that", () => {
    const market = new SmallExchange();
    market.rest(B, "SELL", 149.5, 1, showing(0));
    market.rest(A, "SELL", 150, 1);
    expect(story(market.order(A, "BUY", "POST_ONLY", 150, 2))).toEqual(["3 new", "3 cancelled POST_ONLY_CROSS"]);
  });

  test.each(["CROSS", "ISOLATED"] as const)("counts together what orders of one %s position close", (marginMode) => {
    /** Meets orders of size one, of an account that is long `long`: how much each shows, and whether it is reduce-only. */
    const met = (long: number, ...asks: readonly (readonly [shown: number, reduceOnly: boolean])[]) => {
      const market = new SmallExchange();
      market.rest(C, "SELL", 150, long);
      market.rest(B, "BUY", 150, long, { marginMode });
      for (const [shown, reduceOnly] of asks)
        market.rest(B, "SELL", 150, 1, { marginMode, reduceOnly, ...showing(shown) });
      const { reason, trades } = market.order(A, "BUY", "POST_ONLY", 150, 3);
      market.engine.audit();
      return [reason, trades.length];
    };
    expect(met(1, [0, false])).toEqual(["", 1]);
    expect(met(2, [0, true], [0, true])).toEqual(["", 2]);
    // The first closes all, and the second ends with the position; or the second shows what is left of it.
    expect(met(1, [0, true], [1, true])).toEqual(["", 1]);
    expect(met(2, [0, true], [1, true])).toEqual(["POST_ONLY_CROSS", 0]);
  });
});

describe("an order that reaches one of its owner's own orders", () => {
  test("cancels it without a trade and continues", () => {
    const market = new SmallExchange();
    market.rest(A, "SELL", 150, 1);
    market.rest(A, "SELL", 150, 1, showing(0));
    market.rest(B, "SELL", 151, 1);
    expect(story(market.order(A, "BUY", "LIMIT", 151, 1))).toEqual([
      "4 new",
      "1 cancelled SELF_TRADE",
      "2 cancelled SELF_TRADE",
      "3 FILLED 1 maker",
      "4 FILLED 1 taker",
    ]);
  });

  test("leaves it alone once it is full", () => {
    const market = new SmallExchange();
    market.rest(B, "SELL", 150, 1);
    const own = market.rest(A, "SELL", 150, 1);
    expect(market.order(A, "BUY", "LIMIT", 150, 1).status).toBe("FILLED");
    expect(market.engine.findOrder(own)).toBeDefined();
  });

  test("does not count it either when met first, and leaves it, when a FOK is not filled", () => {
    const market = new SmallExchange();
    const own = market.rest(A, "SELL", 150, 1);
    expect(story(market.order(A, "BUY", "FOK", 150, 1))).toEqual(["2 new", "2 cancelled FOK_UNFILLED"]);
    expect(market.engine.findOrder(own)).toBeDefined();
  });

  test("does not count it, and leaves it, when a FOK is not filled", () => {
    const market = new SmallExchange();
    const own = market.rest(A, "SELL", 150, 1);
    market.rest(B, "SELL", 150, 1);
    expect(story(market.order(A, "BUY", "FOK", 150, 2))).toEqual(["3 new", "3 cancelled FOK_UNFILLED"]);
    expect(market.engine.findOrder(own)).toBeDefined();
  });
});

test("a FOK order charges a resting order that hides a part the fee of the hidden part, which is met first", () => {
  for (const [visible, status] of [
    [1, "CANCELLED"],
    [2, "FILLED"],
  ] as const) {
    const exchange = new IsolatedExchange(1_000);
    const resting = exchange.rest(OWNER, "SELL", 150, 2, { marginMode: "CROSS", ...showing(visible) });
    // A short of one needs 15; the fee is 0.045 on the visible part, and 0.09 on the hidden part.
    depositByHand(exchange.state, OWNER, 15.06 * USDC - exchange.holding);
    expect(exchange.order(B, "BUY", "FOK", 150, 1).status).toBe(status);
    expect(exchange.engine.findOrder(resting)?.status).toBe(status === "FILLED" ? "PARTIAL_FILLED" : "NEW");
  }
});

describe("a reduce-only order", () => {
  test("stops where the position is closed", () => {
    const market = new SmallExchange();
    market.trade(A, "BUY", D, 150, 1);
    market.rest(B, "BUY", 150, 5);
    const closing = market.order(A, "SELL", "LIMIT", 150, 3, { reduceOnly: true });
    expect([closing.status, closing.reason, closing.trades[0]!.quantity as number]).toEqual([
      "CANCELLED",
      "REDUCE_ONLY_CLOSED",
      100,
    ]);
    expect(market.engine.positions(A)).toEqual([]);
  });

  test("by amount closes no more than the amount buys, and no more than the position", () => {
    const closed = (amount: number) => {
      const market = new SmallExchange();
      market.trade(A, "SELL", B, 150, 2);
      market.rest(C, "SELL", 150, 5);
      const more = { amount: micros(amount * USDC), reduceOnly: true };
      const { status, trades } = market.order(A, "BUY", "MARKET", 0, 0, more);
      return [status, trades.map(({ quantity }) => quantity / 100)] as unknown[];
    };
    expect([closed(150), closed(450)]).toEqual([
      ["FILLED", [1]],
      ["CANCELLED", [2]],
    ]);
  });

  test("that rests counts for a FOK as what it may close", () => {
    const market = new SmallExchange();
    market.trade(A, "BUY", D, 150, 1);
    market.rest(A, "SELL", 150, 3, { reduceOnly: true });
    expect(story(market.order(B, "BUY", "FOK", 150, 2))).toEqual(["4 new", "4 cancelled FOK_UNFILLED"]);
    expect(market.order(B, "BUY", "FOK", 150, 1).status).toBe("FILLED");
  });

  test("that rests gives no more than the position, and ends with it", () => {
    const market = new SmallExchange();
    market.trade(A, "BUY", D, 150, 1);
    const resting = market.rest(A, "SELL", 150, 3, { reduceOnly: true });
    const { trades, orders } = market.order(B, "BUY", "LIMIT", 150, 3);
    expect(trades.map((trade) => trade.quantity as number)).toEqual([100]);
    expect(orders.at(-1)).toMatchObject({ orderId: resting, reason: "REDUCE_ONLY_CLOSED", status: "CANCELLED" });
    expect(market.engine.openOrders(B, 0)[0]!.executed as number).toBe(100);
    market.engine.audit();
  });
});

describe("a market order by amount is full when the rest of the amount buys nothing at the next price that it would meet", () => {
  const usdc = (amount: number) => ({ amount: micros(Math.round(amount * USDC)) });
  /** B rests orders of one SOL, best first; then A buys or sells for the given USDC. */
  function traded(
    side: "BUY" | "SELL",
    prices: readonly number[],
    amount: number,
    before?: (m: SmallExchange) => void,
  ) {
    const market = new SmallExchange({ minNotional: micros(0) });
    for (const price of prices) market.rest(B, side === "BUY" ? "SELL" : "BUY", price, 1);
    before?.(market);
    const { status, orders } = market.order(A, side, "MARKET", 0, 0, usdc(amount));
    market.engine.audit();
    return [status, orders.at(-1)!.executed / 100];
  }

  test("a buy at a higher price", () => {
    // After one at 150, 1.5 USDC are left: a lot at 150, but none at 151.
    expect(traded("BUY", [150, 151], 151.5)).toEqual(["FILLED", 1]);
    expect(traded("BUY", [150, 151], 151.51)).toEqual(["FILLED", 1.01]);
    // At the same price more can be bought.
    expect(traded("BUY", [150, 150], 151.5)).toEqual(["FILLED", 1.01]);
  });

  test("a sell at a lower price", () => {
    expect(traded("SELL", [150, 149], 151.489999)).toEqual(["FILLED", 1]);
    expect(traded("SELL", [150, 149], 151.49)).toEqual(["FILLED", 1.01]);
    // The rest of the first order is next: 1.495 USDC are no lot at 150, though one at 149.
    expect(traded("SELL", [150, 149], 4.495)).toEqual(["FILLED", 0.02]);
  });

  test("where nothing is next, or nothing within its bound, the last price counts", () => {
    expect(traded("BUY", [150], 151.499999)).toEqual(["FILLED", 1]);
    expect(traded("BUY", [150], 151.5)).toEqual(["CANCELLED", 1]);
    // 154.501 is beyond the price range, so it is not the next price of a buy.
    expect(traded("BUY", [150], 151.5, (market) => market.rest(C, "SELL", 154.501, 1))).toEqual(["CANCELLED", 1]);
    expect(traded("SELL", [150], 151.5, (market) => market.rest(C, "BUY", 145.499, 1))).toEqual(["CANCELLED", 1]);
    expect(traded("BUY", [150], 151.5, (market) => market.rest(C, "SELL", 154.5, 1))).toEqual(["FILLED", 1]);
    expect(traded("SELL", [150], 151.45, (market) => market.rest(C, "BUY", 145.5, 1))).toEqual(["FILLED", 1]);
  });

  test("its owner's own orders are not met", () => {
    const own = (market: SmallExchange) => {
      market.rest(A, "SELL", 151, 1);
      market.rest(C, "SELL", 152, 1);
    };
    // 1.51 USDC would buy a lot of its own order at 151, and nothing at 152.
    expect(traded("BUY", [150], 151.51, own)).toEqual(["FILLED", 1]);
    expect(traded("BUY", [150], 151.52, own)).toEqual(["FILLED", 1.01]);
  });
});

test("a post-only order stops at a visible part that it meets behind a hidden order that cannot be covered", () => {
  const market = new SmallExchange();
  const { created: poor } = market.apply(openAccount(4, "builder"));
  market.apply(deposit(poor, 20 * USDC, "faucet:4:1"));
  const hidden = market.rest(poor, "SELL", 150, 1, showing(0));
  market.rest(A, "SELL", 150, 1);
  // The collateral behind the hidden order is withdrawn.
  depositByHand(market.state, poor, -19 * USDC);
  const { reason, trades, orders } = market.order(B, "BUY", "POST_ONLY", 150, 1);
  expect([reason, trades]).toEqual(["POST_ONLY_CROSS", []]);
  expect(orders.map((report) => [report.orderId, report.reason])).toContainEqual([hidden, "MARGIN"]);
});

test("a post-only order does not cancel its owner's quote behind a hidden order that is passed over", () => {
  const crossing = (behaviour: number) => {
    const market = new SmallExchange();
    market.order(B, "SELL", "LIMIT", 150, 4, { visible: quantityE8(0) });
    market.order(A, "SELL", "LIMIT", 150.1, 1);
    market.state.behaviour = behaviour;
    market.sol.health.inDoubt = true;
    market.state.isStill = null;
    const { reason } = market.order(A, "BUY", "POST_ONLY", 150.2, 2);
    return [reason, market.engine.openOrders(A, 0).length];
  };
  expect(crossing(4)).toEqual(["POST_ONLY_CROSS", 1]);
  // Before behaviour 4 the quote was cancelled.
  expect(crossing(3)).toEqual(["MARKET_STATE", 0]);
});

test("since behaviour 4 a FOK counts an isolated order behind one of the same row, because it tries them exactly", () => {
  const statusUnder = (behaviour: number) => {
    const market = new SmallExchange();
    market.state.behaviour = behaviour;
    const isolated = { marginMode: "ISOLATED" } as const;
    market.rest(B, "BUY", 150, 1, isolated);
    market.rest(A, "SELL", 150, 1);
    // The first closes B's position, the second opens again.
    market.rest(B, "SELL", 151, 1, isolated);
    market.rest(B, "SELL", 151, 1, isolated);
    return market.order(A, "BUY", "FOK", 151, 2).status;
  };
  expect([3, 4].map(statusUnder)).toEqual(["CANCELLED", "FILLED"]);
});

test.each([3, 4])("under behaviour %i a FOK counts a position's orders that earlier fills leave", (behaviour) => {
  /** Two orders of size one of an account that is long two, the second possibly reduce-only. */
  const status = (marginMode: "CROSS" | "ISOLATED", reduceOnly: boolean, size: number) => {
    const market = new SmallExchange();
    market.state.behaviour = behaviour;
    market.rest(C, "SELL", 150, 2);
    market.rest(B, "BUY", 150, 2, { marginMode });
    market.rest(B, "SELL", 151, 1, { marginMode });
    market.rest(B, "SELL", 151, 1, { marginMode, reduceOnly });
    return market.order(A, "BUY", "FOK", 151, size).status;
  };
  expect(status("ISOLATED", false, 1)).toBe("FILLED");
  expect(status("ISOLATED", true, 2)).toBe("FILLED");
  expect(status("CROSS", false, 2)).toBe("FILLED");
});

test("an engine has its own working objects: another one may trade while it emits", () => {
  const traded = (meanwhile: () => void) => {
    const market = new SmallExchange();
    market.rest(A, "SELL", 150, 2);
    const limit = { price: priceE8(151 * ONE), quantity: quantityE8(3 * ONE) };
    const command = placeOrder({ account: B, side: "BUY", orderType: "LIMIT", ...limit, at: market.state.now });
    const reports: OrderReport[] = [];
    const order = (report: OrderReport): void => {
      meanwhile();
      reports.push({ ...report });
    };
    const { status } = market.engine.apply(command, { ...silent, order });
    return [status, reports, market.engine.stateHash()];
  };
  expect(traded(() => new SmallExchange().trade(C, "SELL", D, 149, 5))).toEqual(traded(() => {}));
});
