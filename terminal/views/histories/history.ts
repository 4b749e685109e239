// A history: a list that the venue keeps and returns in pages, newest first, as columns of plain values. The table, the
// cards of a phone and the file all show the same values.

import type { Client } from "@evermark/client";
import type { AccountEvent } from "../../session/account/account-session.ts";
import type { words } from "../../texts/words.ts";
import type { CsvValue } from "./csv.ts";

export type ColumnKind =
  /** Milliseconds since 1970. */
  | "time"
  /** A symbol. */
  | "market"
  | "figure"
  /** A figure on the tick of the row's market, and one on its lot. */
  | "price"
  | "size"
  | "money"
  /** Money that is a gain or a loss. */
  | "change"
  /** A fraction that is shown as percent. */
  | "percent"
  /** Long, and looked at only to compare or to copy. */
  | "hash"
  /** A word of the interface, of which the texts have a plain one. */
  | "word"
  | "text";

export interface HistoryColumn {
  readonly id: string;
  readonly name: string;
  readonly kind: ColumnKind;
}

export interface Row {
  readonly key: string;
  /** How far below the row that it belongs to: 0, and absent, for one that stands by itself. */
  readonly depth?: number | undefined;
  /** By the columns. */
  readonly values: readonly CsvValue[];
}

/** What can be left out of a list. The venue leaves it out, not the page. */
export interface Filters {
  /** Empty for every market, as the others for no limit. */
  readonly symbol: string;
  readonly side: string;
  readonly status: string;
  readonly kind: string;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

export interface Asked extends Filters {
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

export interface Page {
  readonly rows: readonly Row[];
  /** Of all pages, by the venue's count: an entry may have several rows. */
  readonly total: number;
}

export type HistoryId = keyof typeof words.histories.names;

export type FilterName = "market" | "side" | "status" | "kind" | "span";

export interface History {
  readonly id: HistoryId;
  readonly name: string;
  /** What is to be done so that there is something. */
  readonly empty: string;
  /** What the venue does not return. */
  readonly note?: string | undefined;
  readonly columns: readonly HistoryColumn[];
  readonly filters: readonly FilterName[];
  readonly sides?: readonly string[] | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  ask(client: Client, asked: Asked, signal?: AbortSignal): Promise<Page>;
  /** Whether what happened to the account changes the list. */
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
    asked: Asked,
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

/** The members of a query that a paged list takes. */
export function spanAndPage({ page, size, fromMs, toMs }: Asked) {
  return { page, size, ...(fromMs !== undefined && { start_t: fromMs }), ...(toMs !== undefined && { end_t: toMs }) };
}

/** Nothing where every market is wanted. */
export function ofMarket({ symbol }: Asked) {
  return symbol === "" ? {} : { symbol };
}

export function pagesOf(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}
