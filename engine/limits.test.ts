// Limits and bounds that a random history seldom reaches. Rules 2.2, 2.5, 4.7, 6.1.

import { describe, expect, test } from "bun:test";
import type { Command } from "./commands.ts";
import type { MarketParameters } from "./market.ts";
import { Recorder } from "./testing/comparison.ts";
import { EngineByOpening } from "./testing/engine-by-opening.ts";
import { addBroker, deposit, listMarket, openAccount, placeOrder, START } from "./testing/setup.ts";
import { defaultMarket } from "./testing/vectors.ts";
import { micros, millis, priceE8, quantityE8 } from "./units.ts";
import type { OrderType, Side } from "./vocabulary.ts";

const USDC = 1_000_000;
const ONE = 100_000_000;

/** SOL at 150 with four rich accounts. */
class Market {
  readonly engine = new EngineByOpening();

  constructor(changes: Partial<MarketParameters> = {}) {
    this.apply(listMarket({ ...defaultMarket("PERP_SOL_USDC"), ...changes }, 150 * ONE));
    this.apply(addBroker("builder", 60, 30));
    for (const account of [0, 1, 2, 3]) {
      this.apply(openAccount(account, "builder"));
      this.apply(deposit(account, 10_000_000 * USDC, `faucet:${account}:1`));
    }
  }

  apply(command: Command): { code: number | null; status: string; recorder: Recorder } {
    const recorder = new Recorder();
    const { rejection, status } = this.engine.apply(command, recorder);
    return { code: rejection?.code ?? null, status, recorder };
  }

  order(account: number, side: Side, orderType: OrderType, price: number, size: number, more: object = {}) {
    const limit = { price: priceE8(Math.round(price * ONE)), quantity: quantityE8(Math.round(size * ONE)) };
    return this.apply(placeOrder({ account, side, orderType, ...limit, ...more }));
  }
}

describe("the cap on open interest", () => {
  test("refuses what would open more, and never a close", () => {
    const market = new Market({ globalMaxOiCap: micros(1_500 * USDC) });
    market.order(0, "SELL", "LIMIT", 150, 9);
    expect(market.order(1, "BUY", "LIMIT", 150, 9).status).toBe("FILLED");
    expect(market.order(2, "BUY", "LIMIT", 150, 2)).toMatchObject({ code: -1101, status: "REJECTED" });
    expect(market.order(1, "SELL", "LIMIT", 150, 9).code).toBeNull();
    expect(market.order(0, "BUY", "LIMIT", 150, 9).status).toBe("FILLED");
    expect(market.engine.market(0).openInterest as number).toBe(0);
  });
});

describe("a market order", () => {
  test("stops at the price range, at its slippage, and at an empty book", () => {
    const market = new Market();
    for (const price of [150, 151, 154.5]) market.order(0, "SELL", "LIMIT", price, 1);
    const slipped = market.order(1, "BUY", "MARKET", 0, 3, { slippage: 1_000_000 });
    expect([slipped.status, slipped.recorder.trades.length]).toEqual(["CANCELLED", 2]);
    // 150 × 1.03 is 154.5 itself.
    market.order(0, "SELL", "LIMIT", 154.501, 1);
    expect(market.order(1, "BUY", "MARKET", 0, 3).recorder.trades.length).toBe(1);
    const outOfReach = market.order(1, "BUY", "MARKET", 0, 3);
    expect([outOfReach.code, outOfReach.status, outOfReach.recorder.trades.length]).toEqual([null, "CANCELLED", 0]);
  });

  test("by amount buys whole lots, and spends no more than the amount", () => {
    const market = new Market();
    market.order(0, "SELL", "LIMIT", 150, 0.5);
    market.order(0, "SELL", "LIMIT", 152, 5);
    const bought = market.order(1, "BUY", "MARKET", 0, 0, { amount: micros(100 * USDC) });
    // 75 for the first half, then ⌊25 ÷ 152⌋ = 0.16 of the next.
    expect(bought.recorder.trades.map(({ price, quantity }) => [price, quantity]) as number[][]).toEqual([
      [150_000, 50],
      [152_000, 16],
    ]);
    const last = bought.recorder.orders.at(-1)!;
    expect([last.executedNotional as number, last.status]).toEqual([99_320_000, "FILLED"]);
  });
});

describe("a post-only order", () => {
  test("that adjusts goes one tick in front of the best visible price, and is cancelled where there is none", () => {
    const market = new Market();
    market.order(0, "SELL", "LIMIT", 150, 1);
    market.order(0, "SELL", "LIMIT", 149.999, 1, { visible: quantityE8(0) });
    const adjusted = market.order(1, "BUY", "POST_ONLY", 151, 2, { postOnlyAdjust: true });
    // 149.999: where it meets the hidden order, and rests with what is left.
    expect(adjusted.recorder.orders.map(({ status, maker, price }) => ({ status, maker, price })) as object[]).toEqual([
      { status: "NEW", maker: false, price: 149_999 },
      { status: "FILLED", maker: false, price: 149_999 },
      { status: "PARTIAL_FILLED", maker: true, price: 149_999 },
    ]);

    const wide = { priceRange: 9_999_999_999 as never, priceScope: 9_999_999_999 as never, minNotional: micros(0) };
    const edge = new Market(wide);
    expect(edge.order(0, "SELL", "LIMIT", 0.001, 1).code).toBeNull();
    const { recorder } = edge.order(1, "BUY", "POST_ONLY", 1, 1, { postOnlyAdjust: true });
    expect(recorder.orders.map((report) => report.reason)).toEqual(["", "POST_ONLY_CROSS"]);
  });
});

describe("the index", () => {
  test("weighs its sources by their volumes of four hours, taken every five minutes", () => {
    const market = new Market();
    const report = (at: number) =>
      market.apply({
        type: "oracle_prices",
        at: millis(at),
        prices: [
          { market: 0, source: 0, price: priceE8(150 * ONE), volume: quantityE8(ONE) },
          { market: 0, source: 1, price: priceE8(152 * ONE), volume: quantityE8(3 * ONE) },
        ],
      });
    const fiveMinutes = 300_000;
    let at: number = Math.ceil(START / fiveMinutes) * fiveMinutes;
    for (const second of [0, 1]) {
      report(at + second * 1_000);
      market.apply({ type: "tick", at: millis(at + second * 1_000) });
    }
    at += 1_000;
    expect(market.engine.market(0).index as number).toBe(151_500);
  });
});
