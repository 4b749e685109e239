// Builders: their users' fees, their tiers and volumes, and what they are granted.

import type { ViewOf } from "@evermark/client/operator.ts";
import { percent, short } from "../../format/figure-text.ts";
import { Table } from "../../parts/table/table.tsx";
import type { Column } from "../../parts/table/table-column.ts";
import { accountAct, builderAct } from "../acts/money-acts.ts";
import { ActButton } from "../parts/act-button.tsx";
import { Section, ShownView } from "../parts/shown-view.tsx";

type Row = ViewOf<"getFees">["rows"][number];

const TIERS = ["Public", "Silver", "Gold", "Platinum", "Diamond"] as const;

const columns: readonly Column<Row>[] = [
  { id: "broker", name: "Builder", cell: ({ broker_id }) => broker_id, sortBy: (row) => row.broker_id, onCard: "head" },
  figure(
    "Taker fee",
    ({ taker_fee }) => taker_fee,
    (fee) => percent(fee),
  ),
  figure(
    "Maker fee",
    ({ maker_fee }) => maker_fee,
    (fee) => percent(fee),
  ),
  figure(
    "Tier",
    ({ tier }) => tier,
    (tier) => TIERS[tier] ?? String(tier),
  ),
  figure(
    "Minimum tier",
    ({ minimum_tier }) => minimum_tier,
    (tier) => TIERS[tier] ?? String(tier),
  ),
  { id: "transfers", name: "Transfers", cell: (row) => (row.transfers_allowed ? "to any account" : "same owner only") },
  figure("Users", ({ users }) => users, String),
  figure("Volume this month", (row) => row.volume_this_month, short),
  figure("Volume last month", (row) => row.volume_last_month, short),
  {
    ...{ id: "acts", name: "Actions", onCard: "foot" },
    cell: (row) => <ActButton spec={builderAct(row)} name="Grants…" label={`Grants of ${row.broker_id}`} look="bare" />,
  },
];

function figure(name: string, of: (row: Row) => number, text: (value: number) => string): Column<Row> {
  return { id: name, name, isFigure: true, sortBy: of, cell: (row) => text(of(row)) };
}

export function FeesView() {
  return (
    <ShownView view="getFees">
      {({ rows }) => (
        <Section title="Builders" acts={<ActButton spec={accountAct} name="Grants of an account…" />}>
          <Table
            caption="Builders"
            {...{ columns, rows }}
            keyOf={({ broker_id }) => broker_id}
            empty="There are no builders."
            cards="roomy"
          />
        </Section>
      )}
    </ShownView>
  );
}
