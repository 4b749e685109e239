// Asks each source for one quote, without a venue: for an operator who wants to know beforehand whether the feeds answer
// from this machine. The lines are the same as a venue's.

import pino from "pino";
import type { Configuration } from "../../configuration/configuration.ts";
import type { PriceSourceConfiguration } from "../../configuration/price-sources.ts";
import { decimalText } from "../../wire/decimal-text.ts";
import type { FeedClocks } from "./lines/clocks.ts";
import { type LinedSource, linesOfSources } from "./lines/lines-of-sources.ts";

export interface FirstQuote {
  readonly row: PriceSourceConfiguration;
  /** In the currency of the pair, as decimal text; null when there is none. */
  readonly price: string | null;
  /** Why there is none; "" otherwise. */
  readonly reason: string;
  /** Milliseconds until the result was known. */
  readonly ms: number;
}

const CLOCKS: FeedClocks = { wall: Date.now, steady: () => performance.now() };
const LOOK_MS = 1_000;
const PEEK_MS = 20;

/**
 * Asks all sources at once, and stops all lines it started.
 * @param limitMs a source that has said nothing by then is not waited for
 * @throws {ConfigurationMistake} when a row names ccxt and it is not installed
 */
export async function firstQuotes(
  { sources, spreadMaxPpm, quietMaxMs }: Configuration["feeds"],
  limitMs: number,
): Promise<readonly FirstQuote[]> {
  const terms = { spreadMaxPpm, quietMaxMs };
  const lined = linesOfSources(sources, { clocks: CLOCKS, random: Math.random, terms, log: pino({ level: "silent" }) });
  const lines = new Set(lined.map(({ line }) => line));
  const startedAt = performance.now();
  const found = new Map<LinedSource, FirstQuote>();
  const look = () => {
    for (const line of lines) line.look();
  };
  const looking = setInterval(look, LOOK_MS);
  try {
    look();
    while (found.size < lined.length) {
      const ms = performance.now() - startedAt;
      for (const each of lined) {
        const quote = found.has(each) ? null : saidBy(each, ms, limitMs);
        if (quote !== null) found.set(each, quote);
      }
      await Bun.sleep(PEEK_MS);
    }
  } finally {
    clearInterval(looking);
    for (const line of lines) line.stop();
  }
  return lined.map((each) => found.get(each)!);
}

/** The source's result; null while it may still give a quote. */
function saidBy({ row, source, line }: LinedSource, ms: number, limitMs: number): FirstQuote | null {
  const worth = source.worth(CLOCKS.steady(), (era) => line.stoodAt(era));
  if (worth.price !== undefined) return { row, price: decimalText(worth.price, 18), reason: "", ms };
  if (ms < limitMs) return null;
  const { trouble } = line.status;
  return { row, price: null, reason: trouble === "" ? worth.nothing : `${worth.nothing}: ${trouble}`, ms };
}
