// The book, the tape and the depth of the market, one at a time.

import "./book.css";
import { useState } from "react";
import { Tabs } from "../../parts/tabs.tsx";
import { words } from "../../texts/words.ts";
import { DepthView } from "./depth-view.tsx";
import { OrderBook } from "./order-book.tsx";
import { TapeView } from "./tape-view.tsx";

interface BookViewProps {
  /** Whether the tape is a tab here; false where it stands in a place of its own. */
  readonly hasTape?: boolean | undefined;
}

export function BookView({ hasTape = true }: BookViewProps) {
  const [chosen, choose] = useState("book");
  const tabs = [
    { id: "book", name: words.book.book, view: () => <OrderBook /> },
    ...(hasTape ? [{ id: "trades", name: words.book.trades, view: () => <TapeView /> }] : []),
    { id: "depth", name: words.book.depth, view: () => <DepthView /> },
  ];
  return (
    <div className="book-views">
      <Tabs label={words.book.views} tabs={tabs} chosen={chosen} onChoose={choose} />
    </div>
  );
}
