// Eight outside venues on the loopback interface. Each sends messages in the format of the real venue's documentation,
// as far as a steady stream of prices needs it.

import type { VenueDriver } from "@evermark/venue/configuration/price-sources.ts";
import type { ServerWebSocket } from "bun";

/** Writes the message in which a venue sends the price of a pair. @param now milliseconds since 1970 */
type Words = (pair: string, price: string, now: number) => string;

const WORDS = {
  binance: (s, p, E) => `{"e":"24hrTicker","E":${E},"s":"${s}","p":"0","c":"${p}","b":"${p}","a":"${p}","v":"10000"}`,
  coinbase: (s, p, now) =>
    `{"type":"ticker","product_id":"${s}","price":"${p}","best_bid":"${p}","best_ask":"${p}","time":"${new Date(now).toISOString()}"}`,
  kraken: (s, p, now) =>
    `{"channel":"ticker","type":"update","data":[{"symbol":"${s}","bid":${p},"ask":${p},"last":${p},"timestamp":"${new Date(now).toISOString()}"}]}`,
  okx: (s, p, now) =>
    `{"arg":{"channel":"tickers","instId":"${s}"},"data":[{"instId":"${s}","last":"${p}","askPx":"${p}","bidPx":"${p}","ts":"${now}"}]}`,
  bybit: (s, p, now) =>
    `{"topic":"tickers.${s}","ts":${now},"type":"snapshot","data":{"symbol":"${s}","lastPrice":"${p}"}}`,
  bitget: (s, p, now) =>
    `{"action":"snapshot","arg":{"instType":"SPOT","channel":"ticker","instId":"${s}"},"data":[{"instId":"${s}","lastPr":"${p}","bidPr":"${p}","askPr":"${p}","ts":"${now}"}]}`,
  gate: (s, p, now) =>
    `{"time_ms":${now},"channel":"spot.tickers","event":"update","result":{"currency_pair":"${s}","last":"${p}","lowest_ask":"${p}","highest_bid":"${p}"}}`,
  "crypto.com": (s, p, now) =>
    `{"id":-1,"code":0,"result":{"instrument_name":"${s}","channel":"ticker","data":[{"a":"${p}","b":"${p}","k":"${p}","t":${now}}]}}`,
} as const satisfies Partial<Record<VenueDriver, Words>>;

export const BENCH_DRIVERS = Object.keys(WORDS) as (keyof typeof WORDS)[];

export class FeedVenue {
  readonly url: string;
  readonly #words: Words;
  readonly #server;
  readonly #sockets = new Set<ServerWebSocket<undefined>>();

  constructor(driver: keyof typeof WORDS) {
    this.#words = WORDS[driver];
    const sockets = this.#sockets;
    this.#server = Bun.serve({
      ...{ hostname: "127.0.0.1", port: 0 },
      fetch: (request, server) => (server.upgrade(request) ? undefined : new Response("no", { status: 400 })),
      websocket: {
        open: (socket: ServerWebSocket<undefined>) => void sockets.add(socket),
        message: () => undefined,
        close: (socket: ServerWebSocket<undefined>) => void sockets.delete(socket),
      },
    });
    this.url = `ws://127.0.0.1:${this.#server.port}/`;
  }

  get isHeard(): boolean {
    return this.#sockets.size > 0;
  }

  send(pair: string, price: string, now: number): void {
    const text = this.#words(pair, price, now);
    for (const socket of this.#sockets) socket.send(text);
  }

  stop(): Promise<void> {
    return this.#server.stop(true);
  }
}

/** The message that opens a venue which follows feeds. */
export interface FeedsOpening {
  readonly directory: string;
  readonly markets: readonly string[];
  /** If it is empty, prices are set by hand. */
  readonly venues: readonly { readonly driver: VenueDriver; readonly url: string }[];
}

/** The message that asks the venue for its ticks. */
export const TICKED = "ticked";

/** Each tick with the time, in milliseconds since 1970, at which it was first seen as applied. */
export type Ticked = readonly (readonly [second: number, at: number])[];
