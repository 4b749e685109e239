// Clients with streams at several nodes, of which some are killed and restarted: C11 with real processes.

import { describe, expect, test } from "bun:test";
import type { Client } from "@evermark/client";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { topics } from "@evermark/interface/streams/topics.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { RoamingTrader, VenueNodes } from "./venue-nodes.ts";

const SYMBOL = "PERP_BTC_USDC";
/** About the first price of the sandbox's market. */
const PRICE = 60_000;

/** The topics under test, with the rows that declare how each is sent. */
const PUBLIC = {
  [`${SYMBOL}@orderbookupdate`]: topics.orderbookupdate,
  [`${SYMBOL}@bbo`]: topics.bbo,
  [`${SYMBOL}@trade`]: topics.trade,
  [`${SYMBOL}@orderbook`]: topics.orderbook,
  [`${SYMBOL}@kline_1m`]: topics.kline,
  [`${SYMBOL}@openinterest`]: topics.openinterest,
  tickers: topics.tickers,
  markprices: topics.markprices,
  indexprices: topics.indexprices,
  bbos: topics.bbos,
};
const PRIVATE = {
  executionreport: topics.executionreport,
  position: topics.position,
};
const TOPICS = { ...PUBLIC, ...PRIVATE };
type Topic = keyof typeof TOPICS;

/** A client that keeps all frames that one node sends it. */
class Listener {
  readonly frames = new Map<Topic, { seq: number; text: string }[]>();

  static async at(client: Client): Promise<Listener> {
    const listener = new Listener();
    const { public: open, private: own } = client.streams;
    const keep =
      (topic: Topic) =>
      (data: unknown, { seq, ts }: { seq?: number; ts: number }) => {
        const kept = listener.frames.get(topic) ?? [];
        listener.frames.set(topic, kept);
        kept.push({ seq: seq!, text: JSON.stringify([ts, data]) });
      };
    await Promise.all([
      ...Object.keys(PUBLIC).map((topic) => open.subscribe(topic as never, keep(topic as Topic)).ready),
      ...Object.keys(PRIVATE).map((topic) => own.subscribe(topic as never, keep(topic as Topic) as never).ready),
    ]);
    return listener;
  }

  of(topic: Topic): { seq: number; text: string }[] {
    return this.frames.get(topic) ?? [];
  }

  /** Without the first frame of topics that begin with their current value. */
  sent(topic: Topic): { seq: number; text: string }[] {
    return this.of(topic).slice(TOPICS[topic]!.startsWithCurrent ? 1 : 0);
  }
}

/**
 * Expects each listener's frames to be numbered without a gap, and equal numbers to mean equal frames. @returns how
 * many frames of each topic more than one listener has received
 */
function compared(listeners: readonly Listener[]): Map<Topic, number> {
  const several = new Map<Topic, number>();
  for (const topic of Object.keys(TOPICS) as Topic[]) {
    const known = new Map<number, string>();
    let count = 0;
    for (const listener of listeners) {
      const seqs = listener.of(topic).map(({ seq }) => seq);
      expect([topic, seqs]).toEqual([topic, seqs.map((_, i) => seqs[0]! + i)]);
      for (const { seq, text } of listener.sent(topic)) {
        if (known.has(seq)) count += 1;
        expect([topic, seq, text]).toEqual([topic, seq, known.get(seq) ?? text]);
        known.set(seq, text);
      }
    }
    several.set(topic, count);
  }
  return several;
}

/** Trades between two accounts until each listener has received `more` further frames of each topic. */
async function tradeUntil([maker, taker]: Pair, listeners: readonly Listener[], more: number): Promise<void> {
  const before = new Map(listeners.map((listener) => [listener, lengths(listener)]));
  const hasEnough = (listener: Listener) =>
    lengths(listener).every((length, i) => length >= before.get(listener)![i]! + more);
  for (let i = 0; !listeners.every(hasEnough); i++) {
    const terms = {
      symbol: SYMBOL,
      order_type: "LIMIT",
      order_price: PRICE + (i % 50),
      order_quantity: 0.001,
    } as const;
    const { order_id } = await maker(i).placeOrder({ ...terms, side: i % 2 === 0 ? "SELL" : "BUY" });
    await taker(i + 1).placeOrder({ ...terms, side: i % 2 === 0 ? "BUY" : "SELL", order_quantity: 0.0005 });
    await maker(i + 2).cancelOrder({ symbol: SYMBOL, order_id });
  }
}

/** The order calls of two traders, each call at the next node in turn. */
type Pair = readonly [(i: number) => Client["orders"], (i: number) => Client["orders"]];

function pairAt(traders: readonly [RoamingTrader, RoamingTrader], nodes: readonly number[]): Pair {
  const [maker, taker] = traders.map((trader) => (i: number) => trader.via(nodes[i % nodes.length]!).orders);
  return [maker!, taker!];
}

function lengths(listener: Listener): number[] {
  return (Object.keys(TOPICS) as Topic[]).map((topic) => listener.of(topic).length);
}

describe.skipIf(!(asksForNats && isPostgresAsked))("streams of several nodes", () => {
  test("C11: are the same, whichever node a client listens to, and whichever is killed", async () => {
    using temporary = temporaryDirectory();
    await using venue = await VenueNodes.start(3, temporary.path);
    using maker = await RoamingTrader.at(venue.nodes);
    using taker = await RoamingTrader.at(venue.nodes);
    const listeners = await Promise.all([0, 1, 2].map((node) => Listener.at(taker.via(node))));
    await tradeUntil(pairAt([maker, taker], [0, 1, 2]), listeners, 2);
    for (const count of compared(listeners).values()) expect(count).toBeGreaterThan(1);

    const leader = await venue.leader();
    const lost = venue.nodes.indexOf(leader);
    const left = [0, 1, 2].filter((node) => node !== lost);
    await leader.process.kill();
    await venue.leader();
    const living = left.map((node) => listeners[node]!);
    await tradeUntil(pairAt([maker, taker], left), living, 2);
    compared(living);

    // One restarts on its copy, another starts from the journal's beginning: their clients receive the same frames.
    await venue.run(leader);
    const begun = [leader, await venue.add()];
    using makerThere = maker.at(begun);
    using takerThere = taker.at(begun);
    const came = await Promise.all([0, 1].map((node) => Listener.at(takerThere.via(node))));
    await tradeUntil(pairAt([makerThere, takerThere], [0, 1]), [...living, ...came], 2);
    for (const count of compared([...living, ...came]).values()) expect(count).toBeGreaterThan(1);

    // All are killed, and the numbering continues.
    const highest = living[0]!.of("tickers").at(-1)!.seq;
    await Promise.all(venue.nodes.map(({ process }) => process.kill()));
    await Promise.all(venue.nodes.map((node) => venue.run(node)));
    using makerLater = maker.at(venue.nodes);
    using takerLater = taker.at(venue.nodes);
    const afterwards = await Promise.all(venue.nodes.map((_, node) => Listener.at(takerLater.via(node))));
    await tradeUntil(pairAt([makerLater, takerLater], [...venue.nodes.keys()]), afterwards, 2);
    for (const count of compared(afterwards).values()) expect(count).toBeGreaterThan(1);
    expect(afterwards[0]!.of("tickers")[0]!.seq).toBeGreaterThanOrEqual(highest);
  }, 300_000);
});
