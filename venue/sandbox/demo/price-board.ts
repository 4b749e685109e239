// What demo traders look at: the markets' rules, index prices as they come, and whether a book has two sides.

import type { Client } from "@evermark/client/client.ts";
import type { MarketRules } from "@evermark/client/market-rules.ts";

export interface OnlySide {
  readonly side: "BUY" | "SELL";
  /** In USDC. */
  readonly price: number;
}

export class PriceBoard {
  readonly symbols: readonly string[];
  readonly #rules: ReadonlyMap<string, MarketRules>;
  readonly #index = new Map<string, number>();
  readonly #twoSided = new Set<string>();
  readonly #only = new Map<string, OnlySide>();

  private constructor(rules: ReadonlyMap<string, MarketRules>) {
    this.#rules = rules;
    this.symbols = [...rules.keys()];
  }

  /** Reads the rules and follows the prices until the client is closed. */
  static async follow(client: Client): Promise<PriceBoard> {
    const { rows } = await client.marketData.getSymbols();
    const board = new PriceBoard(new Map(rows.map((row) => [row.symbol, row])));
    client.streams.public.subscribe("indexprices", (prices) => {
      for (const { symbol, price } of prices) board.#index.set(symbol.replace("SPOT_", "PERP_"), price);
    });
    client.streams.public.subscribe("bbos", (books) => {
      for (const { symbol, bid, ask } of books) {
        if (bid !== null && ask !== null) board.#twoSided.add(symbol);
        else board.#twoSided.delete(symbol);
        if (bid !== null && ask === null) board.#only.set(symbol, { side: "BUY", price: bid });
        else if (ask !== null && bid === null) board.#only.set(symbol, { side: "SELL", price: ask });
        else board.#only.delete(symbol);
      }
    });
    return board;
  }

  rules(symbol: string): MarketRules {
    return this.#rules.get(symbol)!;
  }

  /** In USDC; undefined until one has come. */
  index(symbol: string): number | undefined {
    return this.#index.get(symbol);
  }

  /** The side that a book has when it has one alone, and its best price. */
  onlySide(symbol: string): OnlySide | undefined {
    return this.#only.get(symbol);
  }

  hasTwoSides(symbol: string): boolean {
    return this.#twoSided.has(symbol);
  }
}
