import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LOCK_PAGE, PAGE_BYTES, PageSums, sumOf } from "./page-sums.ts";

test("in a file of more than 1 GiB, the page that SQLite never writes is not mistaken for damage", () => {
  const directory = mkdtempSync(join(tmpdir(), "page-sums-"));
  const sums = PageSums.create(join(directory, "sums"));
  try {
    // As after a checkpoint that grows the file beyond that page, which is not in the log.
    sums.resize(LOCK_PAGE + 1);
    const written = new Uint8Array(PAGE_BYTES).fill(7);
    for (const page of [LOCK_PAGE - 1, LOCK_PAGE + 1]) sums.set(page, sumOf(page, written));
    const unwritten = new Uint8Array(PAGE_BYTES);
    const isGood = (bytes: Uint8Array) => [-1, 0, 1].map((off) => sums.holds(LOCK_PAGE + off, bytes));
    expect(isGood(written)).toEqual([true, true, true]);
    expect(isGood(unwritten)).toEqual([false, true, false]);
    expect((LOCK_PAGE - 1) * PAGE_BYTES).toBe(1_073_741_824);
  } finally {
    sums.close();
    rmSync(directory, { recursive: true });
  }
});
