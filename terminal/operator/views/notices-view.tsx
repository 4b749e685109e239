// Active announcements, and maintenance.

import type { ViewOf } from "@evermark/client/operator.ts";
import { dayAndTime } from "../../format/time.ts";
import { Table } from "../../parts/table/table.tsx";
import type { Column } from "../../parts/table/table-column.ts";
import { announceAct, endMaintenanceAct, maintenanceAct, withdrawAct } from "../acts/notice-acts.ts";
import { ActButton } from "../parts/act-button.tsx";
import { Facts, Mark, Section, ShownView } from "../parts/shown-view.tsx";

type Row = ViewOf<"getNotices">["announcements"][number];

const columns: readonly Column<Row>[] = [
  { id: "id", name: "Number", isFigure: true, cell: ({ announcement_id }) => announcement_id },
  {
    id: "message",
    name: "Message",
    cell: ({ message }) => <span className="console-text">{message}</span>,
    onCard: "line",
  },
  { id: "type", name: "Subject", cell: ({ type }) => type || "–" },
  { id: "url", name: "Link", cell: ({ url }) => url || "–" },
  { id: "time", name: "Announced", cell: ({ time }) => dayAndTime(time) },
  {
    ...{ id: "acts", name: "Actions", onCard: "foot" },
    cell: (row) => (
      <ActButton spec={withdrawAct(row)} name="Withdraw…" label={`Withdraw ${row.announcement_id}`} look="bare" />
    ),
  },
];

export function NoticesView() {
  return (
    <ShownView view="getNotices">
      {({ announcements, maintenance }) => (
        <>
          <Section title="Announcements" acts={<ActButton spec={announceAct} name="Announce…" look="main" />}>
            <Table
              caption="Announcements"
              {...{ columns, rows: announcements }}
              keyOf={({ announcement_id }) => announcement_id}
              empty="There are no announcements."
              cards="roomy"
            />
          </Section>
          <Maintenance {...{ maintenance }} />
        </>
      )}
    </ShownView>
  );
}

function Maintenance({ maintenance }: Pick<ViewOf<"getNotices">, "maintenance">) {
  const { phase, start_time: start, end_time: end, message } = maintenance;
  const canEnd = phase === "announced" || phase === "running";
  const act = canEnd ? (
    <ActButton spec={endMaintenanceAct(maintenance)} />
  ) : (
    <ActButton spec={maintenanceAct} name="Announce maintenance…" />
  );
  return (
    <Section title="Maintenance" acts={act}>
      <Facts
        rows={[
          [
            "Phase",
            <Mark key="phase" tone={phase === "none" ? "good" : "warn"}>
              {phase}
            </Mark>,
          ],
          ["Begins", start === 0 ? "–" : dayAndTime(start)],
          ["Ends", end === 0 ? "–" : dayAndTime(end)],
          ["Message", message || "–"],
        ]}
      />
    </Section>
  );
}
