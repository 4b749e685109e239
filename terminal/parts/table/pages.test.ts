import { expect, test } from "bun:test";
import fc from "fast-check";
import { pageOfRows } from "./pages.ts";

const rows = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test("the pages together contain all rows in order, with the right numbers", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 1, max: 150 }), (count, size) => {
      const all = rows(count);
      const { pages } = pageOfRows(all, 1, size);
      const each = Array.from({ length: pages }, (_, at) => pageOfRows(all, at + 1, size));
      expect(each.flatMap((page) => page.rows)).toEqual(all);
      for (const page of each) {
        expect(page.rows.length).toBeLessThanOrEqual(size);
        if (count > 0) expect([page.rows[0], page.rows.at(-1)]).toEqual([page.from, page.to]);
      }
    }),
  );
});

test("a page that no longer exists is replaced by the last one", () => {
  expect(pageOfRows(rows(120), 7, 100)).toMatchObject({ page: 2, pages: 2, from: 101, to: 120 });
  expect(pageOfRows(rows(40), 2, 100)).toMatchObject({ page: 1, pages: 1, from: 1, to: 40 });
});

test("rows that fit on one page are returned as the same list", () => {
  const few = rows(3);
  expect(pageOfRows(few, 1, 100).rows).toBe(few);
});
