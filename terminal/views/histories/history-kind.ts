// A history: a list that the venue keeps and returns in pages, newest first, as columns of plain values. The table, the
// cards on a phone and the CSV file all show the same values.

import type { Client } from "@evermark/client";
import type { AccountEvent } from "../../session/account/account-session.ts";
import type { words } from "../../texts/words.ts";
import type { CsvValue } from "./csv.ts";

export type ColumnKind =
  /** Milliseconds since 1970. */
  | "time"
  /** Symbol of a market. */
  | "market"
  | "figure"
  /** A price on the tick of the row's market, and a size on its lot. */
  | "price"
  | "size"
  | "money"
  /** Money gained or lost. */
  | "change"
  /** A fraction, shown as percent. */
  | "percent"
  /** A long value that is only compared or copied. */
  | "hash"
  /** A value of the interface for which the texts have a plain word. */
  | "word"
  | "text";

export interface HistoryColumn {
  readonly id: string;
  readonly name: string;
  readonly kind: ColumnKind;
}

export interface Row {
  readonly key: string;
  /** How deep the row is nested below the row that it belongs to; 0 or absent for a row of its own. */
  readonly depth?: number | undefined;
  /** In the order of the columns. */
  readonly values: readonly CsvValue[];
}

/** The filters of a list. They are applied by the venue, not by the page. */
export interface Filters {
  /** Empty for every market; the other filters are empty for no limit. */
  readonly symbol: string;
  readonly side: string;
  readonly status: string;
  readonly kind: string;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

export interface HistoryQuery extends Filters {
  /** Starts at 1. */
  readonly page: number;
  readonly size: number;
}

export interface Page {
  readonly rows: readonly Row[];
  /** For all pages, as counted by the venue: an entry may have several rows. */
  readonly total: number;
}

export type HistoryId = keyof typeof words.histories.names;

export type FilterName = "market" | "side" | "status" | "kind" | "span";

export interface History {
  readonly id: HistoryId;
  readonly name: string;
  /** Shown while the list is empty: how to get entries. */
  readonly empty: string;
  /** A note on entries that the venue does not return. */
  readonly note?: string | undefined;
  readonly columns: readonly HistoryColumn[];
  readonly filters: readonly FilterName[];
  readonly sides?: readonly string[] | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  ask(client: Client, asked: HistoryQuery, signal?: AbortSignal): Promise<Page>;
  /** Whether an event of the account changes the list. */
  isChangedBy(event: AccountEvent): boolean;
}

interface ColumnOf<Each> extends HistoryColumn {
  readonly value: (each: Each) => CsvValue;
}

interface HistoryOf<Each> extends Omit<History, "columns" | "ask" | "isChangedBy"> {
  readonly columns: readonly ColumnOf<Each>[];
  readonly keyOf: (each: Each) => string | number;
  readonly depthOf?: ((each: Each) => number) | undefined;
  readonly read: (
    client: Client,
    asked: HistoryQuery,
    signal?: AbortSignal,
  ) => Promise<{ readonly rows: readonly Each[]; readonly total: number }>;
  readonly changedBy: readonly AccountEvent["type"][];
}

export function historyOf<Each>({ keyOf, depthOf, read, changedBy, ...rest }: HistoryOf<Each>): History {
  const rowOf = (each: Each): Row => ({
    key: String(keyOf(each)),
    depth: depthOf?.(each),
    values: rest.columns.map(({ value }) => value(each)),
  });
  return {
    ...rest,
    ask: async (client, asked, signal) => {
      const { rows, total } = await read(client, asked, signal);
      return { total, rows: rows.map(rowOf) };
    },
    isChangedBy: ({ type }) => type === "again" || changedBy.includes(type),
  };
}

/** The query members that any paged list takes. */
export function spanAndPage({ page, size, fromMs, toMs }: HistoryQuery) {
  return { page, size, ...(fromMs !== undefined && { start_t: fromMs }), ...(toMs !== undefined && { end_t: toMs }) };
}

/** The market filter; no members when every market is wanted. */
export function ofMarket({ symbol }: HistoryQuery) {
  return symbol === "" ? {} : { symbol };
}

export function pagesOf(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}
