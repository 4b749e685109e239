// A JSON venue on the loopback. It sends the price of each pair subscribed to by name, and sends it again when it is set,
// or when asked to repeat it.

import { quantityE8 } from "@evermark/engine";
import type { ServerWebSocket } from "bun";
import type { PriceSourceConfiguration } from "../../../configuration/price-sources.ts";
import { VenueServer } from "./venue-server.ts";

export class QuotingServer {
  readonly server: VenueServer;
  readonly #prices = new Map<string, string>();
  readonly #listeners = new Map<ServerWebSocket<unknown>, string>();

  constructor(prices: Readonly<Record<string, string>>) {
    for (const [pair, price] of Object.entries(prices)) this.#prices.set(pair, price);
    this.server = new VenueServer({
      heard: (socket, pair) => {
        this.#listeners.set(socket, pair);
        this.#say(socket, pair);
      },
    });
  }

  /** How many connections have subscribed. */
  get listening(): number {
    return [...this.#listeners.keys()].filter((socket) => this.server.sockets.has(socket)).length;
  }

  set(pair: string, price: string): void {
    this.#prices.set(pair, price);
    this.repeat(pair);
  }

  /** Sends the latest prices again, of one pair or of all. @returns the number of messages */
  repeat(only?: string): number {
    const wanted = [...this.#listeners].filter(
      ([socket, pair]) => this.server.sockets.has(socket) && (only ?? pair) === pair && this.#prices.has(pair),
    );
    for (const [socket, pair] of wanted) this.#say(socket, pair);
    return wanted.length;
  }

  /** Ends the connections of a pair, and sends new ones no price. */
  forget(pair: string): void {
    this.#prices.delete(pair);
    for (const [socket, of] of this.#listeners) if (of === pair) socket.terminate();
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  #say(socket: ServerWebSocket<unknown>, pair: string): void {
    const price = this.#prices.get(pair);
    if (price !== undefined) socket.send(JSON.stringify({ s: pair, p: price }));
  }
}

/** A source that listens to one of the server's pairs. */
export function sourceAt(
  url: string,
  pair: string,
  of: PriceSourceConfiguration["of"],
  changes: Partial<PriceSourceConfiguration> = {},
): PriceSourceConfiguration {
  return {
    ...{ of, name: pair, pair, currency: "USD", weight: quantityE8(100_000_000), multiplier: quantityE8(100_000_000) },
    feed: {
      ...{ driver: "json_websocket", url, subscription: [pair] },
      places: { bid: null, ask: null, last: "p", time: null, pair: "s" },
    },
    ...changes,
  };
}
