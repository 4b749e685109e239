// The latest trades of a market, newest first.

import "./book.css";
import { useState } from "react";
import { useCell, useSelected } from "../../cells/use-cell.ts";
import { baseOf, marketName } from "../../format/market-name.ts";
import type { SymbolRule } from "../../session/asking/answers.ts";
import type { TapeShown } from "../../session/market/tape-feed.ts";
import { tradeKey } from "../../session/market/trade-tape.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { gridOf } from "./grouping.ts";
import { inSight } from "./in-sight.ts";
import { TapeRow } from "./tape-row.tsx";
import { useOwnTrades } from "./use-own-trades.ts";
import { rowHeight, useSize } from "./use-size.ts";

export function TapeView() {
  const { symbol, venue } = useTerminal();
  const chosen = useCell(symbol);
  const rule = useSelected(venue.rules, (rules) => rules.get(chosen));
  const tape = useCell(venue.feeds.tape(chosen));
  if (rule === undefined || tape === undefined) return <p className="empty">{words.common.loading}</p>;
  if (tape.trades.length === 0) return <p className="empty">{words.book.noTrades}</p>;
  return <LoadedTape key={chosen} rule={rule} tape={tape} />;
}

function LoadedTape({ rule, tape }: { readonly rule: SymbolRule; readonly tape: TapeShown }) {
  const [box, { height }] = useSize<HTMLElement>();
  const [top, setTop] = useState(0);
  const own = useOwnTrades(rule.symbol);
  const { pricePlaces, quantityPlaces } = gridOf(rule);
  const row = rowHeight();
  const { first, after } = inSight({ count: tape.trades.length, row, top, height });
  const unit = baseOf(rule.symbol);
  const caption = words.book.tapeCaption(marketName(rule.symbol));
  return (
    <div className="book" data-stale={!tape.isLive}>
      <span className="book-stale" role="status">
        {!tape.isLive && words.book.stale}
      </span>
      <section
        className="tape-box"
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        aria-label={caption}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      >
        <table className="book-table">
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{words.book.price}</th>
              <th scope="col">{words.book.inUnit(words.book.size, unit)}</th>
              <th scope="col">{words.book.time}</th>
            </tr>
          </thead>
          <tbody>
            <Space rows={first} row={row} />
            {tape.trades.slice(first, after).map((trade) => (
              <TapeRow key={trade.id} {...{ trade, pricePlaces, quantityPlaces }} own={own.get(tradeKey(trade))} />
            ))}
            <Space rows={tape.trades.length - after} row={row} />
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** Takes the space of rows that are out of view. */
function Space({ rows, row }: { readonly rows: number; readonly row: number }) {
  if (rows === 0) return null;
  return (
    <tr aria-hidden style={{ height: rows * row }}>
      <td colSpan={3} />
    </tr>
  );
}
