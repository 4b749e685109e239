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
  { id: "size", name: "Size", isFigure: true, cell: ({ position_qty }) => decimal(position_qty) },
  { id: "entry", name: "Entry price", isFigure: true, cell: ({ average_open_price }) => decimal(average_open_price) },
  { id: "mark", name: "Mark price", isFigure: true, cell: ({ mark_price }) => decimal(mark_price) },
  money("Value", ({ notional }) => notional),
  money("Unsettled PnL", ({ unsettled_pnl }) => unsettled_pnl),
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
                {fund.solvent
                  ? "covers what it owes"
                  : "can't cover what it owes: withdrawals and transfers are halted"}
              </Mark>
            }
          >
            <Facts
              rows={[
                ["Balance", <Money key="balance" value={fund.balance} />],
                ["Collateral", <Money key="collateral" value={fund.collateral} />],
                ["Debt", <Money key="debt" value={fund.debt} />],
                ["Free collateral", <Money key="free" value={fund.free_collateral} />],
                ["Value of positions", <Money key="notional" value={fund.notional} />],
                ["Margin ratio", percent(fund.margin_ratio)],
                [
                  "Deleveraging starts below",
                  `${percent(fund.minimum_margin_ratio)}, until ${percent(fund.initial_margin_ratio)} is restored`,
                ],
                ["Open for claims", String(fund.offers)],
              ]}
            />
          </Section>
          <Section title="Positions of the fund">
            <Table
              caption="Positions of the fund"
              {...{ columns, rows: fund.rows }}
              keyOf={({ symbol }) => symbol}
              empty="The fund has no positions."
              cards="roomy"
            />
          </Section>
        </>
      )}
    </ShownView>
  );
}
