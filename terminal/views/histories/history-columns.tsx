// The rows of a history: a table, and where there is little room a card for each.

import { memo, type ReactNode } from "react";
import { decimal, percent } from "../../format/decimal.ts";
import { marketName } from "../../format/market-name.ts";
import { dayAndTime } from "../../format/time.ts";
import { Change } from "../../parts/figure.tsx";
import { TableFrame } from "../../parts/table/table.tsx";
import { words } from "../../texts/words.ts";
import type { CsvValue } from "./csv.ts";
import type { Column, ColumnKind, History, Row } from "./history.ts";

interface HistoryTableProps {
  readonly history: History;
  readonly rows: readonly Row[];
}

export function HistoryTable({ history: { columns, name }, rows }: HistoryTableProps) {
  return (
    <TableFrame caption={name} scroll="histories-scroll" table="histories-table">
      <thead>
        <tr>
          {columns.map(({ id, name: title, kind }) => (
            <th key={id} scope="col" className={isFigure(kind) ? "figure" : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.key} columns={columns} values={row.values} depth={row.depth} />
        ))}
      </tbody>
    </TableFrame>
  );
}

interface TableRowProps {
  readonly columns: readonly Column[];
  readonly values: readonly CsvValue[];
  readonly depth: Row["depth"];
}

const TableRow = memo(
  function TableRow({ columns, values, depth }: TableRowProps) {
    return (
      <tr data-depth={depth || undefined}>
        {columns.map(({ id, kind, name }, at) => (
          <td
            key={id}
            data-name={name}
            data-kind={kind}
            data-column={id}
            data-empty={values[at] === null || undefined}
            className={isFigure(kind) ? "figure" : undefined}
          >
            {shown(kind, values[at] ?? null)}
          </td>
        ))}
      </tr>
    );
  },
  // A page that is read again says mostly the same.
  (one, other) =>
    one.columns === other.columns &&
    one.depth === other.depth &&
    one.values.every((value, at) => value === other.values[at]),
);

function isFigure(kind: ColumnKind): boolean {
  return kind === "figure" || kind === "change" || kind === "percent";
}

const TONES: Readonly<Record<string, string>> = {
  ...{ BUY: "rise", LONG: "rise", Receive: "rise" },
  ...{ SELL: "fall", SHORT: "fall", Pay: "fall", FAILED: "fall", REJECTED: "fall" },
};

function shown(kind: ColumnKind, value: CsvValue): ReactNode {
  if (value === null || value === "") return <span className="faint">—</span>;
  if (typeof value === "number") {
    if (kind === "time") return <time dateTime={new Date(value).toISOString()}>{dayAndTime(value)}</time>;
    if (kind === "change") return <Change value={value} />;
    return kind === "percent" ? percent(value) : decimal(value);
  }
  if (kind === "market") return marketName(value);
  if (kind === "hash") return <span title={value}>{`${value.slice(0, 8)}…${value.slice(-6)}`}</span>;
  if (kind === "word") return <span className={TONES[value]}>{words.histories.values[value] ?? value}</span>;
  return value;
}
