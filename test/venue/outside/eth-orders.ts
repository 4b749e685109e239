// A venue with one maker and one taker for a whole file; orders on ETH, of 1 unless a test says otherwise, and helpers
// to read answers.

import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import type { Answer, Row } from "./outside-caller.ts";
import { leaveBook, type Order } from "./outside-trading.ts";
import { accepted, newTrader, type Trader } from "./trader.ts";
import { type OutsideVenue, startVenue } from "./whole-venue.ts";

const ETH = { symbol: "PERP_ETH_USDC", order_type: "LIMIT", order_quantity: 1 } as const;

/** The setup of a file's tests: opened before the first, with an empty book after each, closed after the last. */
export function orderSetup(): OrderSetup {
  const setup = new OrderSetup();
  beforeAll(() => setup.open());
  afterEach(() => setup.clear());
  afterAll(() => setup.venue.stop());
  return setup;
}

class OrderSetup {
  venue!: OutsideVenue;
  maker!: Trader;
  taker!: Trader;

  async open(): Promise<void> {
    this.venue = await startVenue();
    const { url } = this.venue;
    [this.maker, this.taker] = await Promise.all([newTrader(url, { claims: 5 }), newTrader(url, { claims: 5 })]);
  }

  async clear(): Promise<void> {
    for (const trader of [this.maker, this.taker]) await leaveBook(trader);
    expect(this.venue.errors).toEqual([]);
    this.venue.audit();
  }
}

export function sell(price: number, changes: Order = {}): Order {
  return { ...ETH, side: "SELL", order_price: price, ...changes };
}

export function buy(price: number, changes: Order = {}): Order {
  return { ...ETH, side: "BUY", order_price: price, ...changes };
}

export function market(side: string, changes: Order = {}): Order {
  return { ...ETH, side, order_type: "MARKET", order_price: undefined, ...changes };
}

export function idOf(answer: Answer): number {
  return Number(accepted(answer).data.order_id);
}

export function rowsOf(answer: Answer): readonly Row[] {
  return accepted(answer).data.rows!;
}

export function idsOf(answer: Answer): unknown[] {
  return rowsOf(answer).map((row) => row.order_id);
}

export async function stored(trader: Trader, id: number): Promise<Row> {
  return accepted(await trader.get(`/v1/order/${id}`)).data;
}

/** Places an order. @returns the status in the answer, and the row that is read back at once */
export async function placed(trader: Trader, order: Order): Promise<{ readonly status: unknown; readonly row: Row }> {
  const answer = accepted(await trader.order(order));
  return { status: answer.data.status, row: await stored(trader, Number(answer.data.order_id)) };
}
