import { expect, test } from "bun:test";
import { ApiError } from "@evermark/client";
import type { Filters, HistoryQuery, Row } from "./history-kind.ts";
import { fileOf, wholeHistory } from "./whole-history.ts";

const filters: Filters = { symbol: "", side: "", status: "", kind: "", fromMs: undefined, toMs: undefined };
const row = (key: number): Row => ({ key: String(key), values: [key] });
const rest = { filters, nowMs: 5_000, signal: new AbortController().signal, onProgress: () => {} };

test("every page is in the file, up to the moment of the request", async () => {
  const all = Array.from({ length: 1_203 }, (_, key) => row(key));
  const requests: HistoryQuery[] = [];
  const rows = await wholeHistory({
    ...rest,
    ask: async (page) => {
      requests.push(page);
      return { rows: all.slice((page.page - 1) * page.size, page.page * page.size), total: all.length };
    },
  });
  expect(rows).toEqual(all);
  expect(requests.map(({ page, toMs }) => [page, toMs])).toEqual([
    [1, 5_000],
    [2, 5_000],
    [3, 5_000],
  ]);
});

test("a row that moved to the next page meanwhile is included once", async () => {
  const pages = [
    [row(3), row(2)],
    [row(2), row(1)],
  ];
  const rows = await wholeHistory({ ...rest, ask: async ({ page }) => ({ rows: pages[page - 1]!, total: 501 }) });
  expect(rows.map(({ key }) => key)).toEqual(["3", "2", "1"]);
});

test("a rate limit is waited for as long as the venue says, any other refusal ends the read", async () => {
  let calls = 0;
  const limited = new ApiError({ status: 429, code: -1003, message: "too many requests", retryAfterMs: 1 });
  const rows = await wholeHistory({
    ...rest,
    ask: async () => {
      calls += 1;
      if (calls < 3) throw limited;
      return { rows: [row(1)], total: 1 };
    },
  });
  expect([rows.length, calls]).toEqual([1, 3]);
  const refused = new ApiError({ status: 400, code: -1005, message: "no" });
  expect(wholeHistory({ ...rest, ask: () => Promise.reject(refused) })).rejects.toBe(refused);
});

test("in the file, times are ISO, figures have all digits, and a tag is no formula", () => {
  const columns = [
    { id: "time", name: "Time", kind: "time" },
    { id: "fee", name: "Fee", kind: "figure" },
    { id: "tag", name: "Tag", kind: "text" },
  ] as const;
  expect(fileOf({ columns }, [{ key: "1", values: [1_000, -0.000001, "=1+1"] }])).toBe(
    "Time,Fee,Tag\r\n1970-01-01T00:00:01.000Z,-0.000001,'=1+1\r\n",
  );
});
