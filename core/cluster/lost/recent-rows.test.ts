import { expect, test } from "bun:test";
import fc from "fast-check";
import { type BatchRow, type Head, NOTHING, sameHead, writeRow } from "../records/batch-row.ts";
import { RecentRows } from "./recent-rows.ts";

const TERM = { timeline: 1, epoch: 1, node: "00000000000000aa" };

function rowBehind(head: Head, bytes: number, content = 1): BatchRow {
  return writeRow(head, TERM, 1_000, [{ at: 1_000, payload: new Uint8Array(bytes).fill(content), origin: null }]);
}

test("it keeps as many of the last rows as it has room for, and knows where they begin", () => {
  const property = fc.property(fc.array(fc.nat(400), { minLength: 1, maxLength: 80 }), fc.nat(8_000), (sizes, room) => {
    const recent = new RecentRows(NOTHING, room);
    const all: BatchRow[] = [];
    for (const bytes of sizes) {
      all.push(rowBehind(all.at(-1) ?? NOTHING, bytes));
      recent.add(all.at(-1)!, [0]);
    }
    const kept = recent.allBehind(0).map(({ row }) => row);
    expect(kept).toEqual(all.slice(all.length - kept.length));
    expect(recent.first).toBe(all.at(-kept.length - 1) ?? NOTHING);
    const bytes = kept.reduce((sum, { origins, records }) => sum + origins.length + records.length + 500, 0);
    expect(bytes).toBeLessThanOrEqual(room);
    for (const [i, row] of all.entries()) {
      const isKept = i >= all.length - kept.length;
      const before = all[i - 1] ?? NOTHING;
      expect(recent.behind(before)).toBe(isKept ? row : null);
      if (isKept) expect([recent.at(row.batch), recent.at(row.batch - 1)]).toEqual([row, before]);
    }
    expect(recent.at(all.length + 1)).toBeNull();
    expect(recent.allBehind(all.length)).toEqual([]);
  });
  fc.assert(property);
});

test("it has no row after a batch of another history", () => {
  const recent = new RecentRows(NOTHING);
  const one = rowBehind(NOTHING, 5);
  recent.add(one, [0]);
  recent.add(rowBehind(one, 5), [0]);
  const other = rowBehind(NOTHING, 5, 2);
  expect(sameHead(one, other)).toBe(false);
  expect(recent.behind(one)?.batch).toBe(2);
  expect(recent.behind(other)).toBeNull();
  expect(recent.behind({ ...one, term: { ...TERM, epoch: 2 } })).toBeNull();
});
