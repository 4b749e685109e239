// Both sides of an execution: positions, fees, roles, reports. Rules 4.2 to 4.4.

import { describe, expect, test } from "bun:test";
import { millis } from "../../base/units.ts";
import { FEE_VENUE } from "../../memory/account/accounts.ts";
import { A, B, BUILDER, C, SmallExchange } from "../../testing/small-exchange.ts";
import { applyFill } from "./position-fills.ts";

test("exact halves of a micro round away from zero, for longs and for shorts", () => {
  // Three lots at 1 tick and one at 2 cost 50 micros, so one of the four takes 12.5.
  for (const side of [1, -1] as const) {
    for (const [price, realized] of [
      [1, -3],
      [2, 8],
    ] as const) {
      const { state, sol } = new SmallExchange();
      const row = state.rows.obtain(state.accounts, A, 0, "CROSS");
      applyFill(state, sol, row, { lots: 3 * side, price: 1, fee: 0 });
      applyFill(state, sol, row, { lots: side, price: 2, fee: 0 });
      expect(applyFill(state, sol, row, { lots: -side, price, fee: 0 })).toBe(realized * side);
      expect([state.rows.entryMicros(row), state.rows.entryFine(row)] as number[]).toEqual([37, 5_000_000_000]);
    }
  }
});

describe("one match of 2 at 150", () => {
  const market = new SmallExchange();
  market.rest(A, "SELL", 150, 2);
  const { orders, trades } = market.order(B, "BUY", "LIMIT", 150, 2);
  const fills = orders.filter((report) => report.cause === "fill");

  test("charges the taker 6 bps and the maker 3, in the cost and not in the average price", () => {
    expect(fills.map((report) => [report.account, report.fee as number, report.maker])).toEqual([
      [A, 90_000, true],
      [B, 180_000, false],
    ]);
    const [seller, buyer] = [A, B].map((account) => market.engine.position(account, 0, "CROSS"));
    expect([seller!.quantity, seller!.cost, seller!.averageOpenPrice] as number[]).toEqual([
      -200, -299_910_000, 15_000_000_000,
    ]);
    expect([buyer!.quantity, buyer!.cost, buyer!.averageOpenPrice] as number[]).toEqual([
      200, 300_180_000, 15_000_000_000,
    ]);
  });

  test("moves no cash, and books the fees to their receivers", () => {
    expect([A, B].map((account) => market.engine.margin(account).holding as number)).toEqual([10 ** 12, 10 ** 12]);
    const owed = [FEE_VENUE, BUILDER].map((account) => -market.engine.position(account, 0, "CROSS").cost);
    // Of the taker's 0.18 the venue keeps 3 bps; the rest, and all of the maker's fee, is the builder's.
    expect(owed).toEqual([90_000, 180_000]);
    market.engine.audit();
  });

  test("is reported to both with one match and two trades, and to the public once", () => {
    expect(fills.map(({ matchId, tradeId }) => [matchId, tradeId])).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect(trades as object[]).toEqual([
      {
        market: 0,
        matchId: 1,
        price: 150_000,
        quantity: 200,
        takerSide: "BUY",
        makerAccount: A,
        takerAccount: B,
        at: market.engine.now,
      },
    ]);
    expect(market.engine.market(0).lastPrice as number).toBe(150_000);
    expect(market.engine.market(0).openInterest as number).toBe(200);
  });
});

test("a position's opening time is set when it starts from zero and when it flips, not when it grows or shrinks", () => {
  const market = new SmallExchange();
  const openedAfter = (side: "BUY" | "SELL", size: number): number => {
    const later = market.engine.now + 1_000;
    market.apply({ type: "tick", at: millis(later) });
    market.trade(A, side, C, 150, size);
    const { openedAt } = market.engine.position(A, 0, "CROSS");
    return openedAt === later ? 1 : 0;
  };
  const steps = [
    openedAfter("BUY", 2),
    openedAfter("BUY", 1),
    openedAfter("SELL", 1),
    openedAfter("SELL", 5),
    openedAfter("BUY", 1),
    openedAfter("BUY", 2),
    openedAfter("SELL", 1),
  ];
  expect(steps).toEqual([1, 0, 0, 1, 0, 0, 1]);
  expect(market.engine.position(A, 0, "CROSS").quantity as number).toBe(-100);
});
