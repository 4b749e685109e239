// One price of the book. It is rendered again only when one of its values has changed.

import { type KeyboardEvent, memo } from "react";
import { decimal, rounded } from "../../format/figure-text.ts";
import { moveFocus } from "../../parts/move-focus.ts";
import { words } from "../../texts/words.ts";
import type { BookSideName, Grid } from "./grouping.ts";

interface BookRowProps {
  readonly side: BookSideName;
  /** Index of the row; the best is 0. */
  readonly at: number;
  readonly grid: Grid;
  /** Undefined where there are fewer prices than rows. */
  readonly price: number | undefined;
  readonly quantity: number;
  readonly total: number;
  /** Decimal places of quantity and total. */
  readonly places: number;
  /** Length of the bar, as a share of the widest bar. */
  readonly share: number;
  readonly ownOrders: number;
  /** Whether Tab focuses this row first. */
  readonly isEntry: boolean;
  readonly isTaken: boolean;
  readonly takeUpTo: (side: BookSideName, at: number, takesAll: boolean) => void;
}

const move = (event: KeyboardEvent<HTMLElement>) => moveFocus(event, "table", "button");

export const BookRow = memo(function BookRow(props: BookRowProps) {
  const { side, at, grid, price, quantity, total, places, share, ownOrders, isEntry, isTaken, takeUpTo } = props;
  if (price === undefined) {
    return (
      <tr className="book-row" aria-hidden>
        <td colSpan={3} />
      </tr>
    );
  }
  const text = decimal(price, { places: grid.pricePlaces });
  const size = (value: number) => decimal(rounded(value, places), { places });
  return (
    <tr className="book-row" data-side={side} data-at={at} data-own={ownOrders > 0} data-taken={isTaken}>
      <td className={side === "asks" ? "fall" : "rise"}>
        <span className="book-bar" style={{ transform: `scaleX(${share})` }} />
        <button
          type="button"
          tabIndex={isEntry ? 0 : -1}
          title={words.book.takePrice(text)}
          onClick={({ shiftKey }) => takeUpTo(side, at, shiftKey)}
          onKeyDown={move}
        >
          {text}
          <span className="unseen">
            {" "}
            {side === "asks" ? words.book.ask : words.book.bid}
            {ownOrders > 0 && `, ${words.book.ownOrders(ownOrders)}`}
          </span>
        </button>
        {ownOrders > 0 && (
          <span className="book-own" aria-hidden title={words.book.ownOrders(ownOrders)}>
            {ownOrders > 1 ? ownOrders : ""}
          </span>
        )}
      </td>
      <td>{size(quantity)}</td>
      <td>{size(total)}</td>
    </tr>
  );
});
