// Withdrawals that are neither paid nor refunded, and what each waits for.

import type { ViewOf } from "@evermark/client/operator.ts";
import { dayAndTime } from "../../format/time.ts";
import { Money } from "../../parts/figure.tsx";
import { Table } from "../../parts/table/table.tsx";
import type { Column } from "../../parts/table/table-column.ts";
import { withdrawalsAct } from "../acts/money-acts.ts";
import { ActButton } from "../parts/act-button.tsx";
import { Mark, Section, ShownView } from "../parts/shown-view.tsx";
import { Hash } from "./custody-view.tsx";

type Row = ViewOf<"getWithdrawals">["rows"][number];

const columns: readonly Column<Row>[] = [
  {
    id: "id",
    name: "Number",
    isFigure: true,
    cell: ({ withdraw_id }) => withdraw_id,
    sortBy: (row) => row.withdraw_id,
  },
  {
    id: "amount",
    name: "Amount",
    isFigure: true,
    cell: (row) => <Money value={row.amount} />,
    sortBy: (row) => row.amount,
  },
  { id: "fee", name: "Fee", isFigure: true, cell: ({ fee }) => <Money value={fee} /> },
  { id: "state", name: "State", cell: ({ state }) => state, sortBy: ({ state }) => state },
  { id: "why", name: "Reason for waiting", cell: ({ why }) => why, onCard: "line" },
  {
    ...{ id: "since", name: "Accepted", sortBy: ({ created_time }: Row) => created_time },
    cell: ({ created_time }) => dayAndTime(created_time),
  },
  { id: "attempts", name: "Retries", isFigure: true, cell: ({ attempts }) => attempts },
  { id: "receiver", name: "Receiver", cell: ({ receiver }) => <Hash text={receiver} /> },
  { id: "account", name: "Account", cell: ({ account_id }) => <Hash text={account_id} /> },
  { id: "transaction", name: "Transaction", cell: ({ tx_id }) => (tx_id === "" ? "–" : <Hash text={tx_id} />) },
];

export function WithdrawalsView() {
  return (
    <ShownView view="getWithdrawals">
      {(withdrawals) => (
        <Section
          title="Open withdrawals"
          acts={
            <>
              <Mark tone={withdrawals.paused ? "bad" : "good"}>{withdrawals.paused ? "paused" : "running"}</Mark>
              <ActButton spec={withdrawalsAct(withdrawals)} look={withdrawals.paused ? "main" : "fall"} />
            </>
          }
        >
          <Table
            caption="Open withdrawals"
            {...{ columns, rows: withdrawals.rows }}
            keyOf={({ withdraw_id }) => withdraw_id}
            empty="There are no open withdrawals."
            cards="roomy"
          />
        </Section>
      )}
    </ShownView>
  );
}
