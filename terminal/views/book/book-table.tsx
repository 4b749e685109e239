// The rows of the book: their number depends only on the available height, so nothing moves except the figures.

import { baseOf } from "../../format/market-name.ts";
import type { BookShown } from "../../session/market/book-feed.ts";
import { words } from "../../texts/words.ts";
import type { BookChoices } from "./book-choices.ts";
import { BookMiddle } from "./book-middle.tsx";
import { BookRow } from "./book-row.tsx";
import { type BookSideName, type Grid, type Group, grouped, inQuote } from "./grouping.ts";
import { useOwnLevels } from "./own-levels.ts";
import { rowHeight, useSize } from "./use-size.ts";
import { useTaking } from "./use-taking.ts";

const HEAD_PX = 20;
const MIDDLE_PX = 34;

interface BookTableProps {
  readonly symbol: string;
  readonly caption: string;
  readonly grid: Grid;
  readonly step: number;
  readonly book: BookShown;
  readonly choices: BookChoices;
}

export function BookTable({ symbol, caption, grid, step, book, choices }: BookTableProps) {
  const { sides, addsUp, unit } = choices;
  const [box, { height }] = useSize<HTMLDivElement>();
  const own = useOwnLevels(symbol, step, grid);
  const fitting = Math.floor((height - HEAD_PX - MIDDLE_PX) / rowHeight());
  const count = Math.max(1, sides === "both" ? Math.floor(fitting / 2) : fitting);
  const asks = sides === "bids" ? [] : grouped(book.asks, "asks", step, grid, count);
  const bids = sides === "asks" ? [] : grouped(book.bids, "bids", step, grid, count);
  const { taken, takeUpTo, listeners } = useTaking({ asks, bids }, grid);
  const shown = unit === "base" ? { asks, bids } : { asks: inQuote(asks), bids: inQuote(bids) };
  const of = ({ quantity, total }: Group) => (addsUp ? total : quantity);
  const widest = Math.max(...shown.asks.map(of), ...shown.bids.map(of), 0);
  const rowOf = (side: BookSideName, at: number) => {
    const group = shown[side][at];
    return (
      <BookRow
        key={`${side}-${at}`}
        {...{ side, at, grid, takeUpTo }}
        price={group?.price}
        quantity={group?.quantity ?? 0}
        total={group?.total ?? 0}
        places={unit === "base" ? grid.quantityPlaces : 0}
        share={group === undefined ? 0 : Math.round((1_000 * of(group)) / widest) / 1_000}
        ownOrders={group === undefined ? 0 : (own[side].get(group.price) ?? 0)}
        isEntry={at === 0 && (side === "bids" || bids.length === 0)}
        isTaken={taken?.side === side && taken.first <= at && at <= taken.last}
      />
    );
  };
  // Includes empty rows, so that the middle stays where it is.
  const slots = Array.from({ length: height === 0 ? 0 : count }, (_, at) => at);
  const counted = unit === "base" ? baseOf(symbol) : words.book.quote;
  const { inUnit } = words.book;
  return (
    <div className="book-box" ref={box} {...listeners}>
      <table className="book-table">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.book.price}</th>
            <th scope="col">{inUnit(words.book.size, counted)}</th>
            <th scope="col">{inUnit(words.book.total, counted)}</th>
          </tr>
        </thead>
        {sides !== "bids" && <tbody>{slots.toReversed().map((at) => rowOf("asks", at))}</tbody>}
        <tbody>
          <BookMiddle {...{ symbol, grid, asks, bids, taken }} ask={book.asks[0]?.[0]} bid={book.bids[0]?.[0]} />
        </tbody>
        {sides !== "asks" && <tbody>{slots.map((at) => rowOf("bids", at))}</tbody>}
      </table>
    </div>
  );
}
