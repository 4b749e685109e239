// Checks whether each price source answers from this machine: all are asked at the same time, for a few seconds.

import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import type { PriceSourceConfiguration } from "@evermark/venue/configuration/price-sources.ts";
import { type FirstQuote, firstQuotes } from "@evermark/venue/prices/feeds/first-quotes.ts";
import { RATE_SOURCES_MIN } from "@evermark/venue/prices/feeds/worth/priced.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";

const PATIENCE_MS = 10_000;

/** One line per source. */
export async function checkSources({ feeds, markets }: Configuration, limitMs = PATIENCE_MS): Promise<Finding[]> {
  if (feeds.sources.length === 0) return [];
  let quotes: readonly FirstQuote[];
  try {
    quotes = await firstQuotes(feeds, limitMs);
  } catch (error) {
    return [failed("source", (error as Error).message, "install it, or name other sources")];
  }
  const needed = new Map(markets.map(({ parameters: { symbol, minSources } }) => [symbol, minSources]));
  return quotes.map((quote) => {
    const of = priceOf(quote.row);
    const answering = quotes.filter((each) => priceOf(each.row) === of && each.price !== null).length;
    return findingOf(quote, answering, needed.get(of) ?? RATE_SOURCES_MIN);
  });
}

function findingOf({ row, price, reason, ms }: FirstQuote, answering: number, needed: number): Finding {
  const who = `${priceOf(row)} of ${row.name}, ${row.pair}`;
  if (price !== null) return ok("source", `${who}: ${price} ${row.currency}, after ${(ms / 1_000).toFixed(1)} s`);
  const text = `${who}: no quote in ${(ms / 1_000).toFixed(0)} s (${reason})`;
  if (answering >= needed) return warning("source", text, "check it, or name another");
  return failed("source", `${text}; ${answering} answer, and ${needed} are needed`, "check it, or name another");
}

function priceOf({ of }: PriceSourceConfiguration): string {
  return "market" in of ? of.market : of.currency;
}
