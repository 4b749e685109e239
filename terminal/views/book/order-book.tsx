// The order book of a market: as many prices as fit, with the best ones in the middle.

import { useMemo } from "react";
import { useCell, useSelected } from "../../cells/use-cell.ts";
import { marketName } from "../../format/market-name.ts";
import type { SymbolRule } from "../../session/asking/answers.ts";
import type { BookShown } from "../../session/market/book-feed.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { useBookChoices } from "./book-choices.ts";
import { BookTable } from "./book-table.tsx";
import { gridOf } from "./grouping.ts";

export function OrderBook() {
  const { symbol, venue } = useTerminal();
  const chosen = useCell(symbol);
  const rule = useSelected(venue.rules, (rules) => rules.get(chosen));
  const book = useCell(venue.feeds.book(chosen));
  if (rule === undefined || book === undefined) return <p className="empty">{words.common.loading}</p>;
  return <LoadedBook key={chosen} rule={rule} book={book} />;
}

function LoadedBook({ rule, book }: { readonly rule: SymbolRule; readonly book: BookShown }) {
  const { choices } = useBookChoices();
  const { symbol, quote_tick, base_tick } = rule;
  const grid = useMemo(() => gridOf({ quote_tick, base_tick }), [quote_tick, base_tick]);
  const step = choices.steps[symbol] ?? grid.tick;
  return (
    <div className="book" data-stale={!book.isLive}>
      <BookTable {...{ symbol, grid, step, book, choices }} caption={words.book.caption(marketName(symbol))} />
      <span className="book-stale" role="status">
        {!book.isLive && words.book.stale}
      </span>
    </div>
  );
}
