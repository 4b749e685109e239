// The view of feeds: in full for the operator by `evermark prices`, in short for everyone by `/health`.

import { decimalText, e8Text } from "../../wire/decimal-text.ts";
import type { PriceFeeds, PriceState } from "./price-feeds.ts";

/** One source; prices are decimal text, null for none. */
export interface ShownSource {
  readonly name: string;
  readonly feed: string;
  readonly pair: string;
  readonly currency: string;
  readonly price: string | null;
  /** In the currency of the indexes and in units of the market. */
  readonly converted: string | null;
  /** Seconds since its last quote. */
  readonly age_seconds: number | null;
  readonly weight: string;
  readonly counts: boolean;
  /** Why it does not count; "" when it does. */
  readonly reason: string;
  readonly state: "connecting" | "open" | "waiting";
  readonly reconnects: number;
  readonly trouble: string;
  /** How many messages were refused for their time. */
  readonly refused: number;
}

export interface ShownPrice {
  /** A market's symbol, or a currency that prices are converted from. */
  readonly of: string;
  readonly index: string | null;
  readonly needed: number;
  readonly counting: number;
  readonly sources: readonly ShownSource[];
}

/** @param now by the steady clock */
export function shownPrices(feeds: PriceFeeds, now: number): readonly ShownPrice[] {
  return feeds.states().map((state) => shownPrice(feeds, state, now));
}

function shownPrice(feeds: PriceFeeds, { of, index, needed, sources }: PriceState, now: number): ShownPrice {
  const shown = sources.map(({ row, price, converted, reason }): ShownSource => {
    const { source, line } = feeds.lined(row);
    const { state, failures, renewals, trouble } = line.status;
    const { quotedAt, refused } = source;
    return {
      ...{ name: row.name, feed: line.name, pair: row.pair, currency: row.currency },
      price: price === null ? null : decimalText(price, 18),
      converted: converted === null ? null : decimalText(converted, 18),
      age_seconds: quotedAt === null ? null : Math.floor((now - quotedAt) / 1_000),
      weight: e8Text(row.weight),
      ...{ counts: reason === "", reason, state, reconnects: failures + renewals, trouble, refused },
    };
  });
  return {
    ...{ of, needed, sources: shown },
    index: index === null ? null : decimalText(index, 18),
    counting: shown.filter(({ counts }) => counts).length,
  };
}

/** Visible to everyone, so without addresses and pairs. */
export function feedsInShort(feeds: PriceFeeds) {
  const all = feeds.states().flatMap(({ sources }) => sources);
  return {
    sources: all.length,
    counting: all.filter(({ reason }) => reason === "").length,
    connections: feeds.lines.length,
    open: feeds.lines.filter(({ status }) => status.state === "open").length,
  };
}
