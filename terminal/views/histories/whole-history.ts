// All pages of a list, for a file. What comes to be while they are read would move the rows: the list ends at the moment
// when it was asked for, and a row that is met twice counts once.

import { ApiError } from "@evermark/client";
import { type CsvValue, csvText, isoTime } from "./csv.ts";
import { type Asked, type Filters, type History, type Page, pagesOf, type Row } from "./history.ts";

const SIZE = 500;

interface WholeOptions {
  readonly ask: (asked: Asked) => Promise<Page>;
  readonly filters: Filters;
  /** By the venue's clock. */
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
