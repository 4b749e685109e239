// Markets: their states, prices and rules, and the acts on them.

import { decimal, percent, short } from "../../format/figure-text.ts";
import { dayAndTime } from "../../format/time.ts";
import { Table } from "../../parts/table/table.tsx";
import type { Column } from "../../parts/table/table-column.ts";
import { delistAct, haltAct, type MarketRow, rulesAct, stateAct } from "../acts/market-acts.ts";
import { ActButton } from "../parts/act-button.tsx";
import { Mark, Section, ShownView } from "../parts/shown-view.tsx";

const OPEN = "ACTIVE";

export const columns: readonly Column<MarketRow>[] = [
  { id: "symbol", name: "Market", cell: ({ symbol }) => symbol, sortBy: ({ symbol }) => symbol, onCard: "head" },
  {
    ...{ id: "state", name: "State", sortBy: ({ state }: MarketRow) => state, onCard: "line" },
    cell: ({ state, detail, since, in_doubt }) => (
      <>
        <Mark tone={state === OPEN ? "good" : "warn"}>{state}</Mark>{" "}
        {in_doubt && <Mark tone="bad">index in doubt</Mark>}{" "}
        <span className="soft" title={`since ${dayAndTime(since)}`}>
          {detail}
        </span>
      </>
    ),
  },
  figure("Index", ({ index_price }) => index_price),
  figure("Mark", ({ mark_price }) => mark_price),
  figure("Last", ({ last_price }) => last_price),
  figure("Bid", ({ best_bid }) => best_bid),
  figure("Ask", ({ best_ask }) => best_ask),
  figure("Open interest", ({ open_interest }) => open_interest, short),
  figure("24 h volume", ({ volume_24h }) => volume_24h, short),
  figure(
    "Funding",
    ({ est_funding_rate }) => est_funding_rate,
    (rate) => percent(rate, { places: 4 }),
  ),
  figure("Sources", ({ sources }) => sources.length, String),
  {
    ...{ id: "acts", name: "Actions", onCard: "foot" },
    cell: (row) => (
      <span className="console-acts">
        <ActButton spec={stateAct(row)} name="State…" label={`State of ${row.symbol}`} look="bare" />
        <ActButton spec={rulesAct(row)} name="Rules…" label={`Rules of ${row.symbol}`} look="bare" />
        <ActButton spec={delistAct(row)} name="Delist…" label={`Delist ${row.symbol}`} look="bare" />
      </span>
    ),
  },
];

function figure(name: string, of: (row: MarketRow) => number, text: (value: number) => string = (n) => decimal(n)) {
  return {
    ...{ id: name, name, isFigure: true, sortBy: of },
    cell: (row: MarketRow) => (of(row) === 0 && text !== String ? "–" : text(of(row))),
  };
}

export function MarketsView() {
  return (
    <>
      <ShownView view="getSystem">
        {(system) => (
          <div className="console-bar">
            {system.halted ? (
              <Mark tone="bad">Every market is halted: {system.halt_reason || "no reason given"}</Mark>
            ) : (
              <Mark tone="good">The venue is not halted</Mark>
            )}
            <ActButton spec={haltAct(system)} look={system.halted ? "main" : "fall"} />
          </div>
        )}
      </ShownView>
      <ShownView view="getMarkets">
        {({ rows }) => (
          <Section title="Markets">
            <Table
              caption="Markets"
              {...{ columns, rows }}
              keyOf={({ symbol }) => symbol}
              empty="No markets are listed."
              cards="roomy"
              isWhole
            />
          </Section>
        )}
      </ShownView>
    </>
  );
}
