// Hours of faults in all feeds of a market, over real sockets with clocks moved by hand. Whatever the feeds do, the index
// is near the true price while the market trades, as long as most sources are honest; and the market halts when too few
// are left.

import { afterEach, expect, test } from "bun:test";
import { type Micros, millis, quantityE8 } from "@evermark/engine";
import type { ServerWebSocket } from "bun";
import { defaultMarkets } from "../../configuration/default-markets.ts";
import type { PriceSourceConfiguration } from "../../configuration/price-sources.ts";
import { HandMovedClocks } from "../../operation/time/testing/hand-moved-clocks.ts";
import { memoryVenue, standingClock } from "../../testing/memory-venue.ts";
import { Random } from "../random.ts";
import { PriceFeeds } from "./price-feeds.ts";
import { quietLog, until } from "./testing/feed-rig.ts";

const opened: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop();
});

const SOURCES = 5;
const MIN_SOURCES = 3;
const SECONDS = 2 * 3_600;
/** The largest move of the true price within a second. */
const STEP = 0.0002;
/** One of three counting sources may lie, clipped at 5 % from the middle; the others are a minute behind at most. */
const APART_MAX = 0.03;

/** Faults of a venue. */
const FAULTS = [
  "cut",
  "quiet",
  "late",
  "ahead",
  "lies",
  "garbage",
  "crossed",
  "frozen",
  "repeats",
  "oversized",
] as const;
type Fault = (typeof FAULTS)[number];

/** A venue that sends the true price unless it has a fault. */
class FaultyVenue {
  fault: Fault | null = null;
  readonly #sockets = new Set<ServerWebSocket<undefined>>();
  #pongs = 0;
  #last = "";
  readonly #server = Bun.serve({
    ...{ hostname: "127.0.0.1", port: 0 },
    fetch: (request, server) =>
      this.fault !== "cut" && server.upgrade(request) ? undefined : new Response("maintenance", { status: 503 }),
    websocket: {
      open: (socket: ServerWebSocket<undefined>) => void this.#sockets.add(socket),
      message: () => undefined,
      pong: () => {
        this.#pongs += 1;
      },
      close: (socket: ServerWebSocket<undefined>) => void this.#sockets.delete(socket),
    },
  });

  get url(): string {
    return `ws://127.0.0.1:${this.#server.port}/`;
  }

  stop(): Promise<void> {
    return this.#server.stop(true);
  }

  /** Sends its messages. Returns once all of them were read. */
  async say(price: number, now: number): Promise<void> {
    if (this.fault === "cut") for (const socket of this.#sockets) socket.terminate();
    for (const text of this.#texts(price, now)) for (const socket of this.#sockets) socket.send(text);
    const [before, asked] = [this.#pongs, this.#sockets.size];
    for (const socket of this.#sockets) socket.ping();
    await until(() => this.#pongs - before >= Math.min(asked, this.#sockets.size));
  }

  #texts(price: number, now: number): readonly string[] {
    const quote = (at: number, bid = price * 0.9999, ask = price * 1.0001): string =>
      JSON.stringify({ bid: bid.toFixed(4), ask, last: price.toFixed(2), at });
    const former = this.#last || quote(now);
    this.#last = this.fault === "frozen" ? former : quote(now);
    switch (this.fault) {
      case "cut":
      case "quiet":
        return [];
      case "late":
        return [quote(now - 11_000)];
      case "ahead":
        return [quote(now + 11_000)];
      case "lies":
        return [quote(now, price * 1.4999, price * 1.5001).replace(/"last":"[^"]*"/, `"last":"${price * 1.5}"`)];
      case "garbage":
        return ["{", "null", '{"bid":{},"ask":[],"last":true,"at":"x"}', former.slice(0, 20)];
      case "crossed":
        return [quote(now, price * 1.01, price * 0.99)];
      case "frozen":
        return [former.replace(/"at":\d+/, `"at":${now}`)];
      case "repeats":
        return [this.#last, former, this.#last];
      case "oversized":
        return ["x".repeat(1_048_577)];
      case null:
        return [this.#last];
    }
  }
}

function sourceOf(name: string, url: string): PriceSourceConfiguration {
  return {
    ...{ of: { market: "PERP_BTC_USDC" }, name, pair: name, currency: "USD" },
    ...{ weight: quantityE8(100_000_000), multiplier: quantityE8(100_000_000) },
    feed: {
      ...{ driver: "json_websocket", url, subscription: [] },
      places: { bid: "bid", ask: "ask", last: "last", time: "at", pair: null },
    },
  };
}

/** Starts and ends faults at random: two at a time at most, except for occasional blackouts, and one liar at most. */
function stir(venues: readonly FaultyVenue[], random: Random): void {
  for (const venue of venues) if (venue.fault !== null && random.chance(1 / 90)) venue.fault = null;
  const faulty = venues.filter(({ fault }) => fault !== null).length;
  if (random.chance(1 / 1_800)) for (const venue of venues) venue.fault = random.chance(0.8) ? "cut" : null;
  else if (faulty < 2 && random.chance(1 / 20)) {
    const fault = random.pick(FAULTS);
    const isLieToo = fault === "lies" && venues.some((venue) => venue.fault === "lies");
    if (!isLieToo) random.pick(venues).fault = fault;
  }
}

test("two hours of faults in all feeds: no index far from the true price, and halts only while too few are left", async () => {
  const random = new Random(5);
  const venues = Array.from({ length: SOURCES }, () => new FaultyVenue());
  const rows = venues.map(({ url }, i) => sourceOf(`source-${i}`, url));
  const [btc] = defaultMarkets();
  const parameters = {
    ...btc!.parameters,
    sources: rows.map(({ name }) => name),
    minSources: MIN_SOURCES,
    capsWeights: true,
  };
  const market = { ...btc!, parameters };
  const start = Math.ceil(1_779_269_143_700 / 1_000) * 1_000;
  const memory = memoryVenue({ markets: [market], insuranceFund: 0 as Micros }, standingClock(start - 1));
  const clocks = new HandMovedClocks(start);
  const feeds = new PriceFeeds({
    configuration: {
      ...{ mode: "sandbox", markets: [market] },
      feeds: { currency: "USD", spreadMaxPpm: 20_000, quietMaxMs: 300_000, sources: rows },
    },
    ...{ engine: memory.engine, sequencer: memory.venue.sequencer, clocks, log: quietLog },
    random: () => random.fraction(),
    condition: { broken: () => undefined, holds: () => undefined },
  });
  opened.push(feeds, ...venues);
  memory.apply({ type: "start_session", resumesAt: millis(start) });

  let truth = 60_000;
  let worst = 0;
  const seconds = { trading: 0, inDoubt: 0, halted: new Map<string, number>() };
  for (let second = 1; second <= SECONDS; second++) {
    truth *= 1 + STEP * (2 * random.fraction() - 1);
    stir(venues, random);
    clocks.pass(1_000);
    feeds.look();
    await until(() => feeds.lines.every(({ status }) => status.state !== "connecting"));
    await Promise.all(venues.map((venue) => venue.say(truth, clocks.wall())));
    memory.setNow(start + second * 1_000 - 1);
    const report = feeds.at();
    if (report !== null) memory.apply(report);
    memory.setNow(start + second * 1_000);
    memory.apply({ type: "tick" });

    const { state, stateReason, liquidationHeld, index, parameters } = memory.engine.market(0);
    if (state === "HALTED") seconds.halted.set(stateReason, (seconds.halted.get(stateReason) ?? 0) + 1);
    else if (liquidationHeld) seconds.inDoubt += 1;
    else {
      seconds.trading += 1;
      const apart = Math.abs((index * parameters.quoteTick) / 1e8 / truth - 1);
      worst = Math.max(worst, apart);
      expect(apart).toBeLessThan(APART_MAX);
    }
  }
  // It traded most of the time, and was halted by blackouts and nothing but silence.
  expect(seconds.trading).toBeGreaterThan(SECONDS / 2);
  expect([...seconds.halted.keys()]).toEqual(["STALE_INDEX"]);
  expect(worst).toBeGreaterThan(0);
}, 600_000);
