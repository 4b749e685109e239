// How the values of a history are displayed, by their kinds.

import type { ReactNode } from "react";
import { decimal, percent } from "../../format/figure-text.ts";
import { marketName } from "../../format/market-name.ts";
import { dayAndTime } from "../../format/time.ts";
import { Change, Money } from "../../parts/figure.tsx";
import type { Column } from "../../parts/table/table-column.ts";
import { words } from "../../texts/words.ts";
import { Price, Size } from "../figures/market-figure.tsx";
import type { CsvValue } from "./csv.ts";
import type { ColumnKind, History, Row } from "./history-kind.ts";

const FIGURES: readonly ColumnKind[] = ["figure", "price", "size", "money", "change", "percent"];
/** Kinds with long values. */
const LINES: readonly ColumnKind[] = ["time", "text", "hash"];

export function shownColumns({ columns }: History): readonly Column<Row>[] {
  const market = columns.findIndex(({ kind }) => kind === "market");
  return columns.map(({ id, name, kind }, at) => ({
    id,
    name,
    isFigure: FIGURES.includes(kind),
    cell: ({ values }) => shown(kind, values[at] ?? null, String(values[market])),
    hasValue: ({ values }) => values[at] !== null,
    onCard: LINES.includes(kind) ? "line" : undefined,
    isIndented: id === "kind",
  }));
}

const TONES: Readonly<Record<string, string>> = {
  ...{ BUY: "rise", LONG: "rise", Receive: "rise" },
  ...{ SELL: "fall", SHORT: "fall", Pay: "fall", FAILED: "fall", REJECTED: "fall" },
};

function shown(kind: ColumnKind, value: CsvValue, symbol: string): ReactNode {
  if (value === null || value === "") return <span className="faint">—</span>;
  if (typeof value === "number") {
    if (kind === "time") return <time dateTime={new Date(value).toISOString()}>{dayAndTime(value)}</time>;
    if (kind === "price") return <Price symbol={symbol} value={value} />;
    if (kind === "size") return <Size symbol={symbol} value={value} />;
    if (kind === "money") return <Money value={value} />;
    if (kind === "change") return <Change value={value} />;
    return kind === "percent" ? percent(value) : decimal(value);
  }
  if (kind === "market") return marketName(value);
  if (kind === "hash") return <span title={value}>{`${value.slice(0, 8)}…${value.slice(-6)}`}</span>;
  if (kind === "word") return <span className={TONES[value]}>{words.histories.values[value] ?? value}</span>;
  return value;
}
