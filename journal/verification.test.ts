import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { crc32 } from "./checksums.ts";
import { DIRECTORY, TestJournal } from "./testing/test-journal.ts";
import { verifyJournal } from "./verification.ts";

test("verification counts the records and ends with the hash of the chain", () => {
  const journal = new TestJournal({ segmentBytes: 200 });
  for (const record of ["a", "b", "c", "d", "e"]) journal.commit(record);
  expect(verifyJournal(DIRECTORY, journal.disk)).toEqual({
    records: 5,
    firstPosition: 1,
    lastPosition: 5,
    hash: Buffer.from(journal.journal.durableHash()).toString("hex"),
    bad: undefined,
  });
});

test("a record that was rewritten with a matching CRC and hash is detected at the next record", () => {
  const journal = new TestJournal();
  journal.commit("pay 100", "pay 200", "pay 300");
  const path = join(DIRECTORY, "segment-0000000000000001.log");
  const bytes = journal.disk.content(path);
  const start = 64 + 63;
  bytes.set(new TextEncoder().encode("pay 999"), start + 24);
  new DataView(bytes.buffer).setUint32(start, crc32(bytes.subarray(start + 4, start + 31)), true);
  bytes.set(
    createHash("sha256")
      .update(bytes.subarray(start - 32, start + 31))
      .digest(),
    start + 31,
  );
  journal.disk.open(path, "write").write(bytes, 0);
  expect(verifyJournal(DIRECTORY, journal.disk)).toMatchObject({
    records: 2,
    bad: {
      segment: "segment-0000000000000001.log",
      byte: 64 + 2 * 63,
      reason: "the record does not continue the hash chain",
    },
  });
});

test("verification names a missing segment and an incomplete end, and changes nothing", () => {
  const journal = new TestJournal({ segmentBytes: 1 });
  for (const record of ["a", "b", "c"]) journal.commit(record);
  const last = join(DIRECTORY, "segment-0000000000000003.log");
  journal.disk.open(last, "write").truncate(100);
  const bad = { segment: "segment-0000000000000003.log", byte: 64, reason: "the record is incomplete" };
  expect(verifyJournal(DIRECTORY, journal.disk)).toMatchObject({ records: 2, bad });
  expect(journal.disk.content(last)).toHaveLength(100);
  journal.disk.remove(join(DIRECTORY, "segment-0000000000000002.log"));
  expect(verifyJournal(DIRECTORY, journal.disk).bad).toEqual({
    segment: "segment-0000000000000002.log",
    byte: 0,
    reason: "the segment is missing",
  });
});

test("an empty directory is a journal without records", () => {
  const { disk } = new TestJournal();
  expect(verifyJournal("/elsewhere", disk)).toMatchObject({ records: 0, bad: undefined, hash: "0".repeat(64) });
});
