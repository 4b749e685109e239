// One trade of the tape.

import { memo } from "react";
import { decimal } from "../../format/figure-text.ts";
import { timeOfDay } from "../../format/time.ts";
import type { TapeTrade } from "../../session/market/trade-tape.ts";
import { words } from "../../texts/words.ts";

interface TapeRowProps {
  readonly trade: TapeTrade;
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
  /** The account's side, if the account took part in the trade. */
  readonly own: "BUY" | "SELL" | undefined;
}

export const TapeRow = memo(function TapeRow({ trade, pricePlaces, quantityPlaces, own }: TapeRowProps) {
  const { side, price, quantity, at } = trade;
  const ownText = own && (own === "BUY" ? words.book.youBought : words.book.youSold);
  return (
    <tr className="book-row" data-own={own !== undefined}>
      <td className={side === "BUY" ? "rise" : "fall"}>
        <svg className="tape-side" viewBox="0 0 8 8" aria-hidden>
          <path d={side === "BUY" ? "M4 1 7 7H1Z" : "M4 7 1 1H7Z"} fill="currentColor" />
        </svg>
        {decimal(price, { places: pricePlaces })}
        <span className="unseen">
          {" "}
          {side === "BUY" ? words.book.bought : words.book.sold}
          {ownText && `, ${ownText}`}
        </span>
        {ownText && <span className="book-own" aria-hidden title={ownText} />}
      </td>
      <td>{decimal(quantity, { places: quantityPlaces })}</td>
      <td className="faint">{timeOfDay(at)}</td>
    </tr>
  );
});
