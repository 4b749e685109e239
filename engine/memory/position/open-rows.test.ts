// The lists of rows with a position follow every opening and closing.

import { expect, test } from "bun:test";
import { OpenRows } from "./open-rows.ts";

test("a market lists the rows that have a position, whatever opened and closed", () => {
  const open = new OpenRows();
  for (const row of [4, 9, 2, 7]) open.note(1, row, true);
  open.note(1, 9, true);
  open.note(1, 9, false);
  open.note(1, 9, false);
  open.note(1, 7, false);
  open.note(1, 5, true);
  expect([...open.of(1)].sort()).toEqual([2, 4, 5]);
  expect(open.of(0)).toEqual([]);
  expect(open.of(3)).toEqual([]);
});
