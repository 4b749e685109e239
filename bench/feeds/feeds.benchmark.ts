// The latency of outside prices: the time from when an outside venue sends a price until an index that includes it is
// in the journal and applied, with 30 markets of 8 sources each. It also measures what the feeds cost. An index changes
// once a second, so the baseline for each price is the wait until the next second, which is the best possible time.
// Every price is unique, so that a report in the journal shows which message it comes from.

import { dataPaths } from "@evermark/core";
import { decodeCommand } from "@evermark/engine";
import { readJournal } from "@evermark/journal";
import { type Benchmark, figureAlone, figureOf, quantile } from "../figures/measure.ts";
import { numberText } from "../figures/number-text.ts";
import { startChild } from "../processes/child-process.ts";
import { cpuSecondsOf } from "../processes/cpu-use.ts";
import { MEMORY, type MemoryUse } from "../processes/memory-use.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";
import { BENCH_DRIVERS, type FeedsOpening, FeedVenue, TICKED, type Ticked } from "./feed-venues.ts";

/** In 10⁻⁸. */
const FIRST_PRICE = 6_000_000_000_000;
const PER_PAIR_AND_SECOND = 10;
const TURN_MS = 10;

interface Sent {
  readonly at: number;
  /** The index of the pair, which is one market on one venue. */
  readonly pair: number;
}

export const feeds: Benchmark = {
  name: "feeds",
  about:
    "ms from a price that a venue sends to the index in the journal; cores and bytes of 30 markets with 8 sources each",
  load: { seconds: 20 },
  quickLoad: { seconds: 3 },
  async run({ quick, load }, report, note) {
    const markets = Array.from({ length: quick ? 3 : 30 }, (_, i) => `PERP_M${i + 1}_USDC`);
    const venues = BENCH_DRIVERS.map((driver) => ({ driver, server: new FeedVenue(driver) }));
    try {
      await scratchDirectory(async (directory) => {
        const opening = { directory, markets, venues: venues.map(({ driver, server: { url } }) => ({ driver, url })) };
        const { sent, ticked, quiet, busy, memory } = await measured(opening, venues, load.seconds);
        const { ours, theirs, bytes } = latencies(directory, sent, ticked, markets.length * venues.length);
        for (const [name, share] of [
          ["p50", 0.5],
          ["p99", 0.99],
        ] as const) {
          const samples = { ours: [quantile(ours, share)], theirs: [quantile(theirs, share)] };
          report(figureOf(`feeds, price to index in the journal, ${name}`, "ms", "wait for the second", samples));
        }
        report(figureOf("feeds, processor", "cores", "connected and quiet", { ours: [busy], theirs: [quiet] }));
        const alone = await withoutFeeds({ directory: `${directory}-none`, markets, venues: [] });
        const samples = { ours: [memory.resident / 2 ** 20], theirs: [alone.resident / 2 ** 20] };
        report(figureOf("feeds, memory", "MiB", "prices by hand", samples));
        report(figureAlone("feeds, journal", "bytes/s", [bytes]));
        note(`${numberText(sent.length / load.seconds)} messages/s in eight protocols, ${markets.length} markets`);
      });
    } finally {
      await Promise.all(venues.map(({ server }) => server.stop()));
    }
  },
};

type Venues = readonly { readonly server: FeedVenue }[];

async function measured(opening: FeedsOpening, venues: Venues, seconds: number) {
  const child = startChild<unknown>(import.meta.resolve("./feeds-venue.child.ts"));
  try {
    await child.ask(opening);
    while (!venues.every(({ server }) => server.isHeard)) await Bun.sleep(10);
    const pairs = venues.flatMap(({ server }) => opening.markets.map((market) => ({ server, market })));
    // Every pair has a price by now, and then no price changes for a while.
    await sending(pairs, 1);
    const quiet = await coresDuring(child.pid, () => Bun.sleep(seconds * 500));
    const sent: Sent[] = [];
    const busy = await coresDuring(child.pid, async () => void sent.push(...(await sending(pairs, seconds))));
    await Bun.sleep(2_000);
    const ticked = (await child.ask(TICKED)) as Ticked;
    const memory = (await child.ask(MEMORY)) as MemoryUse;
    return { sent, ticked, quiet, busy, memory };
  } finally {
    await child.stop();
  }
}

async function withoutFeeds(opening: FeedsOpening): Promise<MemoryUse> {
  const child = startChild<unknown>(import.meta.resolve("./feeds-venue.child.ts"));
  try {
    await child.ask(opening);
    return (await child.ask(MEMORY)) as MemoryUse;
  } finally {
    await child.stop();
  }
}

let messages = 0;

/** Sends a steady stream of new prices, the same number for every pair. @returns what was sent, in that order */
async function sending(
  pairs: readonly { readonly server: FeedVenue; readonly market: string }[],
  seconds: number,
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const total = pairs.length * PER_PAIR_AND_SECOND * seconds;
  const startedAt = performance.now();
  for (let n = 0; n < total; ) {
    const due = Math.min(total, Math.ceil((performance.now() - startedAt) * (total / (seconds * 1_000))));
    for (; n < due; n++) {
      const { server, market } = pairs[n % pairs.length]!;
      const price = `60000.${String(messages).padStart(8, "0")}`;
      sent.push({ at: performance.timeOrigin + performance.now(), pair: n % pairs.length });
      messages += 1;
      server.send(market, price, Date.now());
    }
    await Bun.sleep(TURN_MS);
  }
  return sent;
}

async function coresDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  const [before, startedAt] = [cpuSecondsOf(pid), performance.now()];
  await work();
  return (cpuSecondsOf(pid) - before) / ((performance.now() - startedAt) / 1_000);
}

/** For each message, the time until the first tick was applied whose reports contain it or a later message of its pair. */
function latencies(directory: string, sent: readonly Sent[], ticked: Ticked, pairs: number) {
  const first = messages - sent.length;
  const waiting = Array.from({ length: pairs }, () => [] as number[]);
  for (const [n, { pair }] of sent.entries()) waiting[pair]!.push(n);
  const appliedAt = new Map(ticked);
  const [ours, theirs]: [number[], number[]] = [[], []];
  let [bytes, seconds] = [0, 0];
  for (const { payload } of readJournal(dataPaths(directory).journal, 1)) {
    const command = decodeCommand(payload);
    if (command.type !== "oracle_prices") continue;
    bytes += payload.byteLength;
    seconds += 1;
    const at = appliedAt.get(command.at + 1);
    if (at === undefined) continue;
    for (const { price } of command.prices) {
      const known = price - FIRST_PRICE - first;
      const queue = known >= 0 ? waiting[sent[known]!.pair]! : [];
      while (queue.length > 0 && queue[0]! <= known) {
        const sentAt = sent[queue.shift()!]!.at;
        ours.push(at - sentAt);
        theirs.push(1_000 - (sentAt % 1_000));
      }
    }
  }
  return { ours, theirs, bytes: bytes / seconds };
}
