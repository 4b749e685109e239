// A venue at which accounts become bankrupt: its fund's initial balance, who takes the other side, and how time and
// prices move.

import { expect } from "bun:test";
import { micros } from "@evermark/engine";
import { call, post, type Row } from "./outside-caller.ts";
import { advance, setPrice } from "./outside-controls.ts";
import { newTraderWith } from "./outside-funds.ts";
import { accepted, newTrader, type Trader } from "./trader.ts";
import { type OutsideVenue, startVenue } from "./whole-venue.ts";

export const [BTC, ETH, NEAR] = ["PERP_BTC_USDC", "PERP_ETH_USDC", "PERP_NEAR_USDC"] as const;
const MILLION = 1_000_000;

/** A venue with a given fund, a house that takes the other side of every trade, and makers that pay no fee. */
export class FailingAccounts {
  venue!: OutsideVenue;
  house!: Trader;
  readonly #traders: Trader[] = [];

  async start(fund: number): Promise<void> {
    const faucet = { amount: micros(MILLION * 1e6), claimsPerAccount: 10 };
    this.venue = await startVenue({ insuranceFund: micros(fund * 1e6), faucet, calm: true });
    this.house = this.#known(await newTrader(this.venue.url, { claims: 10 }));
    const rates = { maker_fee_rate: 0, taker_fee_rate: 0.0003 };
    accepted(await this.house.post("/v1/broker/fee_rate/default", rates));
  }

  async stop(): Promise<void> {
    expect(this.venue.errors).toEqual([]);
    this.venue.audit();
    await this.venue.stop();
  }

  async trader(holding: number): Promise<Trader> {
    return this.#known(await newTraderWith(this.venue.url, holding));
  }

  #known(trader: Trader): Trader {
    this.#traders.push(trader);
    return trader;
  }

  /** @returns venue time afterwards */
  async wait(ms: number): Promise<number> {
    const now = await advance(this.venue.url, ms);
    for (const trader of this.#traders) await trader.synchronise();
    return now;
  }

  async prices(prices: Readonly<Record<string, number>>): Promise<void> {
    accepted(await post(`${this.venue.url}/sandbox/prices`, { prices }));
  }

  /** The trader's order rests at this price, fee-free, and the house takes it. A negative quantity sells. */
  async open(trader: Trader, symbol: string, quantity: number, price: number, leverage: number): Promise<void> {
    accepted(await trader.post("/v1/client/leverages", { symbol, leverage }));
    await setPrice(this.venue.url, symbol, price);
    const order = { symbol, order_type: "LIMIT", order_quantity: Math.abs(quantity), order_price: price };
    const [side, other] = quantity > 0 ? ["BUY", "SELL"] : ["SELL", "BUY"];
    accepted(await trader.order({ ...order, side }));
    expect(accepted(await this.house.order({ ...order, side: other })).data.status).toBe("FILLED");
  }

  async publicData(path: string): Promise<{ readonly rows?: readonly Row[] } & Readonly<Record<string, unknown>>> {
    return accepted(await call(`${this.venue.url}${path}`)).data;
  }

  async offers(): Promise<readonly Row[]> {
    return (await this.publicData("/v1/public/liquidation")).rows!;
  }

  async fund() {
    return this.publicData("/v1/public/insurancefund");
  }
}

export const positionsOf = async (trader: Trader) => accepted(await trader.get("/v1/positions")).data;
export const positionOf = async (trader: Trader, symbol: string): Promise<Row> =>
  accepted(await trader.get(`/v1/position/${symbol}`)).data;
export const claim = (trader: Trader, liquidation_id: unknown, changes: object = {}) =>
  trader.post("/v1/liquidation", { liquidation_id, ratio_qty_request: 1, ...changes });

/** Bankrupts a user with 5,000 who bought 2 BTC at 63,000 and 10 ETH at 3,100, by moving the marks. */
export async function bankrupt(world: FailingAccounts, user: Trader): Promise<void> {
  await world.open(user, BTC, 2, 63_000, 100);
  await world.open(user, ETH, 10, 3_100, 100);
  await world.prices({ [BTC]: 61_000, [ETH]: 2_950 });
}
