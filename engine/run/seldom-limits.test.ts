// Limits and bounds that a random history rarely reaches. Rules 2.2, 2.5, 4.7, 6.1.

import { describe, expect, test } from "bun:test";
import { micros, millis, priceE8, quantityE8 } from "../base/units.ts";
import type { OrderType, Side } from "../base/vocabulary.ts";
import type { Command } from "../language/commands/commands.ts";
import type { MarketParameters } from "../language/market-parameters.ts";
import { EngineByOpening } from "../testing/engine-by-opening.ts";
import { Recorder } from "../testing/recorder.ts";
import { codeOf } from "../testing/refusal-codes.ts";
import { addBroker, deposit, listMarket, openAccount, placeOrder, START } from "../testing/setup.ts";
import { defaultMarket } from "../testing/vectors.ts";

const USDC = 1_000_000;
const ONE = 100_000_000;

/** SOL at 150 with four rich accounts. */
class SolMarket {
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
    return { code: codeOf(rejection) ?? null, status, recorder };
  }

  order(account: number, side: Side, orderType: OrderType, price: number, size: number, more: object = {}) {
    const limit = { price: priceE8(Math.round(price * ONE)), quantity: quantityE8(Math.round(size * ONE)) };
    return this.apply(placeOrder({ account, side, orderType, ...limit, ...more }));
  }
}

describe("the cap on open interest", () => {
  test("refuses orders that would open more, and never a close", () => {
    const market = new SolMarket({ globalMaxOiCap: micros(1_500 * USDC) });
    market.order(0, "SELL", "LIMIT", 150, 9);
    expect(market.order(1, "BUY", "LIMIT", 150, 9).status).toBe("FILLED");
    expect(market.order(2, "BUY", "LIMIT", 150, 2)).toMatchObject({ code: -1101, status: "REJECTED" });
    expect(market.order(1, "SELL", "LIMIT", 150, 9).code).toBeNull();
    expect(market.order(0, "BUY", "LIMIT", 150, 9).status).toBe("FILLED");
    expect(market.engine.market(0).openInterest as number).toBe(0);
  });
});

describe("the largest notional", () => {
  test("refuses orders that go further when the price has overrun it, and nothing else", () => {
    const market = new SolMarket({ maxNotional: micros(1_500 * USDC) });
    expect(market.order(0, "BUY", "LIMIT", 150, 9).code).toBeNull();
    expect(market.order(0, "BUY", "LIMIT", 150, 2)).toMatchObject({ code: -1101, status: "REJECTED" });
    market.apply({ type: "set_index_prices", at: START, prices: [{ market: 0, price: priceE8(200 * ONE) }] });
    expect(market.order(0, "SELL", "LIMIT", 200, 1).code).toBeNull();
    expect(market.order(0, "BUY", "LIMIT", 150, 1).code).toBe(-1101);
  });
});

describe("a market order", () => {
  test("stops at the price range, at its slippage, and at an empty book", () => {
    const market = new SolMarket();
    for (const price of [150, 151, 154.5]) market.order(0, "SELL", "LIMIT", price, 1);
    const slipped = market.order(1, "BUY", "MARKET", 0, 3, { slippage: 1_000_000 });
    expect([slipped.status, slipped.recorder.trades.length]).toEqual(["CANCELLED", 2]);
    // 150 × 1.03 is 154.5 itself.
    market.order(0, "SELL", "LIMIT", 154.501, 1);
    expect(market.order(1, "BUY", "MARKET", 0, 3).recorder.trades.length).toBe(1);
    const outOfReach = market.order(1, "BUY", "MARKET", 0, 3);
    expect([outOfReach.code, outOfReach.status, outOfReach.recorder.trades.length]).toEqual([null, "CANCELLED", 0]);
  });

  test("rounds the bound of its slippage inwards to a tick", () => {
    const market = new SolMarket();
    const least = { slippage: 1 };
    for (const price of [150, 149.999]) market.order(0, "BUY", "LIMIT", price, 1);
    expect(market.order(1, "SELL", "MARKET", 0, 2, least).recorder.trades.length).toBe(1);
    for (const price of [150, 150.001]) market.order(0, "SELL", "LIMIT", price, 1);
    expect(market.order(1, "BUY", "MARKET", 0, 2, least).recorder.trades.length).toBe(1);
  });

  test("by amount buys whole lots, and spends no more than the amount", () => {
    const market = new SolMarket();
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
  test("that adjusts is placed one tick in front of the best visible price, and is cancelled where there is none", () => {
    const market = new SolMarket();
    market.order(0, "SELL", "LIMIT", 150, 1);
    market.order(0, "SELL", "LIMIT", 149.999, 1, { visible: quantityE8(0) });
    const adjusted = market.order(1, "BUY", "POST_ONLY", 151, 2, { postOnlyAdjust: true });
    // 149.999: there it meets the hidden order, and its remainder rests.
    expect(adjusted.recorder.orders.map(({ status, maker, price }) => ({ status, maker, price })) as object[]).toEqual([
      { status: "NEW", maker: false, price: 149_999 },
      { status: "FILLED", maker: false, price: 149_999 },
      { status: "PARTIAL_FILLED", maker: true, price: 149_999 },
    ]);

    const wide = { priceRange: 9_999_999_999 as never, priceScope: 9_999_999_999 as never, minNotional: micros(0) };
    const edge = new SolMarket(wide);
    expect(edge.order(0, "SELL", "LIMIT", 0.001, 1).code).toBeNull();
    const { recorder } = edge.order(1, "BUY", "POST_ONLY", 1, 1, { postOnlyAdjust: true });
    expect(recorder.orders.map((report) => report.reason)).toEqual(["", "POST_ONLY_CROSS"]);
  });
});

describe("margin", () => {
  test("is required to the last micro", () => {
    // BUY 1 at 150, at leverage 10: initial margin 15 and a taker fee of 0.09.
    for (const [balance, code] of [
      [15_090_000, null],
      [15_089_999, -1101],
    ] as const) {
      const market = new SolMarket();
      market.apply(openAccount(4, "builder"));
      market.apply(deposit(4, balance, "faucet:4:1"));
      expect(market.order(4, "BUY", "LIMIT", 150, 1).code).toBe(code);
    }
  });
});

describe("a dead-man switch", () => {
  test("fires at its second and not before, for accounts in order of id, and for orders in order of theirs", () => {
    const market = new SolMarket();
    // Account ids descend while numbers rise: the account opened last comes first.
    for (const account of [0, 1, 0, 1]) market.order(account, "BUY", "LIMIT", 149, 1);
    const arm = (account: number) =>
      market.apply({ type: "cancel_all_after", at: START, account, triggerAfterMs: 5_000 });
    for (const account of [0, 1]) arm(account);
    const tick = (ms: number) => market.apply({ type: "tick", at: millis(START + ms) }).recorder.orders;
    expect(tick(4_000)).toEqual([]);
    expect(tick(5_000).map(({ account, orderId, reason }) => ({ account, orderId, reason }))).toEqual([
      { account: 1, orderId: 2, reason: "CANCEL_ALL_AFTER" },
      { account: 1, orderId: 4, reason: "CANCEL_ALL_AFTER" },
      { account: 0, orderId: 1, reason: "CANCEL_ALL_AFTER" },
      { account: 0, orderId: 3, reason: "CANCEL_ALL_AFTER" },
    ]);
    // Firing has disarmed it.
    market.order(0, "BUY", "LIMIT", 149, 1, { at: millis(START + 5_001) });
    expect(tick(60_000)).toEqual([]);
  });
});

describe("the mark price", () => {
  test("rounds the mean basis toward zero", () => {
    // Ticks of 2 · 10⁻⁸ around a price of 1,000 · 10⁻⁸, so that one unit of the mean decides the tick.
    const lot = 50 * ONE;
    const tiny = { quoteTick: priceE8(2), baseTick: quantityE8(lot), baseMin: quantityE8(lot), minNotional: micros(0) };
    const engine = new EngineByOpening();
    const apply = (command: Command) => engine.apply(command, new Recorder());
    apply(listMarket({ ...defaultMarket("PERP_SOL_USDC"), ...tiny, baseMax: quantityE8(lot * 10) }, 1_000));
    apply(addBroker("builder", 60, 30));
    apply(openAccount(0, "builder"));
    apply(deposit(0, 1_000 * USDC, "faucet:0:1"));
    let at: number = START;
    const quote = (bid: number, ask: number) => {
      apply({ type: "cancel_all_orders", at: millis(at), account: 0, market: 0 });
      const terms = { at: millis(at), orderType: "POST_ONLY" as const, quantity: quantityE8(lot) };
      apply(placeOrder({ ...terms, side: "BUY", price: priceE8(bid) }));
      apply(placeOrder({ ...terms, side: "SELL", price: priceE8(ask) }));
    };
    for (const [bid, ask] of [
      [998, 1_000],
      [998, 1_000],
      [996, 1_000],
    ] as const) {
      quote(bid, ask);
      at += 60_000;
      apply({ type: "tick", at: millis(at) });
    }
    // Basis −1, −1, −2: a mean of −4/3, so 999, which is half a tick and rounds up; the book gives 998.
    apply({ type: "tick", at: millis(at + 1_000) });
    expect(engine.market(0).mark as number).toBe(500);
  });
});

describe("the index", () => {
  const tickWith = (market: SolMarket, prices: readonly number[], agesMs: readonly number[]) => {
    const now = START + 60_000;
    const reports = prices.map((price, source) => ({ price, source, at: now - agesMs[source]! }));
    for (const { price, source, at } of reports.toSorted((a, b) => a.at - b.at)) {
      const report = { market: 0, source, price: priceE8(price * ONE), volume: quantityE8(0) };
      market.apply({ type: "oracle_prices", at: millis(at), prices: [report] });
    }
    market.apply({ type: "tick", at: millis(now) });
    return market.engine.market(0).index as number;
  };

  test("is the median when two sources stray", () => {
    const five = { sources: ["a", "b", "c", "d", "e"] };
    expect(tickWith(new SolMarket(five), [130, 148, 150, 151, 170], [0, 0, 0, 0, 0])).toBe(150_000);
    // A source that strays is clipped to 157.5.
    expect(tickWith(new SolMarket(), [150, 150, 161], [0, 0, 0])).toBe(152_500);
  });

  test("counts a source for ten seconds and no longer, and keeps its last value when none reports", () => {
    expect(tickWith(new SolMarket(), [150, 152], [0, 10_000])).toBe(151_000);
    expect(tickWith(new SolMarket(), [150, 152], [0, 10_001])).toBe(150_000);
    expect(tickWith(new SolMarket(), [149, 152], [10_001, 10_001])).toBe(150_000);
  });

  test("weighs its sources by their volumes of four hours, taken every five minutes", () => {
    const market = new SolMarket();
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
