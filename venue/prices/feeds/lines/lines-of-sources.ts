// Creates the lines that the configured sources need. Sources of one venue share connections, up to the venue's limit of
// pairs; each source with JSON at an address has its own line.

import type { Logger } from "pino";
import type { PriceSourceConfiguration } from "../../../configuration/price-sources.ts";
import { DRIVERS } from "../drivers/index.ts";
import { jsonDriver, readerOf } from "../drivers/json-places.ts";
import type { Driver } from "../frames/driver.ts";
import { portionsOf } from "../frames/portions.ts";
import type { Quote } from "../frames/quote.ts";
import { PriceSource, type WorthTerms } from "../worth/price-source.ts";
import { CcxtLine } from "./ccxt-line.ts";
import { CcxtThread, findCcxt } from "./ccxt-thread.ts";
import { type FeedClocks, LIFE_MS } from "./clocks.ts";
import type { Era, FeedLine, TakeQuotes } from "./feed-line.ts";
import { PolledLine } from "./polled-line.ts";
import { SocketLine } from "./socket-line.ts";
import { ConnectSpacing } from "./spacing.ts";

export interface LinedSource {
  readonly row: PriceSourceConfiguration;
  readonly source: PriceSource;
  readonly line: FeedLine;
}

interface LineParts {
  readonly clocks: FeedClocks;
  /** From 0 to just below 1. */
  readonly random: () => number;
  readonly terms: Omit<WorthTerms, "lifeMs">;
  readonly log: Logger;
}

/** @returns in the order of the rows @throws {ConfigurationMistake} when a row names ccxt and it is not installed */
export function linesOfSources(rows: readonly PriceSourceConfiguration[], parts: LineParts): readonly LinedSource[] {
  const terms: WorthTerms = { ...parts.terms, lifeMs: LIFE_MS };
  const sources = new Map(rows.map((row) => [row, new PriceSource(terms)]));
  const lines = new Map<PriceSourceConfiguration, FeedLine>();
  const isCcxt = rows.some(({ feed }) => feed.driver === "ccxt");
  const thread = isCcxt ? new CcxtThread(findCcxt(), parts.random) : null;
  for (const group of groupsOf(rows)) {
    const { connectEveryMs, pairsMax } = limitsOf(group[0]!);
    const spacing = new ConnectSpacing(connectEveryMs);
    const pairs = [...new Set(group.map(({ pair }) => pair))];
    for (const [i, portion] of portionsOf(pairs, pairsMax).entries()) {
      const carried = group.filter(({ pair }) => portion.includes(pair));
      const take = takeFor(carried, sources, parts.clocks);
      const line = lineOf(carried[0]!, { ...parts, pairs: portion, portion: i, spacing, take, thread });
      for (const row of carried) lines.set(row, line);
    }
  }
  return rows.map((row) => ({ row, source: sources.get(row)!, line: lines.get(row)! }));
}

/** Groups the rows that may share connections. */
function groupsOf(rows: readonly PriceSourceConfiguration[]): readonly (readonly PriceSourceConfiguration[])[] {
  const groups = new Map<unknown, PriceSourceConfiguration[]>();
  for (const row of rows) {
    const key = "url" in row.feed && !("places" in row.feed) ? `${row.feed.driver} ${row.feed.url}` : row;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

/** A polled source has no connection to share. */
const POLLED = { connectEveryMs: 0, pairsMax: 1 };

function limitsOf({ feed }: PriceSourceConfiguration): Pick<Driver, "connectEveryMs" | "pairsMax"> {
  return feed.driver === "json_http" || feed.driver === "ccxt" ? POLLED : driverOf(feed);
}

function driverOf(feed: Exclude<PriceSourceConfiguration["feed"], { driver: "json_http" | "ccxt" }>): Driver {
  if (feed.driver === "json_websocket") return jsonDriver(feed.url, feed.places, feed.subscription);
  return DRIVERS[feed.driver];
}

interface OneLineParts extends LineParts {
  readonly pairs: readonly string[];
  /** Index of the line among the venue's. */
  readonly portion: number;
  readonly spacing: ConnectSpacing;
  readonly take: TakeQuotes;
  /** Null where no source needs it. */
  readonly thread: CcxtThread | null;
}

function lineOf(row: PriceSourceConfiguration, { portion, ...parts }: OneLineParts): FeedLine {
  const { feed, name, pair } = row;
  if (feed.driver === "json_http") {
    const { url, everyMs, places } = feed;
    return new PolledLine({ ...parts, name: `${name} ${pair}`, url, everyMs, read: readerOf(places, pair) });
  }
  if (feed.driver === "ccxt") {
    const { exchange, everyMs } = feed;
    return new CcxtLine({ ...parts, name: `ccxt ${exchange} ${pair}`, exchange, pair, everyMs, thread: parts.thread! });
  }
  const driver = driverOf(feed);
  const known = feed.driver === "json_websocket" ? `${name} ${pair}` : feed.driver;
  return new SocketLine({
    ...parts,
    name: portion === 0 ? known : `${known} ${portion + 1}`,
    driver,
    url: feed.url ?? driver.url,
  });
}

/** Passes quotes on to the sources of their pair. */
function takeFor(
  rows: readonly PriceSourceConfiguration[],
  sources: ReadonlyMap<PriceSourceConfiguration, PriceSource>,
  clocks: FeedClocks,
): TakeQuotes {
  const byPair = new Map<string, PriceSource[]>();
  for (const row of rows) byPair.set(row.pair, [...(byPair.get(row.pair) ?? []), sources.get(row)!]);
  return (quotes: readonly Quote[], era: Era) => {
    const arrival = { steady: clocks.steady(), wall: clocks.wall(), era };
    for (const quote of quotes) for (const source of byPair.get(quote.pair) ?? []) source.take(quote, arrival);
  };
}
