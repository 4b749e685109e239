// The crowd in one market: turns the orders of a second into commands that the book has room for.

import type { Unstamped } from "@evermark/core";
import type { EngineReader, MarketView } from "@evermark/engine";
import { clampedToOne } from "../decisions/clamped.ts";
import { type CrowdOrder, type CrowdView, crowdOrders } from "../decisions/crowd-orders.ts";
import type { DemoMarket } from "../decisions/demo-market.ts";
import { lotsOf, placement, usdcOf } from "../decisions/demo-orders.ts";
import type { DemoAccounts } from "./demo-accounts.ts";

/** A command, and how far into its second it is sent. */
export interface TimedCommand {
  readonly offsetMs: number;
  readonly command: Unstamped;
}

const MIDDLE_SECONDS = 60;
/** A move of this fraction within a minute has the full effect on followers. */
const STRONG_MOVE = 0.001;
/** How far an order may go from the best price, as a fraction. */
const REACH = { large: 0.0006, other: 0.0015 } as const;

export class DemoTakers {
  readonly #engine: EngineReader;
  readonly #accounts: DemoAccounts;
  /** Moving averages of the middle of each book, in ticks. */
  readonly #middles = new Map<number, number>();

  constructor(engine: EngineReader, accounts: DemoAccounts) {
    this.#engine = engine;
    this.#accounts = accounts;
  }

  /** The commands of a second, in order of time. */
  take(market: DemoMarket, view: MarketView, second: number): TimedCommand[] {
    if (view.bestBid === 0 || view.bestAsk === 0) return [];
    const middle = (view.bestBid + view.bestAsk) / 2;
    const average = this.#middles.get(view.market) ?? middle;
    this.#middles.set(view.market, average + (middle - average) / MIDDLE_SECONDS);
    const momentum = clampedToOne((middle / average - 1) / STRONG_MOVE);
    return crowdOrders(this.viewOf(market, view, { second, momentum })).flatMap((order) => {
      const command = this.#commandOf(order, market, view);
      return command === undefined ? [] : [{ offsetMs: order.offsetMs, command }];
    });
  }

  viewOf(market: DemoMarket, view: MarketView, lately: Pick<CrowdView, "second" | "momentum">): CrowdView {
    return {
      ...{ market, ...lately },
      position: (trader) => {
        const account = this.#accounts.taker(this.#engine, trader);
        if (account === -1) return 0;
        return usdcOf(view, this.#engine.position(account, view.market, "CROSS").quantity, view.index);
      },
    };
  }

  #commandOf({ trader, side, value }: CrowdOrder, { style }: DemoMarket, view: MarketView): Unstamped | undefined {
    const account = this.#accounts.taker(this.#engine, trader);
    if (account === -1) return undefined;
    const reach = style.isLarge ? REACH.large : REACH.other;
    const isBuy = side === "BUY";
    const price = isBuy ? Math.floor(view.bestAsk * (1 + reach)) : Math.ceil(view.bestBid * (1 - reach));
    return placement({ account, view, side, price, quantity: lotsOf(view, value, price), orderType: "IOC" });
  }
}
