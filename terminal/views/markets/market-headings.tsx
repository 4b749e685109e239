// Headings of the list of markets: each sorts by its column.

import { words } from "../../texts/words.ts";
import { SORTS, type Sorting, sortedBy } from "./market-order.ts";

interface MarketHeadingsProps {
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}

export function MarketHeadings({ sorting, onSort }: MarketHeadingsProps) {
  const order = sorting.isDescending ? "descending" : "ascending";
  return (
    <thead>
      <tr>
        {SORTS.map((by) => (
          <th key={by} scope="col" data-column={by} aria-sort={by === sorting.by ? order : undefined}>
            <button type="button" onClick={() => onSort(sortedBy(by, sorting))}>
              {words.markets.sorts[by]}
              <span aria-hidden className="markets-order">
                {by === sorting.by && (sorting.isDescending ? "↓" : "↑")}
              </span>
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}
