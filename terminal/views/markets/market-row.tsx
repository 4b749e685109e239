// A market in the list. It listens only to its own figures.

import { type KeyboardEvent, memo } from "react";
import { useCell, useSelected } from "../../cells/use-cell.ts";
import { decimal, percent, placesOf, rounded, short } from "../../format/figure-text.ts";
import { marketName } from "../../format/market-name.ts";
import { Change } from "../../parts/figure.tsx";
import { moveFocus } from "../../parts/move-focus.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { interestValue, priceChange } from "./market-order.ts";
import { stoppedState } from "./market-state.ts";
import { Star } from "./star.tsx";

interface MarketRowProps {
  readonly symbol: string;
  readonly isChosen: boolean;
  /** Whether Tab focuses this row first. */
  readonly isEntry: boolean;
  readonly isFavourite: boolean;
  readonly onTake: (symbol: string) => void;
}

const move = (event: KeyboardEvent<HTMLElement>) => moveFocus(event, "table", ".markets-name");
const NONE = "–";

export const MarketRow = memo(function MarketRow({ symbol, isChosen, isEntry, isFavourite, onTake }: MarketRowProps) {
  const { venue } = useTerminal();
  const market = useCell(venue.markets.of(symbol));
  const rule = useSelected(venue.rules, (rules) => rules.get(symbol));
  const state = stoppedState(rule, useCell(venue.system));
  const last = market?.["24h_close"];
  const lastText = last === undefined ? NONE : decimal(last, { places: placesOf(rule?.quote_tick ?? 1) });
  const volume = market === undefined ? NONE : short(market["24h_amount"]);
  const moved = market === undefined ? 0 : rounded(priceChange(market["24h_close"], market["24h_open"]).fraction, 4);
  const change = <Change value={moved} text={percent(moved, { isSigned: true, places: 2 })} />;
  return (
    <tr data-chosen={isChosen} data-stopped={state !== undefined}>
      <th scope="row">
        <Favourite {...{ symbol, isFavourite, isEntry }} />
        <button
          type="button"
          className="markets-name"
          tabIndex={isEntry ? 0 : -1}
          aria-current={isChosen}
          onClick={() => onTake(symbol)}
          onKeyDown={move}
        >
          {marketName(symbol)}
        </button>
        {state === undefined ? (
          <small className="markets-more">{volume}</small>
        ) : (
          <small className="markets-state" title={state.why}>
            {state.name}
          </small>
        )}
      </th>
      <td>
        {lastText}
        <small className="markets-more">{change}</small>
      </td>
      <td data-column="change">{change}</td>
      <td data-column="volume">{volume}</td>
      <td data-column="interest">{market === undefined ? NONE : short(interestValue(market))}</td>
      <td data-column="funding">
        {market === undefined ? NONE : percent(rounded(market.est_funding_rate, 6), { isSigned: true, places: 4 })}
      </td>
    </tr>
  );
});

function Favourite({ symbol, isFavourite, isEntry }: Pick<MarketRowProps, "symbol" | "isFavourite" | "isEntry">) {
  const state = useTerminal();
  const toggle = () => {
    const { favourites } = state.preferences.get();
    state.prefer({
      favourites: isFavourite ? favourites.filter((known) => known !== symbol) : [...favourites, symbol],
    });
  };
  return (
    <button
      type="button"
      className="markets-star"
      tabIndex={isEntry ? 0 : -1}
      aria-pressed={isFavourite}
      aria-label={words.markets.favourite(marketName(symbol))}
      onClick={toggle}
    >
      <Star isFull={isFavourite} />
    </button>
  );
}
