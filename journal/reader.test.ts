import { expect, test } from "bun:test";
import { join } from "node:path";
import { JournalReader, readJournal } from "./reader.ts";
import { DIRECTORY, payloads, TestJournal } from "./testing/test-journal.ts";

test("a reader starts at any position, in any segment", () => {
  const journal = new TestJournal({ segmentBytes: 300 });
  const all = Array.from({ length: 20 }, (_, i) => `record ${i + 1}`);
  for (const record of all) journal.commit(record);
  for (let from = 1; from <= 20; from++) {
    expect(payloads(readJournal(DIRECTORY, from, 20, { disk: journal.disk }))).toEqual(all.slice(from - 1));
  }
});

test("a record larger than one read of the file is read whole", () => {
  const journal = new TestJournal();
  const large = "x".repeat(3_000_000);
  journal.commit("before", large, "after");
  const read = payloads(readJournal(DIRECTORY, 1, 3, { disk: journal.disk, verifyChain: true }));
  expect(read.map((payload) => payload.length)).toEqual([6, 3_000_000, 5]);
});

test("records that were read stay unchanged while reading continues", () => {
  const journal = new TestJournal();
  const many = Array.from({ length: 20_000 }, (_, i) => `record ${i + 1}`.padEnd(100));
  journal.commit(...many);
  const records = [...readJournal(DIRECTORY, 1, many.length, { disk: journal.disk })];
  expect(payloads(records)).toEqual(many);
});

test("records that are lent equal those that are copied", () => {
  const journal = new TestJournal({ segmentBytes: 300 });
  const all = Array.from({ length: 20 }, (_, i) => `record ${i + 1}`);
  for (const record of all) journal.commit(record);
  const reader = new JournalReader({ directory: DIRECTORY, from: 3, lends: true, disk: journal.disk });
  const seen: string[] = [];
  for (const { position, payload } of reader.read(20)) seen.push(`${position}: ${new TextDecoder().decode(payload)}`);
  expect(seen).toEqual(all.slice(2).map((record, i) => `${i + 3}: ${record}`));
});

test("a reader that saw bytes of a failed batch reads what took their place", () => {
  const journal = new TestJournal();
  const reader = new JournalReader({ directory: DIRECTORY, from: 1, disk: journal.disk });
  journal.commit("a");
  journal.append("lost");
  journal.turns.next();
  expect(payloads(reader.read(1))).toEqual(["a"]);
  journal.disk.failNext("sync", "EIO");
  journal.disk.finishSyncs();
  journal.commit("b");
  expect(payloads(reader.read(2))).toEqual(["b"]);
});

test("a reader that stopped halfway continues from there", () => {
  const journal = new TestJournal();
  journal.commit("a", "b", "c");
  const reader = new JournalReader({ directory: DIRECTORY, from: 1, disk: journal.disk });
  for (const { position } of reader.read(3)) if (position === 2) break;
  expect(reader.nextPosition).toBe(3);
  expect(payloads(reader.read(3))).toEqual(["c"]);
});

test("a reader is refused positions that are damaged, gone or not there yet", () => {
  const journal = new TestJournal({ segmentBytes: 1 });
  journal.commit("a");
  journal.commit("b");
  const read = (to: number) => payloads(readJournal(DIRECTORY, 1, to, { disk: journal.disk }));
  expect(() => read(3)).toThrow("the segment ends before position 3");
  journal.disk.flipBit(join(DIRECTORY, "segment-0000000000000002.log"), 64 + 24, 0);
  expect(() => read(2)).toThrow("segment-0000000000000002.log is corrupt at byte 64: the record fails its CRC");
  journal.disk.remove(join(DIRECTORY, "segment-0000000000000001.log"));
  expect(() => read(2)).toThrow("the segment that holds position 1 is missing");
});
