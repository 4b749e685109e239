// A copy has the same batches as the journal that it is a copy of, however it is written: the same bytes, and so the same
// chain.

import { expect, test } from "bun:test";
import { readJournal } from "./reader.ts";
import { DIRECTORY, payloads, TestJournal, text } from "./testing/test-journal.ts";

/** The journal to copy: two batches. */
function original(): TestJournal {
  const journal = new TestJournal();
  journal.commit("a", "b", "c");
  journal.commit("d", "e");
  return journal;
}

/** Writes records at once. @param records each with whether it starts a batch */
function write(journal: TestJournal, records: readonly (readonly [payload: string, startsBatch?: boolean])[]): void {
  for (const [payload, startsBatch] of records)
    journal.journal.append(1_000 + journal.journal.lastPosition, text(payload), startsBatch);
  journal.commit();
}

test("a batch whose first records are there already is continued", () => {
  const copy = new TestJournal();
  write(copy, [["a", true]]);
  write(copy, [
    ["b", false],
    ["c", false],
  ]);
  write(copy, [
    ["d", true],
    ["e", false],
  ]);
  expect(copy.journal.durableHash()).toEqual(original().journal.durableHash());
  expect(payloads(readJournal(DIRECTORY, 1, 5, { disk: copy.disk, verifyChain: true })).join("")).toBe("abcde");
});

test("several batches are written at once", () => {
  const copy = new TestJournal();
  write(copy, [
    ["a", true],
    ["b", false],
    ["c", false],
    ["d", true],
    ["e", false],
  ]);
  expect(copy.durable).toEqual([5]);
  expect(copy.journal.durableHash()).toEqual(original().journal.durableHash());
});

test("records that are written at once without marks are one batch, and make another journal", () => {
  const other = new TestJournal();
  write(other, [["a"], ["b"], ["c"], ["d"], ["e"]]);
  expect(other.journal.durableHash()).not.toEqual(original().journal.durableHash());
});
