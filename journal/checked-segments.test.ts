// Segments that were checked beforehand make no difference to what a start finds.

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Fault } from "@evermark/engine";
import { checkSegments, recallSegmentsUpTo } from "./checked-segments.ts";
import { RECORD_OVERHEAD_BYTES } from "./journal-record.ts";
import { type CheckedSegment, SEGMENT_HEADER_BYTES, segmentName } from "./segment.ts";
import { MEMORY_NAME } from "./segment-memory.ts";
import type { SimulatedDisk } from "./testing/simulated-disk.ts";
import { DIRECTORY, payloads, TestJournal } from "./testing/test-journal.ts";

const PAYLOAD_BYTES = 20;
const RECORD_BYTES = RECORD_OVERHEAD_BYTES + PAYLOAD_BYTES;
const PER_SEGMENT = 4;
const LAST = 14;

/** Four segments, the last one with two records. The process was killed, and the segment memory is gone. */
function fourSegments(): SimulatedDisk {
  const disk = fourRemembered();
  disk.remove(join(DIRECTORY, MEMORY_NAME));
  return disk;
}

function fourRemembered(): SimulatedDisk {
  const journal = new TestJournal({ segmentBytes: SEGMENT_HEADER_BYTES + PER_SEGMENT * RECORD_BYTES });
  for (let n = 1; n <= LAST; n++) journal.commit(`record ${n}`.padEnd(PAYLOAD_BYTES));
  journal.kill();
  return journal.disk;
}

/** The segments up to a position, checked as a start does it. */
function checkSegmentsUpTo(after: number, disk: SimulatedDisk): CheckedSegment[] {
  const { recalled, unknown } = recallSegmentsUpTo(DIRECTORY, after, disk);
  return [...recalled, ...checkSegments(DIRECTORY, unknown, disk)];
}

/** What a start from a snapshot at `after` finds, or why it refuses. */
function start(disk: SimulatedDisk, after: number, checkedSegments: CheckedSegment[], hash?: Uint8Array) {
  const replayed: string[] = [];
  const record = ({ payload }: { payload: Uint8Array }) => replayed.push(new TextDecoder().decode(payload).trim());
  try {
    const { journal, recovery, opened } = new TestJournal({ disk, checkedSegments, replay: { after, hash, record } });
    return { recovery, replayed, end: [opened.journal.durablePosition, [...journal.durableHash()]] };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { refused: error.message };
  } finally {
    disk.killProcess();
  }
}

describe("segments that were checked beforehand", () => {
  test("are those that end at or before a position, and never the last one", () => {
    const disk = fourSegments();
    const namesUpTo = (position: number) => checkSegmentsUpTo(position, disk).map(({ name }) => name);
    const names = [1, 5, 9].map(segmentName);
    for (let position = 0; position <= LAST + 10; position++) {
      expect(namesUpTo(position)).toEqual(names.slice(0, Math.floor(position / PER_SEGMENT)));
    }
    expect(checkSegmentsUpTo(LAST, disk).map(({ position }) => position)).toEqual([4, 8, 12]);
  });

  test("are not read again, and the start finds what it would have found", () => {
    for (let after = 0; after <= LAST; after++) {
      const disk = fourSegments();
      const checked = checkSegmentsUpTo(after, disk);
      const found = start(disk, after, checked);
      expect(found).toEqual(start(fourSegments(), after, []));
      expect(found.replayed).toHaveLength(LAST - after);
    }
  });

  test("are replayed all the same when the snapshot that is used in the end is an older one", () => {
    const disk = fourSegments();
    const checked = checkSegmentsUpTo(LAST, disk);
    expect(payloads(new TestJournal({ disk, checkedSegments: checked }).replayed)).toHaveLength(LAST);
    disk.killProcess();
    expect(start(disk, 6, checked).replayed).toHaveLength(LAST - 6);
  });

  test("still have to continue each other's chain, and the snapshot's", () => {
    const disk = fourSegments();
    const checked = checkSegmentsUpTo(LAST, disk);
    const [, second] = checked;
    const other = new Uint8Array(32).fill(9);
    expect(start(disk, 8, checked, second!.hash).replayed).toHaveLength(6);
    expect(start(disk, 8, checked, other).refused).toContain("the snapshot at position 8 is not of the journal");
    const forged = checked.map((each) => (each === second ? { ...each, hash: other } : each));
    expect(start(disk, 8, forged).refused).toContain("the segment does not continue the hash chain");
  });

  test("do not hide a flipped bit, wherever it is", () => {
    const disk = fourSegments();
    for (const first of [1, 5, 9, 13]) {
      const path = join(DIRECTORY, segmentName(first));
      const records = Math.min(PER_SEGMENT, LAST - first + 1);
      for (let byte = 0; byte < SEGMENT_HEADER_BYTES + records * RECORD_BYTES; byte += 7) {
        disk.flipBit(path, byte, byte % 8);
        const found = start(disk, 12, checkSegmentsUpTo(12, disk));
        expect(found.refused).toContain(`journal segment ${segmentName(first)} is corrupt`);
        disk.flipBit(path, byte, byte % 8);
      }
    }
  });
});

describe("segments that are remembered as good", () => {
  const unknown = (disk: SimulatedDisk) => recallSegmentsUpTo(DIRECTORY, LAST, disk).unknown.map(({ name }) => name);
  const names = [1, 5, 9].map(segmentName);

  test("are those that were closed by the process that wrote them, or checked by a start", () => {
    const disk = fourRemembered();
    expect(unknown(disk)).toEqual([]);
    expect(recallSegmentsUpTo(DIRECTORY, LAST, disk).recalled).toMatchObject(checkSegmentsUpTo(LAST, fourSegments()));
    disk.remove(join(DIRECTORY, MEMORY_NAME));
    expect(unknown(disk)).toEqual(names);
    start(disk, 0, []);
    expect(unknown(disk)).toEqual([]);
  });

  test("are not read by a start, and it finds what it would have found", () => {
    for (let after = 0; after <= LAST; after++) {
      const disk = fourRemembered();
      const found = start(disk, after, recallSegmentsUpTo(DIRECTORY, after, disk).recalled);
      expect(found).toEqual(start(fourSegments(), after, []));
    }
  });

  test("are read again once they have changed or are other files of the same name", () => {
    const disk = fourRemembered();
    const path = join(DIRECTORY, segmentName(5));
    const content = disk.content(path);
    const file = disk.open(path, "write");
    file.write(content.subarray(0, 1), 0);
    expect(unknown(disk)).toEqual([segmentName(5)]);
    expect(unknown(disk.copy(2))).toEqual(names);
  });

  test("are read again when the segment memory is damaged, at any byte", () => {
    const disk = fourRemembered();
    const path = join(DIRECTORY, MEMORY_NAME);
    const { length } = disk.content(path);
    for (let byte = 0; byte < length - 1; byte++) {
      disk.flipBit(path, byte, byte % 8);
      expect(unknown(disk)).toEqual(names);
      disk.flipBit(path, byte, byte % 8);
    }
    expect(unknown(disk)).toEqual([]);
  });

  test("prove how far the journal went: without its last segments and its mark, it is refused", () => {
    const disk = fourRemembered();
    for (const name of [segmentName(9), segmentName(13), "durable.mark"]) disk.remove(join(DIRECTORY, name));
    expect(() => new TestJournal({ disk })).toThrow(
      "acknowledged commands are missing: the journal in /journal ends at position 8, but checked.json knows position 12",
    );
    disk.remove(join(DIRECTORY, segmentName(1)));
    disk.remove(join(DIRECTORY, segmentName(5)));
    expect(() => new TestJournal({ disk })).toThrow("the journal in /journal has no commands, but checked.json knows");
  });
});
