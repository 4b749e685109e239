// Above the list of markets: the search, the favourites filter, and a select for sorting where columns are too narrow.

import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { words } from "../../texts/words.ts";
import type { useMarketChoices } from "./market-choices.ts";
import { SORTS, sortedBy } from "./market-order.ts";
import { Star } from "./star.tsx";

interface MarketToolsProps extends ReturnType<typeof useMarketChoices> {
  readonly searchId: string;
  readonly search: string;
  /** Whether the search has the focus initially. */
  readonly isSearching: boolean | undefined;
  readonly onSearch: (search: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export function MarketTools(props: MarketToolsProps) {
  const { searchId, search, isSearching, onSearch, onKeyDown, choices, choose } = props;
  const { sorting, favouritesOnly } = choices;
  const field = useRef<HTMLInputElement>(null);
  // When a dialog opens, right after this, it focuses the element with `autofocus`.
  useLayoutEffect(() => {
    if (isSearching) field.current?.setAttribute("autofocus", "");
  }, [isSearching]);
  return (
    <div className="markets-tools">
      <label className="unseen" htmlFor={searchId}>
        {words.markets.search}
      </label>
      <input
        ref={field}
        id={searchId}
        type="search"
        className="markets-search"
        autoComplete="off"
        spellCheck={false}
        placeholder={words.markets.searchHint}
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        className="markets-star"
        aria-pressed={favouritesOnly}
        aria-label={words.markets.favouritesOnly}
        title={words.markets.favouritesOnly}
        onClick={() => choose({ favouritesOnly: !favouritesOnly })}
      >
        <Star isFull={favouritesOnly} />
      </button>
      <select
        className="markets-sort"
        aria-label={words.markets.sortBy}
        title={words.markets.sortBy}
        value={sorting.by}
        onChange={({ target }) => {
          const by = SORTS.find((known) => known === target.value);
          if (by !== undefined) choose({ sorting: sortedBy(by, sorting) });
        }}
      >
        {SORTS.map((by) => (
          <option key={by} value={by}>
            {words.markets.sorts[by]}
          </option>
        ))}
      </select>
    </div>
  );
}
