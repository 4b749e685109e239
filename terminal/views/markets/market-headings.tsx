// Headings of the list of markets: each sorts by its column.

import { orderOf, SortButton } from "../../parts/table/heading.tsx";
import { words } from "../../texts/words.ts";
import { type MarketSorting, SORTS, sortedBy } from "./market-order.ts";

interface MarketHeadingsProps {
  readonly sorting: MarketSorting;
  readonly onSort: (sorting: MarketSorting) => void;
}

export function MarketHeadings({ sorting, onSort }: MarketHeadingsProps) {
  return (
    <thead>
      <tr>
        {SORTS.map((by) => {
          const order = by === sorting.by ? orderOf(sorting.isDescending) : undefined;
          return (
            <th key={by} scope="col" data-column={by} aria-sort={order}>
              <SortButton name={words.markets.sorts[by]} order={order} onPress={() => onSort(sortedBy(by, sorting))} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
