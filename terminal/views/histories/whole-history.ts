// Reads all pages of a list, for a file. Rows added during the read would move the others to later pages, so the list ends
// at the moment of the request, and a row that is read twice counts once.

import { ApiError } from "@evermark/client";
import { type CsvValue, csvText, isoTime } from "./csv.ts";
import { type Filters, type History, type HistoryQuery, type Page, pagesOf, type Row } from "./history-kind.ts";

const SIZE = 500;

interface WholeOptions {
  readonly ask: (asked: HistoryQuery) => Promise<Page>;
  readonly filters: Filters;
  /** On the venue's clock. */
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (read: number) => void;
}

export async function wholeHistory(options: WholeOptions): Promise<readonly Row[]> {
  const { ask, filters, nowMs, signal, onProgress } = options;
  const toMs = filters.toMs ?? nowMs;
  const rows = new Map<string, Row>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await patiently(signal, () => ask({ ...filters, toMs, page, size: SIZE }));
    for (const row of answer.rows) if (!rows.has(row.key)) rows.set(row.key, row);
    pages = pagesOf(answer.total, SIZE);
    onProgress(rows.size);
  }
  return [...rows.values()];
}

/** Waits as long as a rate limit requires. */
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

/** The content of the file: column names, then values in a form that programs can read. */
export function fileOf({ columns }: Pick<History, "columns">, rows: readonly Row[]): string {
  const value = (each: CsvValue, at: number) =>
    columns[at]?.kind === "time" && typeof each === "number" ? isoTime(each) : each;
  return csvText(
    columns.map(({ name }) => name),
    rows.map(({ values }) => values.map(value)),
  );
}
