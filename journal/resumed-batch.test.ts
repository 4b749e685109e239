// A copy whose last batch a crash has cut goes on as the journal that it is a copy of: with the same bytes, and so the same chain.

import { expect, test } from "bun:test";
import { readJournal } from "./reader.ts";
import { DIRECTORY, payloads, TestJournal } from "./testing/test-journal.ts";

test("the rest of a batch is written as such", () => {
  const whole = new TestJournal();
  whole.commit("a", "b", "c");
  const copy = new TestJournal();
  copy.commit("a");
  copy.journal.resumeBatch();
  copy.commit("b", "c");
  expect(copy.journal.durableHash()).toEqual(whole.journal.durableHash());
  expect(payloads(readJournal(DIRECTORY, 1, 3, { disk: copy.disk, verifyChain: true }))).toEqual(["a", "b", "c"]);

  // Two batches of the same records are another journal.
  const other = new TestJournal();
  other.commit("a");
  other.commit("b", "c");
  expect(other.journal.durableHash()).not.toEqual(whole.journal.durableHash());

  // The next one is a batch of its own on each.
  for (const each of [whole, copy]) each.commit("d");
  expect(copy.journal.durableHash()).toEqual(whole.journal.durableHash());
});

test("a batch goes on at the journal's end, before anything is appended", () => {
  const journal = new TestJournal();
  journal.append("a");
  expect(() => journal.journal.resumeBatch()).toThrow("a batch goes on at the journal's end");
});
