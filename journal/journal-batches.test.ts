import { expect, test } from "bun:test";
import { readBatch } from "./batch-records.ts";
import { readBatches } from "./journal-batches.ts";
import { listSegments } from "./segment.ts";
import { DIRECTORY, payloads, TestJournal, text } from "./testing/test-journal.ts";

/** Twelve records in four batches, over several segments. */
function written() {
  const test = new TestJournal({ segmentBytes: 300 });
  for (let batch = 0; batch < 4; batch++) test.commit(`a${batch}`, `b${batch}`, `c${batch}`);
  return test;
}

test("batches are all of a journal, each continuing the hash of the one before, in the bytes of its files", () => {
  const { disk, journal } = written();
  expect(listSegments(disk, DIRECTORY).length).toBeGreaterThan(1);
  const batches = [...readBatches(DIRECTORY, { to: 12, disk })];
  expect(batches.map(({ first, last }) => [first, last])).toEqual([
    [1, 3],
    [4, 6],
    [7, 9],
    [10, 12],
  ]);
  for (const [i, batch] of batches.entries()) {
    expect(batch.before).toEqual(i === 0 ? new Uint8Array(32) : batches[i - 1]!.hash);
    const records = readBatch(batch.before, batch.first, batch.content);
    expect(payloads(records)).toEqual([`a${i}`, `b${i}`, `c${i}`]);
    expect(records.at(-1)!.at).toBe(batch.at);
  }
  expect(batches.at(-1)!.hash).toEqual(journal.durableHash());
});

test("a batch that continues in another segment is one batch", () => {
  const { disk } = written();
  const again = new TestJournal({ disk, segmentBytes: 1 });
  again.journal.append(1_012, text("d3"), false);
  again.commit();
  again.commit("a4");
  expect([...readBatches(DIRECTORY, { to: 14, disk })].slice(3)).toMatchObject([
    { first: 10, last: 13 },
    { first: 14, last: 14 },
  ]);
});

test("nothing is read after the last position that is asked for", () => {
  const { disk } = written();
  expect([...readBatches(DIRECTORY, { to: 7, disk })].at(-1)!.last).toBe(7);
});

test("a damaged byte is named, and so is a missing segment", () => {
  const test = new TestJournal({ segmentBytes: 100 });
  for (let batch = 0; batch < 4; batch++) test.commit(`a${batch}`);
  test.commit("a4");
  const { disk } = test;
  const [, second, third] = listSegments(disk, DIRECTORY);
  const file = disk.open(`${DIRECTORY}/${second!.name}`, "write");
  file.write(new Uint8Array([0xff]), 64 + 24);
  file.close();
  const read = () => [...readBatches(DIRECTORY, { to: 5, disk })];
  expect(read).toThrow(`journal segment ${second!.name} is corrupt at byte 64: the record fails its CRC`);
  disk.remove(`${DIRECTORY}/${second!.name}`);
  expect(read).toThrow(
    `journal segment ${third!.name} is corrupt at byte 0: position ${second!.first} is in no segment`,
  );
});
