// A venue as small as the streams allow, for tests: the real engine, statistics and streams behind a real server, with
// commands applied one by one, every invariant recomputed after each, and a clock that tests can move.

import type { Sequencer, Submitted, Unavailable, Unstamped } from "@evermark/core";
import {
  type Command,
  Engine,
  feeE5,
  type Listener,
  type MarketParameters,
  micros,
  millis,
  priceE8,
  quantityE8,
  rejectionWords,
} from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import { orderBindings } from "../../api/orders/orders.ts";
import type { Configuration } from "../../configuration/configuration.ts";
import { sandboxConfiguration } from "../../configuration/load.ts";
import { RateLimits } from "../../http/limits/rate-limits.ts";
import { createLog } from "../../operation/reports/log.ts";
import { createMetrics } from "../../operation/reports/metrics.ts";
import { createMarketStatistics } from "../../statistics/market-statistics.ts";
import { newKey, type TestKey } from "../../testing/test-key.ts";
import type { Venue } from "../../venue.ts";
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
  readonly configured?: Partial<Configuration["limits"]>;
  readonly mode?: Configuration["mode"];
  /** Changes to the parameters that markets are listed with. */
  readonly listed?: Partial<MarketParameters>;
}

export function startStreamVenue(options: StreamVenueOptions = {}) {
  const engine = new Engine();
  let offset = 0;
  let latest = 0;
  const clock = {
    now(): number {
      latest = Math.max(latest, Date.now() + offset);
      return latest;
    },
    age: (timestamp: number): number => clock.now() - timestamp,
  };
  const sandbox = sandboxConfiguration("/nowhere");
  const limits = { ...sandbox.limits, ...options.configured };
  const configuration: Configuration = { ...sandbox, mode: options.mode ?? "sandbox", limits };
  const statistics = createMarketStatistics(engine, clock);
  const metrics = createMetrics();
  const log = createLog("silent", { readable: false, sink: { write() {} } });
  const sequencer: Pick<Sequencer, "submit"> = { submit: (command, done) => done(failure ?? run(command)) };
  let failure: Unavailable | undefined;
  // Nobody here asks history.
  const parts = { configuration, engine, clock, statistics, metrics, log, sequencer, chain: null };
  const venue = parts as unknown as Venue;

  const orderEntry = { bindings: orderBindings, limits: new RateLimits(configuration.limits.factor) };
  // A test may sign in the millisecond in which its venue begins.
  const startedAt = clock.now() - 1;
  const streams = createStreams(venue, { limits: options.limits ?? {}, orderEntry, startedAt });
  const listener: Listener = {
    ...streams.consumer,
    trade(report) {
      statistics.consumer.trade(report);
      streams.consumer.trade(report);
    },
    order(report) {
      statistics.consumer.order(report);
      streams.consumer.order(report);
    },
    marketListed(market, at) {
      statistics.consumer.marketListed(market, at);
      streams.consumer.marketListed(market, at);
    },
  };
  let position = 0;
  const run = (command: Unstamped, at: number = clock.now()): Submitted => {
    const stamped = { ...command, at: millis(at) } as Command;
    const answer = { ...engine.apply(stamped, listener) };
    engine.audit();
    position += 1;
    streams.consumer.commandEnd(position, at);
    return { ...answer, position, at };
  };
  const apply = (command: Unstamped, at?: number): Submitted => {
    const answer = run(command, at);
    if (answer.rejection !== null) throw new Error(`${command.type}: ${rejectionWords(answer.rejection)}`);
    return answer;
  };

  apply({ type: "add_broker", brokerId: "demo", takerFee: feeE5(60), makerFee: feeE5(30) });
  apply({ type: "add_broker", brokerId: "other", takerFee: feeE5(60), makerFee: feeE5(30) });
  for (const { parameters, initialPrice } of configuration.markets.slice(0, 2)) {
    apply({ type: "list_market", parameters: { ...parameters, ...options.listed }, price: initialPrice });
  }
  apply({
    type: "set_index_prices",
    prices: [0, 1].map((market) => ({ market, price: priceOfUnits([60_000, 3_000][market]!) })),
  });

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request, server) => streams.upgrade(request, server),
    websocket: streams.websocket,
  });

  let opened = 0;
  return {
    engine,
    venue,
    clock,
    metrics,
    streams,
    apply,
    server,
    base: `ws://127.0.0.1:${server.port}`,
    /** Moves venue time forward. */
    advance(ms: number): void {
      offset += ms;
    },
    /** Opens an account with money and a key. */
    async trader(
      key: { scope?: string; expiresInMs?: number; brokerId?: string; usdc?: number } = {},
    ): Promise<Trader> {
      opened += 1;
      const accountId = `0x${opened.toString(16).padStart(64, "a")}`;
      const wallet = `0x${opened.toString(16).padStart(40, "b")}`;
      const account = apply({ type: "open_account", accountId, wallet, brokerId: key.brokerId ?? "demo" }).created;
      const pair = await newKey();
      const signedAt = millis(clock.now());
      const expiration = millis(signedAt + (key.expiresInMs ?? 3_600_000));
      apply({ type: "bind_key", account, key: pair.key, scope: key.scope ?? "read,trading", expiration, signedAt });
      const amount = micros((key.usdc ?? 100_000) * 1e6);
      apply({ type: "credit_deposit", account, amount, source: "faucet", reference: `faucet:${opened}` });
      return { account, accountId, ...pair };
    },
    /** From now on, nothing can be made durable. */
    failJournal(): void {
      failure = { unavailable: "the disk is full" };
    },
    place(trader: Trader, { side, price, quantity, symbol = ETH, orderType = "LIMIT", clientOrderId = "" }: Placement) {
      return apply(
        placeOrder({
          account: trader.account,
          market: engine.findMarket(symbol),
          side,
          orderType,
          clientOrderId,
          price: priceOfUnits(price),
          quantity: quantityE8(Math.round(quantity * 1e8)),
        }),
      );
    },
    /** Moves the index price of PERP_ETH_USDC, and with it the mark price. */
    price(price: number): void {
      apply({ type: "set_index_prices", prices: [{ market: engine.findMarket(ETH), price: priceOfUnits(price) }] });
    },
    cancel(trader: Trader, orderId: number) {
      return apply({ type: "cancel_order", account: trader.account, market: -1, orderId, clientOrderId: "" });
    },
    async stop(): Promise<void> {
      streams.stop();
      await server.stop(true);
    },
  };
}

export type StreamVenue = ReturnType<typeof startStreamVenue>;

function priceOfUnits(price: number) {
  return priceE8(Math.round(price * 1e8));
}
