// All pages of a list, for a file. What comes to be while they are read would move the rows: the list ends at the moment
// when it was asked for, and a row that is met twice counts once.

import { ApiError, type Client } from "@evermark/client";
import { type CsvValue, csvText, isoTime } from "./csv.ts";
import { type Filters, type History, pagesOf, type Row } from "./history.ts";

const SIZE = 500;

interface WholeOptions {
  readonly client: Client;
  readonly filters: Filters;
  readonly signal: AbortSignal;
  readonly onProgress: (read: number) => void;
}

export async function wholeHistory(history: History, options: WholeOptions): Promise<readonly Row[]> {
  const { client, filters, signal, onProgress } = options;
  const toMs = filters.toMs ?? client.rest.clock.now();
  const rows = new Map<string, Row>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const told = await patiently(signal, () => history.ask(client, { ...filters, toMs, page, size: SIZE }, signal));
    for (const row of told.rows) if (!rows.has(row.key)) rows.set(row.key, row);
    pages = pagesOf(told.total, SIZE);
    onProgress(rows.size);
  }
  return [...rows.values()];
}

/** Waits as long as a rate limit says. */
async function patiently<Value>(signal: AbortSignal, step: () => Promise<Value>): Promise<Value> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof ApiError) || error.retryAfterMs === undefined) throw error;
      const pauseMs = error.retryAfterMs;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** The file: names of columns, and what a program can read on. */
export function fileOf({ columns }: Pick<History, "columns">, rows: readonly Row[]): string {
  const value = (each: CsvValue, at: number) =>
    columns[at]?.kind === "time" && typeof each === "number" ? isoTime(each) : each;
  return csvText(
    columns.map(({ name }) => name),
    rows.map(({ values }) => values.map(value)),
  );
}
