// The list of markets: searchable, sortable, favourites first. Rows render their own figures; the order is updated once a second.

import "./markets.css";
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from "react";
import { useCell, useSelected } from "../../cells/use-cell.ts";
import { isOld } from "../../session/asking/connection-state.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { useMarketChoices } from "./market-choices.ts";
import { MarketHeadings } from "./market-headings.tsx";
import { listed } from "./market-order.ts";
import { MarketRow } from "./market-row.tsx";
import { MarketTools } from "./market-tools.tsx";

interface MarketListProps {
  /** Id of the search field, needed where two lists are on the page. */
  readonly searchId?: string | undefined;
  /** Called when a market was chosen. */
  readonly onChosen?: (() => void) | undefined;
  readonly isSearching?: boolean | undefined;
}

export function MarketList({ searchId = "market-search", onChosen, isSearching }: MarketListProps) {
  const state = useTerminal();
  const { choices, choose } = useMarketChoices();
  const [search, setSearch] = useState("");
  const table = useRef<HTMLTableElement>(null);
  const chosen = useCell(state.symbol);
  const favourites = useSelected(state.preferences, (preferences) => preferences.favourites);
  const [isHeld, hold] = useState(false);
  const shown = useListed(search, isHeld);
  const take = useCallback(
    (symbol: string) => {
      state.select(symbol);
      onChosen?.();
    },
    [state, onChosen],
  );
  const searchKeys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && shown[0] !== undefined) take(shown[0]);
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(".markets-name")?.focus();
  };
  const isStale = useSelected(state.venue.connected, isOld);
  const entry = shown.includes(chosen) ? chosen : shown[0];
  return (
    <div className="markets" data-stale={isStale} onPointerEnter={() => hold(true)} onPointerLeave={() => hold(false)}>
      <MarketTools
        {...{ searchId, search, choices, choose, isSearching }}
        onSearch={setSearch}
        onKeyDown={searchKeys}
      />
      <div className="markets-rows">
        <table className="markets-table" ref={table}>
          <caption className="unseen">{words.markets.caption}</caption>
          <MarketHeadings sorting={choices.sorting} onSort={(sorting) => choose({ sorting })} />
          <tbody>
            {shown.map((symbol) => (
              <MarketRow
                key={symbol}
                symbol={symbol}
                isChosen={symbol === chosen}
                isEntry={symbol === entry}
                isFavourite={favourites.includes(symbol)}
                onTake={take}
              />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <NoMarket search={search} />}
      </div>
    </div>
  );
}

/** @param isHeld while the pointer is over the list, figures do not change its order */
function useListed(search: string, isHeld: boolean): readonly string[] {
  const { venue, preferences } = useTerminal();
  const { choices } = useMarketChoices();
  const symbols = useCell(venue.symbols);
  const favourites = useSelected(preferences, (chosen) => chosen.favourites);
  const second = useCell(venue.clock);
  const lookedAt = useRef(second);
  if (!isHeld) lookedAt.current = second;
  // Becomes true with the first figures, so that the order need not wait for the next second.
  const isKnown = useSelected(venue.markets.of(symbols[0] ?? ""), (market) => market !== undefined);
  // The order follows the figures once a second, not immediately.
  return useMemo(
    () => listed({ ...choices, symbols, favourites, search, marketOf: (symbol) => venue.markets.of(symbol).get() }),
    [choices, symbols, favourites, search, venue, isKnown, lookedAt.current],
  );
}

function NoMarket({ search }: { readonly search: string }) {
  const symbols = useCell(useTerminal().venue.symbols);
  const { loading } = words.common;
  const { noneFound, noFavourites } = words.markets;
  return <p className="empty">{symbols.length === 0 ? loading : search === "" ? noFavourites : noneFound(search)}</p>;
}
