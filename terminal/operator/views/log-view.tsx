// The log of operators' acts, and the keys that may act.

import type { OperatorEntry, ViewOf } from "@evermark/client/operator.ts";
import { useState } from "react";
import { dayAndTime } from "../../format/time.ts";
import { Button } from "../../parts/button.tsx";
import { Table } from "../../parts/table/table.tsx";
import type { Column } from "../../parts/table/table-column.ts";
import { wordsOf } from "../asking/act-sender.ts";
import { Mark, Section, ShownView } from "../parts/shown-view.tsx";
import { useConsole } from "../parts/use-console.ts";

const TONES = { done: "good", refused: "warn", under_way: "warn", interrupted: "bad" } as const;

const columns: readonly Column<OperatorEntry>[] = [
  { id: "number", name: "Entry", isFigure: true, cell: ({ number }) => number },
  { id: "time", name: "Time", cell: ({ time }) => dayAndTime(time) },
  {
    id: "who",
    name: "Operator",
    cell: ({ who, through }) => (through === "machine" ? `${who} (on the machine)` : who),
    onCard: "head",
  },
  { id: "act", name: "Action", cell: ({ act }) => act.replaceAll("_", " ") },
  {
    id: "input",
    name: "Parameters",
    cell: ({ input }) => <span className="console-text">{inputText(input)}</span>,
    onCard: "line",
  },
  {
    ...{ id: "state", name: "Outcome", onCard: "line" },
    cell: ({ state, why }) => (
      <>
        <Mark tone={TONES[state]}>{state.replaceAll("_", " ")}</Mark> <span className="soft console-text">{why}</span>
      </>
    ),
  },
  {
    ...{ id: "position", name: "Journal position", isFigure: true },
    cell: ({ first_position: first, last_position: last }) =>
      first === null ? "–" : first === last ? first : `${first} to ${last}`,
  },
];

function inputText(input: OperatorEntry["input"]): string {
  return Object.entries(input)
    .map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join(", ");
}

const keyOf = ({ number }: OperatorEntry) => number;

export function LogView() {
  return (
    <>
      <ShownView view="getLog">
        {({ rows }) => (
          <Section title="Operator log">
            <Table
              caption="Operator log"
              {...{ columns, rows, keyOf }}
              empty="No operator has done anything yet."
              cards="roomy"
              isWhole
            />
            {rows.length > 0 && <Older before={rows.at(-1)!.number} />}
          </Section>
        )}
      </ShownView>
      <ShownView view="getKey">{({ rows, own }) => <Keys {...{ rows, own }} />}</ShownView>
    </>
  );
}

/** Older entries, loaded on request. */
function Older({ before }: { readonly before: number }) {
  const { client } = useConsole();
  const [rows, setRows] = useState<readonly OperatorEntry[]>([]);
  const [trouble, setTrouble] = useState("");
  const from = rows.at(-1)?.number ?? before;
  const more = async () => {
    try {
      const older = await client.view("getLog", { before: from });
      setRows((known) => [...known, ...older.rows]);
      setTrouble(older.rows.length === 0 ? "There are no older entries." : "");
    } catch (error) {
      setTrouble(wordsOf(error));
    }
  };
  if (from <= 1)
    return rows.length === 0 ? null : <Table caption="Older entries" {...{ columns, rows, keyOf }} empty="" isWhole />;
  return (
    <>
      {rows.length > 0 && (
        <Table caption="Older entries" {...{ columns, rows, keyOf }} empty="" cards="roomy" isWhole />
      )}
      <p className="console-more">
        <Button onClick={() => void more()}>Show older</Button> <span role="status">{trouble}</span>
      </p>
    </>
  );
}

type Key = ViewOf<"getKey">["own"];

function Keys({ rows, own }: ViewOf<"getKey">) {
  const keys: readonly Column<Key>[] = [
    {
      id: "name",
      name: "Key",
      cell: ({ name }) => (name === own.name ? `${name} (this browser)` : name),
      onCard: "head",
    },
    { id: "roles", name: "Roles", cell: ({ roles }) => roles.join(", ") },
    { id: "granted", name: "Granted", cell: (row) => `${dayAndTime(row.granted_time)} by ${row.granted_by}` },
    {
      id: "expires",
      name: "Valid until",
      cell: ({ expires }) => (expires === null ? "no expiry" : dayAndTime(expires)),
    },
    { id: "key", name: "Public key", cell: ({ key }) => <span className="console-text">{key}</span>, onCard: "line" },
  ];
  return (
    <Section title="Console keys">
      <Table caption="Console keys" columns={keys} rows={rows} keyOf={({ name }) => name} empty="" cards="roomy" />
      <p className="soft">
        Keys are granted and removed on the venue's machine: evermark operator grant_key, remove_key.
      </p>
    </Section>
  );
}
