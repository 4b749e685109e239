// The insurance fund: its money, its position and purse in each market, and its debt.

import type { ViewOf } from "@evermark/client/operator.ts";
import { decimal, percent } from "../../format/figure-text.ts";
import { Money } from "../../parts/figure.tsx";
import { Table } from "../../parts/table/table.tsx";
import type { Column } from "../../parts/table/table-column.ts";
import { Facts, Mark, Section, ShownView } from "../parts/shown-view.tsx";

type Held = ViewOf<"getFund">["rows"][number];

const columns: readonly Column<Held>[] = [
  { id: "symbol", name: "Market", cell: ({ symbol }) => symbol, sortBy: ({ symbol }) => symbol, onCard: "head" },
  { id: "size", name: "Holds", isFigure: true, cell: ({ position_qty }) => decimal(position_qty) },
  { id: "entry", name: "Entry", isFigure: true, cell: ({ average_open_price }) => decimal(average_open_price) },
  { id: "mark", name: "Mark", isFigure: true, cell: ({ mark_price }) => decimal(mark_price) },
  money("Value", ({ notional }) => notional),
  money("Not settled", ({ unsettled_pnl }) => unsettled_pnl),
  money("Purse", ({ purse }) => purse),
];

function money(name: string, of: (row: Held) => number): Column<Held> {
  return { id: name, name, isFigure: true, sortBy: of, cell: (row) => <Money value={of(row)} /> };
}

export function FundView() {
  return (
    <ShownView view="getFund">
      {(fund) => (
        <>
          <Section
            title="Insurance fund"
            acts={
              <Mark tone={fund.solvent ? "good" : "bad"}>
                {fund.solvent ? "covers what it owes" : "can't cover what it owes: no money leaves"}
              </Mark>
            }
          >
            <Facts
              rows={[
                ["Balance", <Money key="balance" value={fund.balance} />],
                ["With what its positions gained", <Money key="collateral" value={fund.collateral} />],
                ["Debt", <Money key="debt" value={fund.debt} />],
                ["Free", <Money key="free" value={fund.free_collateral} />],
                ["Value of its positions", <Money key="notional" value={fund.notional} />],
                ["Margin ratio", percent(fund.margin_ratio)],
                [
                  "Deleveraging begins below",
                  `${percent(fund.minimum_margin_ratio)}, and restores ${percent(fund.initial_margin_ratio)}`,
                ],
                ["Can be claimed now", String(fund.offers)],
              ]}
            />
          </Section>
          <Section title="What it holds">
            <Table
              caption="What the fund holds"
              {...{ columns, rows: fund.rows }}
              keyOf={({ symbol }) => symbol}
              empty="It holds no position."
              cards="roomy"
            />
          </Section>
        </>
      )}
    </ShownView>
  );
}
