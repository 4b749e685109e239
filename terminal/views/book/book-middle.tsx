// Between offers and bids: the last price, the mark price, and how far the best prices are apart.

import { useSelected } from "../../cells/use-cell.ts";
import { decimal, percent, rounded } from "../../format/decimal.ts";
import { Direction } from "../../parts/figure.tsx";
import { lastOf } from "../../session/market/last-price.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { type Grid, spreadOf } from "./grouping.ts";

interface BookMiddleProps {
  readonly symbol: string;
  readonly grid: Grid;
  readonly ask: number | undefined;
  readonly bid: number | undefined;
}

export function BookMiddle({ symbol, grid, ask, bid }: BookMiddleProps) {
  const { venue } = useTerminal();
  const traded = useSelected(venue.feeds.tape(symbol), (tape) => lastOf(tape)?.price);
  const direction = useSelected(venue.feeds.tape(symbol), (tape) => lastOf(tape)?.direction ?? 0);
  const mark = useSelected(venue.markets.of(symbol), (market) => market?.mark_price);
  // Before the tape is there, and before the first trade, the day's figures have it.
  const close = useSelected(venue.markets.of(symbol), (market) => market?.["24h_close"]);
  const price = traded ?? close;
  const spread = spreadOf(ask, bid, grid);
  const shown = (value: number) => decimal(value, { places: grid.pricePlaces });
  return (
    <tr className="book-middle">
      <td colSpan={3}>
        <div>
          <span className="book-last">
            <span className="unseen">{words.book.last} </span>
            {price === undefined ? "–" : <Direction direction={direction}>{shown(price)}</Direction>}
          </span>
          <span className="book-about">
            <span>
              {words.book.mark} {mark === undefined ? "–" : shown(mark)}
            </span>
            <span>
              {words.book.spread}{" "}
              {spread === undefined ? "–" : `${shown(spread.width)} (${percent(rounded(spread.fraction, 6))})`}
            </span>
          </span>
        </div>
      </td>
    </tr>
  );
}
