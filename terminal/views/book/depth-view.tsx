// The depth of the book as a chart, with its range to choose.

import { useMemo, useState } from "react";
import { useCell, useSelected } from "../../cells/use-cell.ts";
import { percent } from "../../format/figure-text.ts";
import type { SymbolRule } from "../../session/asking/answers.ts";
import type { BookShown } from "../../session/market/book-feed.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { DepthChart } from "./depth-chart.tsx";
import { depthOf } from "./depth-curve.ts";
import { gridOf } from "./grouping.ts";

const RANGES = [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05] as const;
const ALL = "all";

export function DepthView() {
  const { symbol, venue } = useTerminal();
  const chosen = useCell(symbol);
  const rule = useSelected(venue.rules, (rules) => rules.get(chosen));
  const book = useCell(venue.feeds.book(chosen));
  if (rule === undefined || book === undefined) return <p className="empty">{words.common.loading}</p>;
  return <LoadedDepth rule={rule} book={book} />;
}

function LoadedDepth({ rule, book }: { readonly rule: SymbolRule; readonly book: BookShown }) {
  const [range, setRange] = useState<string>(ALL);
  const { symbol, quote_tick, base_tick } = rule;
  const grid = useMemo(() => gridOf({ quote_tick, base_tick }), [quote_tick, base_tick]);
  const depth = useMemo(() => depthOf(book, range === ALL ? undefined : Number(range), grid), [book, range, grid]);
  return (
    <div className="book" data-stale={!book.isLive}>
      <div className="book-tools">
        <span className="book-stale" role="status">
          {!book.isLive && words.book.stale}
        </span>
        <select
          className="book-step"
          aria-label={words.book.range}
          title={words.book.range}
          value={range}
          onChange={({ target }) => setRange(target.value)}
        >
          <option value={ALL}>{words.book.everything}</option>
          {RANGES.map((offer) => (
            <option key={offer} value={offer}>
              {words.book.within(percent(offer))}
            </option>
          ))}
        </select>
      </div>
      {depth === undefined ? <p className="empty">{why(book)}</p> : <DepthChart {...{ symbol, depth, grid }} />}
    </div>
  );
}

function why({ asks, bids }: BookShown): string {
  return asks.length + bids.length === 0 ? words.book.none : words.book.oneSide;
}
