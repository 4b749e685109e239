import { expect, test } from "bun:test";
import { everyPage } from "./every-page.ts";

/** A list, newest first, which changes before some of its pages are read. */
function list(count: number, changes: Readonly<Record<number, (rows: number[]) => void>> = {}) {
  const rows = Array.from({ length: count }, (_, at) => count - at);
  let reads = 0;
  return {
    rows,
    reads: () => reads,
    read: async (size: number, page: number) => {
      reads += 1;
      changes[reads]?.(rows);
      return { rows: rows.slice((page - 1) * size, page * size), total: rows.length };
    },
  };
}

const all = async (of: ReturnType<typeof list>, size: number) => [
  ...new Set(await everyPage(size, (page) => of.read(size, page))),
];

test("a list is read to its end, however many pages it has", async () => {
  for (const count of [0, 1, 10, 11, 35]) {
    const orders = list(count);
    expect(await all(orders, 10)).toEqual(orders.rows);
    expect(orders.reads()).toBe(Math.max(1, Math.ceil(count / 10)));
  }
});

test("an order cancelled during the read hides no other", async () => {
  const orders = list(25, { 2: (rows) => rows.splice(0, 1) });
  expect(await all(orders, 10)).toEqual(orders.rows);
});

test("an order placed during the read hides no other", async () => {
  const orders = list(25, { 2: (rows) => rows.unshift(26) });
  expect(new Set(await all(orders, 10)).has(1)).toBe(true);
});
