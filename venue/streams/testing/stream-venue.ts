// The streams of a venue in memory, served by a real server, for tests: venue time follows the machine's and can be
// moved forward, and two markets are listed.

import type { MarketParameters } from "@evermark/engine";
import { priceE8, quantityE8 } from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import { orderBindings } from "../../api/index.ts";
import { type ConfigurationChanges, sandboxConfiguration } from "../../configuration/load.ts";
import { RateLimits } from "../../http/limits/rate-limits.ts";
import { type AccountTerms, type KeyTerms, type MemoryClock, memoryVenue } from "../../testing/memory-venue.ts";
import type { TestKey } from "../../testing/test-key.ts";
import type { StreamLimits } from "../limits.ts";
import { createStreams } from "../streams.ts";

export const BTC = "PERP_BTC_USDC";
export const ETH = "PERP_ETH_USDC";

export interface Trader extends TestKey {
  readonly account: number;
  readonly accountId: string;
}

interface Placement {
  readonly side: "BUY" | "SELL";
  readonly price: number;
  readonly quantity: number;
  readonly symbol?: string;
  readonly orderType?: "LIMIT" | "IOC" | "POST_ONLY";
  readonly clientOrderId?: string;
}

export interface StreamVenueOptions {
  readonly limits?: Partial<StreamLimits>;
  readonly configuration?: ConfigurationChanges;
  /** Changes to the parameters of the listed markets. */
  readonly listed?: Partial<MarketParameters>;
  /** What the venue shares with other nodes; absent without a cluster. */
  readonly notes?: NonNullable<Parameters<typeof createStreams>[1]>["notes"];
}

export function startStreamVenue(options: StreamVenueOptions = {}) {
  const { limits = {}, configuration = {}, listed = {}, notes } = options;
  const { markets } = sandboxConfiguration("/nowhere");
  const first = markets.slice(0, 2).map((each) => ({ ...each, parameters: { ...each.parameters, ...listed } }));
  const memory = memoryVenue({ markets: first, ...configuration }, passingClock());
  const { venue, engine, apply } = memory;
  const { clock } = venue;
  const orderEntry = { bindings: orderBindings, limits: new RateLimits(venue.configuration.limits.factor) };
  // A test may sign in the same millisecond in which its venue begins.
  const startedAt = clock.now() - 1;
  const streams = createStreams(venue, { limits, orderEntry, startedAt, notes });
  memory.listen(streams.consumer);
  memory.setPrice(BTC, 60_000);
  memory.setPrice(ETH, 3_000);

  const heartbeat = setInterval(() => apply({ type: "tick" }), 1_000);

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request, server) => streams.upgrade(request, server),
    websocket: streams.websocket,
  });

  return {
    engine,
    venue,
    clock,
    metrics: venue.metrics,
    streams,
    apply,
    deposit: memory.deposit,
    server,
    base: `ws://127.0.0.1:${server.port}`,
    /** Moves venue time forward. */
    advance: (ms: number) => memory.setNow(clock.now() + ms),
    /** Opens an account with money and a key. */
    async trader({ usdc = 100_000, ...terms }: AccountTerms & KeyTerms = {}): Promise<Trader> {
      const { account, accountId } = memory.openAccount({ usdc, ...terms });
      return { account, accountId, ...(await memory.bindKey(account, terms)) };
    },
    /** From now on, nothing becomes durable. */
    failJournal: () => memory.failJournal(),
    place(trader: Trader, { side, price, quantity, symbol = ETH, orderType = "LIMIT", clientOrderId = "" }: Placement) {
      return apply(
        placeOrder({
          account: trader.account,
          market: engine.findMarket(symbol),
          side,
          orderType,
          clientOrderId,
          price: priceE8(Math.round(price * 1e8)),
          quantity: quantityE8(Math.round(quantity * 1e8)),
        }),
      );
    },
    /** Moves the index price of PERP_ETH_USDC, and with it the mark price. */
    price: (price: number) => memory.setPrice(ETH, price),
    cancel(trader: Trader, orderId: number) {
      return apply({ type: "cancel_order", account: trader.account, market: -1, orderId, clientOrderId: "" });
    },
    async stop(): Promise<void> {
      clearInterval(heartbeat);
      streams.stop();
      await server.stop(true);
    },
  };
}

export type StreamVenue = ReturnType<typeof startStreamVenue>;

/** Follows the machine's time, never goes back, and can be moved forward. */
function passingClock(): MemoryClock {
  let ahead = 0;
  let latest = 0;
  const now = (): number => {
    latest = Math.max(latest, Date.now() + ahead);
    return latest;
  };
  return {
    now,
    age: (timestamp) => now() - timestamp,
    set(ms) {
      ahead = ms - Date.now();
    },
  };
}
