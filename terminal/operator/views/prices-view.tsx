// Prices: each outside source's quote, its age and weight, and why it is not counted.

import type { ViewOf } from "@evermark/client/operator.ts";
import { Table } from "../../parts/table/table.tsx";
import type { Column } from "../../parts/table/table-column.ts";
import { Mark, Section, ShownView } from "../parts/shown-view.tsx";

type Price = ViewOf<"getPrices">["rows"][number];
type Source = Price["sources"][number];

const columns: readonly Column<Source>[] = [
  { id: "name", name: "Source", cell: ({ name }) => name, sortBy: ({ name }) => name, onCard: "head" },
  {
    ...{ id: "counts", name: "In the index", onCard: "line" },
    cell: ({ counts, reason }) => <Mark tone={counts ? "good" : "bad"}>{counts ? "counts" : reason}</Mark>,
  },
  { id: "pair", name: "Pair", cell: ({ pair, currency }) => `${pair}, ${currency}` },
  { id: "price", name: "Quote", isFigure: true, cell: ({ price }) => price ?? "–" },
  { id: "converted", name: "Converted", isFigure: true, cell: ({ converted }) => converted ?? "–" },
  {
    ...{ id: "age", name: "Age", isFigure: true, sortBy: ({ age_seconds }: Source) => age_seconds },
    cell: ({ age_seconds: age }) => (age === null ? "no quote yet" : `${age} s`),
  },
  { id: "weight", name: "Weight", isFigure: true, cell: ({ weight }) => weight },
  {
    ...{ id: "state", name: "Connection" },
    cell: ({ feed, state, trouble }) => (
      <>
        {feed}: {state} <span className="soft">{trouble}</span>
      </>
    ),
  },
  { id: "reconnects", name: "Reconnects", isFigure: true, cell: ({ reconnects }) => reconnects },
  { id: "refused", name: "Rejected", isFigure: true, cell: ({ refused }) => refused },
];

const FROM = {
  simulated: "Prices of this venue are simulated: it uses no outside sources.",
  manual: "Prices of this venue are set by hand: it uses no outside sources.",
  feeds: "No sources are configured.",
} as const;

export function PricesView() {
  return (
    <ShownView view="getPrices">
      {({ from, rows }) =>
        rows.length === 0 ? <p className="empty">{FROM[from]}</p> : rows.map((row) => <Priced key={row.of} row={row} />)
      }
    </ShownView>
  );
}

function Priced({ row: { of, index, needed, counting, sources } }: { readonly row: Price }) {
  return (
    <Section
      title={`${of}: ${index ?? "no index"}`}
      acts={
        <Mark tone={counting > needed ? "good" : counting === needed ? "warn" : "bad"}>
          {counting} of {sources.length} sources count, {needed} needed
        </Mark>
      }
    >
      <Table
        caption={`Sources of ${of}`}
        {...{ columns, rows: sources }}
        keyOf={({ name, pair }) => `${name} ${pair}`}
        empty="No sources are configured."
        cards="roomy"
      />
    </Section>
  );
}
