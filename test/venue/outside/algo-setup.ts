// A venue for tests of algo orders: one maker for the whole file, a new trader for each test, mark prices set by hand.
// Also the placements that most tests vary.

import { afterAll, afterEach, beforeAll, beforeEach, expect } from "bun:test";
import type { Answer, Row } from "./outside-caller.ts";
import { setPrice } from "./outside-controls.ts";
import { beginMinute, leaveBook, limitOrder, type Order } from "./outside-trading.ts";
import { accepted, newTrader, type Trader } from "./trader.ts";
import { type OutsideVenue, startVenue } from "./whole-venue.ts";

export const ETH = "PERP_ETH_USDC";
export const SOL = "PERP_SOL_USDC";

export const STOP = { algo_type: "STOP", type: "MARKET", side: "SELL", quantity: 1, trigger_price: 2_900 };
export const TRAILING = { algo_type: "TRAILING_STOP", type: "MARKET", side: "SELL", quantity: 1, callback_rate: 0.01 };
export const TP_SL = {
  algo_type: "TP_SL",
  side: "SELL",
  quantity: 1,
  child_orders: [takeProfit(3_100), stopLoss(2_900)],
};
export const CLOSE = { type: "CLOSE_POSITION" };
export const POSITIONAL = {
  algo_type: "POSITIONAL_TP_SL",
  child_orders: [takeProfit(3_100, CLOSE), stopLoss(2_900, CLOSE)],
};
export const BRACKET = {
  algo_type: "BRACKET",
  type: "LIMIT",
  side: "BUY",
  price: 2_980,
  quantity: 2,
  child_orders: [{ algo_type: "TP_SL", child_orders: [takeProfit(3_050), stopLoss(2_900)] }],
};

export function takeProfit(trigger_price: number, changes: Order = {}): Order {
  return { algo_type: "TAKE_PROFIT", side: "SELL", type: "MARKET", trigger_price, reduce_only: true, ...changes };
}

export function stopLoss(trigger_price: number, changes: Order = {}): Order {
  return takeProfit(trigger_price, { algo_type: "STOP_LOSS", ...changes });
}

export function legsOf(row: Row): Row[] {
  return row.child_orders as Row[];
}

/** The setup of a file's tests: opened before the first, cleared after each, closed after the last. */
export function algoSetup(): AlgoSetup {
  const setup = new AlgoSetup();
  beforeAll(() => setup.open());
  beforeEach(() => setup.receive());
  afterEach(() => setup.clear());
  afterAll(() => setup.close());
  return setup;
}

class AlgoSetup {
  venue!: OutsideVenue;
  maker!: Trader;
  /** The owner of the algo orders; a new one in each test. */
  trader!: Trader;

  async open(): Promise<void> {
    this.venue = await startVenue();
    this.maker = await newTrader(this.venue.url, { claims: 10 });
    await beginMinute(this.venue.url, [this.maker]);
  }

  async receive(): Promise<void> {
    await this.mark(3_000);
    this.trader = await newTrader(this.venue.url);
  }

  async clear(): Promise<void> {
    for (const each of [this.trader, this.maker]) {
      accepted(await each.delete("/v1/algo/orders"));
      await leaveBook(each);
    }
    expect(this.venue.errors).toEqual([]);
  }

  async close(): Promise<void> {
    this.venue.audit();
    await this.venue.stop();
  }

  /** Moves the mark price of ETH. */
  async mark(price: number): Promise<void> {
    await setPrice(this.venue.url, ETH, price);
  }

  async bid(price: number, quantity: number): Promise<void> {
    accepted(await this.maker.order(limitOrder(ETH, "BUY", quantity, price)));
  }

  async ask(price: number, quantity: number): Promise<void> {
    accepted(await this.maker.order(limitOrder(ETH, "SELL", quantity, price)));
  }

  /** Places an algo order. @returns the answer, success or not */
  place(order: Order): Promise<Answer> {
    return this.trader.post("/v1/algo/order", { symbol: ETH, ...order });
  }

  /** @returns its id */
  async placed(order: Order): Promise<number> {
    return Number(accepted(await this.place(order)).data.order_id);
  }

  amend(id: number, changes: Order): Promise<Answer> {
    return this.trader.put("/v1/algo/order", { order_id: id, ...changes });
  }

  cancel(id: unknown, symbol = ETH): Promise<Answer> {
    return this.trader.delete(`/v1/algo/order?symbol=${symbol}&order_id=${id}`);
  }

  async algoOf(id: number): Promise<Row> {
    return accepted(await this.trader.get(`/v1/algo/order/${id}`)).data;
  }

  async listOf(query = ""): Promise<Row[]> {
    return [...accepted(await this.trader.get(`/v1/algo/orders?${query}`)).data.rows!];
  }

  async tradesOf(id: number): Promise<Row[]> {
    return [...accepted(await this.trader.get(`/v1/algo/order/${id}/trades`)).data.rows!];
  }

  /** The statuses of a root order and its legs. */
  async statusesOf(id: number): Promise<unknown[]> {
    const root = await this.algoOf(id);
    return [root.algo_status, ...legsOf(root).map((leg) => leg.algo_status)];
  }
}
