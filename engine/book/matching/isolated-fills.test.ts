// What moves between balance, margin and the insurance fund when isolated positions open, shrink, close and flip, and
// when they change hands at the mark. Rules 5.9 (3) to (6), 7.9, 2.6.

import { describe, expect, test } from "bun:test";
import { quantityE8 } from "../../base/units.ts";
import type { LedgerEntry, PositionTransfer } from "../../language/events/events.ts";
import { silent } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { transferAtMark } from "../../risk/liquidation/position-transfers.ts";
import { IsolatedExchange, OWNER } from "../../testing/isolated-exchange.ts";
import { START } from "../../testing/setup.ts";
import { A, B, C, USDC } from "../../testing/small-exchange.ts";

/** A long of 10 SOL at 150: margin 150.9, cost 1,500.9. */
function long(): IsolatedExchange {
  const exchange = new IsolatedExchange(1_000);
  exchange.rest(B, "SELL", 150, 10);
  exchange.isolated("BUY", "IOC", 150, 10);
  return exchange;
}

const moves = (ledger: readonly LedgerEntry[]) =>
  ledger.map(({ account, kind, amount }) => [account, kind, amount / USDC]);

/** Sells from the owner's position to a bid; no tick runs, so nothing is liquidated in between. */
function sell(exchange: IsolatedExchange, price: number, size: number) {
  exchange.rest(C, "BUY", price, size);
  const applied = exchange.isolated("SELL", "IOC", price, size);
  expect(applied.status).toBe("FILLED");
  exchange.engine.audit();
  return applied;
}

describe("an isolated position", () => {
  test("takes its margin out of the balance; the fee stays in its cost", () => {
    const exchange = new IsolatedExchange(1_000);
    exchange.rest(B, "SELL", 150, 10);
    const { ledger } = exchange.isolated("BUY", "IOC", 150, 10);
    expect(moves(ledger)).toEqual([[OWNER, "margin", -150.9]]);
    expect([exchange.row.margin, exchange.row.cost, exchange.holding] as number[]).toEqual([
      150.9 * USDC,
      1_500.9 * USDC,
      849.1 * USDC,
    ]);
    expect(exchange.engine.margin(OWNER).accountValue as number).toBe(999.1 * USDC);
    exchange.engine.audit();
  });

  test("gives back the margin and profit of the part that closes", () => {
    const exchange = long();
    const { ledger, orders } = sell(exchange, 154, 4);
    // Margin 60.36, profit 616 − 600.36 less the fee of 0.3696.
    expect(moves(ledger)).toEqual([[OWNER, "isolated_close", 75.6304]]);
    expect(orders.at(-1)!.realizedPnl as number).toBe(16 * USDC);
    expect([exchange.row.margin, exchange.row.cost] as number[]).toEqual([90.54 * USDC, 900.54 * USDC]);
  });

  test("releases no micro more than the part's share: its cost is rounded up, its margin down", () => {
    const exchange = new IsolatedExchange(1_000);
    exchange.rest(B, "SELL", 150.001, 0.7);
    exchange.isolated("BUY", "IOC", 150.001, 0.7);
    expect([exchange.row.margin, exchange.row.cost] as number[]).toEqual([10_563_071, 105_063_701]);
    const { ledger } = sell(exchange, 150, 0.3);
    // 3/7 of the cost is 45,027,300.43; 3/7 of the margin 4,527,030.43. 45 came in, less 0.027 of fee.
    expect(moves(ledger)).toEqual([[OWNER, "isolated_close", (4_527_030 + 45_000_000 - 45_027_301 - 27_000) / USDC]]);
    expect([exchange.row.margin, exchange.row.cost] as number[]).toEqual([6_036_041, 60_036_400]);
  });

  test("bears a part's loss with the margin that stays, where the part's own margin is not enough", () => {
    const exchange = long();
    exchange.pin(139.5);
    const { ledger } = sell(exchange, 135.4, 5);
    // The part cost 750.45 and brought 677, less 0.4062; its own margin was 75.45.
    expect(moves(ledger)).toEqual([[OWNER, "isolated_close", 1.5938]]);
    const worse = long();
    worse.pin(138.5);
    const dear = sell(worse, 134.4, 5);
    expect(moves(dear.ledger)).toEqual([]);
    expect([worse.row.margin, worse.row.cost] as number[]).toEqual([(150.9 - 78.8532) * USDC, 750.45 * USDC]);
    expect(worse.holding).toBe(849.1 * USDC);
  });

  test("leaves nothing behind when it closes", () => {
    const exchange = long();
    const { ledger } = sell(exchange, 154, 10);
    expect(moves(ledger)).toEqual([[OWNER, "isolated_close", 150.9 + 1_540 - 1_500.9 - 0.924]]);
    expect(exchange.engine.positions(OWNER)).toEqual([]);
    const { margin, cost, settlePrice, accruedFunding } = exchange.row;
    expect([margin, cost, settlePrice, accruedFunding] as number[]).toEqual([0, 0, 0, 0]);
  });

  test("is not closed at a price that its margin does not bear", () => {
    const exchange = long();
    exchange.pin(137);
    // 150.9 + 1,330 − 1,500.9 − 0.798 is negative: another account would have to pay for the close.
    exchange.rest(C, "BUY", 133, 10);
    const { status, reason, trades, ledger } = exchange.isolated("SELL", "IOC", 133, 10);
    expect([status, reason, trades.length, ledger.length]).toEqual(["CANCELLED", "MARGIN", 0, 0]);
    expect(exchange.row.quantity / 100).toBe(10);
    exchange.engine.audit();
  });

  test("closes and opens again when it flips: each part bears its own fee", () => {
    const exchange = long();
    const { ledger } = sell(exchange, 150, 30);
    expect(moves(ledger)).toEqual([
      [OWNER, "isolated_close", 150.9 - 0.9 - 0.9],
      [OWNER, "margin", -301.8],
    ]);
    expect([exchange.row.quantity / 100, exchange.row.cost, exchange.row.margin] as number[]).toEqual([
      -20,
      -2_998.2 * USDC,
      301.8 * USDC,
    ]);
  });

  test("ends its own reduce-only orders, and no others", () => {
    const exchange = long();
    exchange.isolated("SELL", "LIMIT", 155, 5, { reduceOnly: true });
    const other = exchange.rest(OWNER, "SELL", 156, 1, { marginMode: "CROSS" });
    const { orders } = sell(exchange, 154, 10);
    expect(orders.filter(({ cause }) => cause === "cancelled").map(({ reason }) => reason)).toEqual([
      "REDUCE_ONLY_CLOSED",
    ]);
    expect(exchange.engine.openOrders(OWNER, -1).map(({ orderId }) => orderId)).toEqual([other]);
  });
});

describe("a position that changes hands at the mark", () => {
  interface Reported {
    readonly transfers: PositionTransfer[];
    readonly ledger: LedgerEntry[];
  }

  /** Both sides: `lots` of the owner's isolated long go to B's cross row. */
  function handOver(exchange: IsolatedExchange, lots: number, fee: number, kind: PositionTransfer["kind"]): Reported {
    const { state, sol } = exchange;
    const reported: Reported = { transfers: [], ledger: [] };
    const out = {
      ...silent,
      transfer: (each: PositionTransfer) => reported.transfers.push(each),
      ledger: (entry: LedgerEntry) => reported.ledger.push(entry),
    };
    const from = state.rows.find(OWNER, 0, "ISOLATED");
    const to = state.rows.obtain(state.accounts, B, 0, "CROSS");
    transferAtMark(state, sol, { row: from, quantity: -lots, fee, kind }, out);
    transferAtMark(state, sol, { row: to, quantity: lots, fee: -fee, kind }, out);
    return reported;
  }

  test("moves cost and quantity of both rows, and is reported to both", () => {
    const exchange = long();
    exchange.pin(160);
    const { transfers } = handOver(exchange, 400, 3 * USDC, "liquidation");
    expect(
      transfers.map(({ account, marginMode, quantity, fee, realizedPnl }) => [
        account,
        marginMode,
        quantity,
        fee,
        realizedPnl,
      ]),
    ).toEqual([
      [OWNER, "ISOLATED", -400, 3 * USDC, 40 * USDC],
      // B was short 10 from 150.
      [B, "CROSS", 400, -3 * USDC, -40 * USDC],
    ] as never);
    exchange.engine.audit();
  });

  test("keeps its margin while a liquidation leaves a part of it, and pays the remainder with the last part", () => {
    const exchange = long();
    exchange.pin(140);
    const before = exchange.holding;
    expect(handOver(exchange, 400, 3 * USDC, "liquidation").ledger).toEqual([]);
    expect([exchange.row.margin, exchange.row.cost] as number[]).toEqual([150.9 * USDC, 943.9 * USDC]);
    const { ledger } = handOver(exchange, 600, 3 * USDC, "liquidation");
    expect(moves(ledger)).toEqual([[OWNER, "isolated_close", 150.9 + 1_400 - 1_500.9 - 6]]);
    expect(exchange.holding - before).toBe(44 * USDC);
    exchange.engine.audit();
  });

  test("goes to the insurance fund with margin or debt when it is taken over", () => {
    for (const [mark, amount] of [
      [136, 10],
      [134, -10],
    ] as const) {
      const exchange = long();
      const { holding } = exchange;
      exchange.sol.mark = (mark * 1_000) as never;
      expect(moves(handOver(exchange, 1_000, 0, "takeover").ledger)).toEqual([[INSURANCE, "takeover", amount]]);
      expect(exchange.holding).toBe(holding);
    }
  });

  test("is paid out like any close when it is deleveraged", () => {
    const exchange = long();
    exchange.pin(160);
    expect(moves(handOver(exchange, 400, 0, "adl").ledger)).toEqual([[OWNER, "isolated_close", 60.36 + 640 - 600.36]]);
    expect(exchange.row.margin as number).toBe(90.54 * USDC);
    exchange.engine.audit();
  });

  test("makes queued closing orders reserve margin, and ends reduce-only ones when it is gone", () => {
    const exchange = long();
    exchange.isolated("SELL", "LIMIT", 155, 10);
    exchange.isolated("SELL", "LIMIT", 156, 1, { reduceOnly: true });
    expect(exchange.reserved).toBe(0);
    handOver(exchange, 400, 0, "adl");
    expect(exchange.reserved).toBe(Math.ceil(4 * 155 * 0.1006 * USDC));
    handOver(exchange, 600, 0, "adl");
    expect(exchange.engine.openOrders(OWNER, -1).map(({ reduceOnly }) => reduceOnly)).toEqual([false]);
    exchange.engine.audit();
  });

  test("may be a single lot, long or short", () => {
    const exchange = long();
    expect(handOver(exchange, 1, 0, "adl").transfers.map(({ quantity }) => quantity as number)).toEqual([-1, 1]);
    const short = new IsolatedExchange(1_000);
    short.rest(B, "BUY", 150, 10);
    short.isolated("SELL", "IOC", 150, 10);
    expect(handOver(short, -1, 0, "adl").transfers.map(({ quantity }) => quantity as number)).toEqual([1, -1]);
    short.engine.audit();
  });

  test("never opens on an isolated row", () => {
    const exchange = long();
    expect(() => handOver(exchange, 1_001, 0, "adl")).toThrow("closes an isolated row");
    expect(() => handOver(exchange, -1, 0, "adl")).toThrow("closes an isolated row");
  });
});

test("both sides of a trade may be isolated, in every order of opening and closing", () => {
  const exchange = long();
  exchange.rest(A, "BUY", 150, 10, { marginMode: "ISOLATED" });
  exchange.isolated("SELL", "LIMIT", 150, 30);
  exchange.order(A, "BUY", "LIMIT", 150, 20, { marginMode: "ISOLATED" });
  expect(exchange.row.quantity / 100).toBe(-20);
  expect(exchange.engine.position(A, 0, "ISOLATED").quantity / 100).toBe(30);
  exchange.engine.audit();
});

test("a flip leaves its owner no debt, whatever the balance: the fee of the closing part is paid before the rest opens", () => {
  for (let balance = 570; balance < 580; balance += 0.17) {
    const exchange = new IsolatedExchange(balance);
    exchange.apply({
      type: "set_leverage",
      at: START,
      account: OWNER,
      market: 0,
      marginMode: "ISOLATED",
      leverage: 40,
    });
    exchange.rest(A, "BUY", 150, 10);
    exchange.isolated("SELL", "LIMIT", 150, 10);
    exchange.rest(A, "SELL", 150, 1);
    exchange.rest(B, "SELL", 153, 150);
    exchange.isolated("BUY", "MARKET", 0, 150);
    expect(exchange.holding).toBeGreaterThanOrEqual(0);
    exchange.engine.audit();
  }
});

test.each(["SELL", "BUY"] as const)(
  "a POST_ONLY order meets hidden isolated %ss, but none that may lose its margin to one before it",
  (side) => {
    const other = side === "SELL" ? "BUY" : "SELL";
    const met = (held: number) => {
      const exchange = new IsolatedExchange(10_000);
      if (held > 0) {
        exchange.rest(B, side, 150, held);
        exchange.isolated(other, "LIMIT", 150, held);
      }
      const hidden = { visible: quantityE8(0) };
      for (let n = 0; n < 2; n++) expect(exchange.isolated(side, "LIMIT", 150, 1, hidden).code).toBeNull();
      const { reason, trades } = exchange.order(C, other, "POST_ONLY", 150, 2);
      return [reason, trades.length];
    };
    // The first closes the position and takes its margin out; the second would open again.
    expect([met(1), met(0)]).toEqual([
      ["POST_ONLY_CROSS", 0],
      ["", 2],
    ]);
  },
);
