// A venue for tests of isolated margin: one maker for the whole file, and traders with a leverage on ETH, whose price
// is 3,000 at the start of each test.

import { afterAll, afterEach, beforeAll, expect } from "bun:test";
import { expectSuccess } from "./expected-refusal.ts";
import type { Answer, Row } from "./outside-caller.ts";
import { setPrice } from "./outside-controls.ts";
import { beginMinute, holdingOf, leaveBook, limitOrder, type Order } from "./outside-trading.ts";
import { accepted, newTrader, type Trader } from "./trader.ts";
import { type OutsideVenue, startVenue } from "./whole-venue.ts";

export const ETH = "PERP_ETH_USDC";
export const SOL = "PERP_SOL_USDC";

export function isolated(side: string, quantity: number, price: number, changes: Order = {}): Order {
  return limitOrder(ETH, side, quantity, price, { margin_mode: "ISOLATED", ...changes });
}

async function setLeverage(trader: Trader, symbol: string, leverage: number): Promise<void> {
  accepted(await trader.post("/v1/client/leverages", { symbol, leverage, margin_mode: "ISOLATED" }));
}

export function moveMargin(trader: Trader, type: string, amount: unknown, symbol = ETH): Promise<Answer> {
  return trader.post("/v1/position_margin", { symbol, amount, type });
}

export async function orderOf(trader: Trader, order: Order): Promise<Row> {
  const placed = await trader.order(order);
  expectSuccess(placed);
  return placed.data;
}

/** The balance as shown: the balance itself, isolated margin, and what isolated orders reserve. */
export async function balanceOf(trader: Trader): Promise<unknown[]> {
  const { holding, isolated_margin, isolated_order_frozen } = await holdingOf(trader);
  return [holding, isolated_margin, isolated_order_frozen];
}

/** The setup of a file's tests: opened before the first, cleared after each, closed after the last. */
export function isolatedSetup(): IsolatedSetup {
  const setup = new IsolatedSetup();
  beforeAll(() => setup.open());
  afterEach(() => setup.clear());
  afterAll(() => setup.close());
  return setup;
}

class IsolatedSetup {
  venue!: OutsideVenue;
  maker!: Trader;
  /** The traders of the running test. */
  readonly #traders: Trader[] = [];

  async open(): Promise<void> {
    this.venue = await startVenue();
    this.maker = await newTrader(this.venue.url, { claims: 30 });
    await beginMinute(this.venue.url, [this.maker]);
  }

  /** A trader with 10,000 for each claim, at this leverage on isolated ETH. */
  async trader({ leverage = 20, claims = 1 } = {}): Promise<Trader> {
    await setPrice(this.venue.url, ETH, 3_000);
    const trader = await newTrader(this.venue.url, { claims });
    this.#traders.push(trader);
    await setLeverage(trader, ETH, leverage);
    return trader;
  }

  async clear(): Promise<void> {
    expect(this.venue.errors).toEqual([]);
    for (const each of [this.maker, ...this.#traders.splice(0)]) await leaveBook(each);
  }

  async close(): Promise<void> {
    this.venue.audit();
    await this.venue.stop();
  }
}
