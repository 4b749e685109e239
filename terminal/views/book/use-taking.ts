// Selecting prices in the book for the ticket: a click takes the price of a row; dragging over several rows, or clicking
// with Shift, also takes their quantity, for an order that would trade with all of it.

import { type PointerEvent, useCallback, useRef, useState } from "react";
import { type TicketWish, useTerminal } from "../../state/terminal-state.ts";
import type { BookSideName, Grid, Group } from "./grouping.ts";
import { type RowSelection, selectionOf } from "./row-selection.ts";

type Groups = Readonly<Record<BookSideName, readonly Group[]>>;

interface Place {
  readonly side: BookSideName;
  readonly at: number;
}

export function useTaking(groups: Groups, grid: Grid) {
  const { ticketWish } = useTerminal();
  const [range, setRange] = useState<readonly [Place, Place] | null>(null);
  const from = useRef<Place | null>(null);
  // Rows are rendered again only when their own values change, so their handlers read the current book from here.
  const now = useRef({ groups, grid });
  now.current = { groups, grid };
  const takenIn = ([one, other]: readonly [Place, Place]): RowSelection | undefined =>
    selectionOf(now.current.groups[one.side], one.side, [one.at, other.at], now.current.grid);
  const takeUpTo = useCallback(
    (side: BookSideName, at: number, takesAll: boolean) => {
      const price = now.current.groups[side][at]?.price;
      const all = takesAll ? selectionOf(now.current.groups[side], side, [0, at], now.current.grid) : undefined;
      if (all !== undefined) ticketWish.set(wishFor(all));
      else if (price !== undefined) ticketWish.set({ price });
    },
    [ticketWish],
  );
  const end = (event: PointerEvent) => {
    const taken = event.type === "pointerup" && range !== null ? takenIn(range) : undefined;
    from.current = null;
    setRange(null);
    if (taken !== undefined) ticketWish.set(wishFor(taken));
  };
  const listeners = {
    // Not for touch: a finger scrolls.
    onPointerDown: (event: PointerEvent) => {
      from.current = event.pointerType === "mouse" && event.button === 0 ? placeUnder(event) : null;
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current === null || event.buttons === 0) return;
      const to = placeUnder(event);
      if (to?.side !== from.current.side || (range === null && to.at === from.current.at)) return;
      setRange([from.current, to]);
    },
    onPointerUp: end,
    onPointerLeave: end,
  };
  return { taken: range === null ? undefined : takenIn(range), takeUpTo, listeners };
}

function wishFor({ side, best, price, quantity }: RowSelection): TicketWish {
  return { side: side === "asks" ? "BUY" : "SELL", best, price, quantity };
}

function placeUnder({ clientX, clientY }: PointerEvent): Place | null {
  const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("tr[data-side]");
  return row ? { side: row.dataset.side as BookSideName, at: Number(row.dataset.at) } : null;
}
