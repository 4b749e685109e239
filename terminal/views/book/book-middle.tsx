// The row between asks and bids: the last price, the spread, and the balance between the sides.

import { useSelected } from "../../cells/use-cell.ts";
import { decimal, percent, rounded } from "../../format/figure-text.ts";
import { baseOf } from "../../format/market-name.ts";
import { Direction } from "../../parts/figure.tsx";
import { lastOf } from "../../session/market/last-price.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { type Grid, type Group, spreadOf } from "./grouping.ts";
import { type RowSelection, wantedShare } from "./row-selection.ts";

interface BookMiddleProps {
  readonly symbol: string;
  readonly grid: Grid;
  readonly ask: number | undefined;
  readonly bid: number | undefined;
  /** The visible groups of both sides. */
  readonly asks: readonly Group[];
  readonly bids: readonly Group[];
  readonly taken: RowSelection | undefined;
}

export function BookMiddle({ symbol, grid, ask, bid, asks, bids, taken }: BookMiddleProps) {
  const { venue } = useTerminal();
  const traded = useSelected(venue.feeds.tape(symbol), (tape) => lastOf(tape)?.price);
  const direction = useSelected(venue.feeds.tape(symbol), (tape) => lastOf(tape)?.direction ?? 0);
  // Before the tape is loaded, and before the first trade, the daily figures have a price.
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
              {words.book.spread}{" "}
              {spread === undefined ? "–" : `${shown(spread.width)} (${percent(rounded(spread.fraction, 6))})`}
            </span>
            {taken === undefined ? (
              <Wanted share={wantedShare(asks, bids)} />
            ) : (
              <b>{words.book.taking(decimal(taken.quantity), baseOf(symbol), shown(taken.price))}</b>
            )}
          </span>
        </div>
      </td>
    </tr>
  );
}

/** The bids' share of the visible sizes, as a figure and a bar. */
function Wanted({ share }: { readonly share: number | undefined }) {
  if (share === undefined) return null;
  return (
    <span className="book-wanted" title={words.book.wanted}>
      {words.book.bidsShare(`${Math.round(share * 100)} %`)}
      <span aria-hidden>
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
    </span>
  );
}
