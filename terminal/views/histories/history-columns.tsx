// How the values of a history are shown, by their kinds.

import type { ReactNode } from "react";
import { decimal, percent } from "../../format/decimal.ts";
import { marketName } from "../../format/market-name.ts";
import { dayAndTime } from "../../format/time.ts";
import { Change } from "../../parts/figure.tsx";
import type { Column } from "../../parts/table/column.ts";
import { words } from "../../texts/words.ts";
import type { CsvValue } from "./csv.ts";
import type { ColumnKind, History, Row } from "./history.ts";

const FIGURES: readonly ColumnKind[] = ["figure", "change", "percent"];
/** These are long. */
const LINES: readonly ColumnKind[] = ["time", "text", "hash"];

export function shownColumns({ columns }: History): readonly Column<Row>[] {
  return columns.map(({ id, name, kind }, at) => ({
    id,
    name,
    isFigure: FIGURES.includes(kind),
    cell: ({ values }) => shown(kind, values[at] ?? null),
    hasValue: ({ values }) => values[at] !== null,
    onCard: LINES.includes(kind) ? "line" : undefined,
    isIndented: id === "kind",
  }));
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
