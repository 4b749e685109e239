// The market's book, tape and depth: the tape beside the others where there is room, otherwise one at a time.

import "./book.css";
import { useState } from "react";
import { Tabs } from "../../parts/tabs.tsx";
import { words } from "../../texts/words.ts";
import { BookTools } from "./book-tools.tsx";
import { DepthView } from "./depth-view.tsx";
import { OrderBook } from "./order-book.tsx";
import { TapeView } from "./tape-view.tsx";
import { useSize } from "./use-size.ts";

/** From this width on, in pixels, the tape is shown beside the book. */
const BOTH_PX = 430;

export function BookView() {
  const [box, { width }] = useSize<HTMLDivElement>();
  const [chosen, choose] = useState("book");
  const hasBoth = width >= BOTH_PX;
  const tabs = [
    { id: "book", name: words.book.book, view: () => <OrderBook /> },
    ...(hasBoth ? [] : [{ id: "trades", name: words.book.trades, view: () => <TapeView /> }]),
    { id: "depth", name: words.book.depth, view: () => <DepthView /> },
  ];
  const isBook = chosen === "book" || (hasBoth && chosen === "trades");
  return (
    <div className="book-both" ref={box}>
      <div className="book-views">
        <Tabs label={words.book.views} tabs={tabs} chosen={chosen} onChoose={choose} beside={isBook && <BookTools />} />
      </div>
      {hasBoth && (
        <div className="book-views">
          <h2>{words.book.trades}</h2>
          <TapeView />
        </div>
      )}
    </div>
  );
}
