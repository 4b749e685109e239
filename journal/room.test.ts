import { expect, test } from "bun:test";
import { join } from "node:path";
import { RECORD_OVERHEAD_BYTES } from "./journal-record.ts";
import { readJournal } from "./reader.ts";
import { endOfContent, ROOM_BYTES } from "./room.ts";
import { SEGMENT_HEADER_BYTES } from "./segment.ts";
import { SimulatedDisk } from "./testing/simulated-disk.ts";
import { DIRECTORY, payloads, TestJournal } from "./testing/test-journal.ts";
import { verifyJournal } from "./verification.ts";

const SEGMENT = join(DIRECTORY, "segment-0000000000000001.log");

function recordBytes(payload: string): number {
  return RECORD_OVERHEAD_BYTES + payload.length;
}

/** A journal with the record "a", whose process was killed. */
function killedAfterOne(): { disk: SimulatedDisk; byte: number } {
  const journal = new TestJournal();
  journal.commit("a");
  journal.kill();
  return { disk: journal.disk, byte: SEGMENT_HEADER_BYTES + recordBytes("a") };
}

function write(disk: SimulatedDisk, bytes: Uint8Array, at: number): void {
  const file = disk.open(SEGMENT, "write");
  file.write(bytes, at);
  file.sync();
}

test("batches are written over room until it is used up, and a large one may be longer than what is left", () => {
  const journal = new TestJournal();
  const sizes = new Set<number>();
  const size = () => journal.disk.content(SEGMENT).length;
  journal.commit("a");
  const first = SEGMENT_HEADER_BYTES + recordBytes("a") + ROOM_BYTES;
  expect(size()).toBe(first);
  const kilobyte = "x".repeat(1024 - RECORD_OVERHEAD_BYTES);
  for (let i = 0; i < ROOM_BYTES / 1024; i++) {
    journal.commit(kilobyte);
    sizes.add(size());
  }
  expect([...sizes]).toEqual([first]);
  journal.commit("b".repeat(ROOM_BYTES));
  expect(size()).toBe(first + recordBytes("b".repeat(ROOM_BYTES)) + ROOM_BYTES);
  expect(verifyJournal(DIRECTORY, journal.disk)).toMatchObject({ lastPosition: ROOM_BYTES / 1024 + 2, bad: undefined });
});

test("a segment has no room beyond the size at which the next one follows", () => {
  const journal = new TestJournal({ segmentBytes: 500 });
  for (let i = 0; i < 20; i++) journal.commit("x".repeat(100));
  const segments = journal.disk.paths.filter((path) => path.endsWith(".log"));
  expect(segments.length).toBeGreaterThan(3);
  const end = SEGMENT_HEADER_BYTES + 3 * recordBytes("x".repeat(100));
  for (const path of segments.slice(0, -1)) expect(journal.disk.content(path).length).toBe(end);
});

test("a killed process leaves room, which readers pass over and the next process cuts off without a report", () => {
  const { disk, byte } = killedAfterOne();
  expect(disk.content(SEGMENT).length).toBe(byte + ROOM_BYTES);
  expect(payloads(readJournal(DIRECTORY, 1, undefined, { disk }))).toEqual(["a"]);
  expect(verifyJournal(DIRECTORY, disk)).toMatchObject({ records: 1, bad: undefined });

  const journal = new TestJournal({ disk });
  expect(journal.recovery).toMatchObject({ lastPosition: 1, tornTail: undefined, acknowledgedLost: 0 });
  expect(disk.content(SEGMENT).length).toBe(byte);
});

test("a closed journal has no room", async () => {
  const journal = new TestJournal();
  journal.commit("a");
  await journal.journal.close();
  expect(journal.disk.content(SEGMENT).length).toBe(SEGMENT_HEADER_BYTES + recordBytes("a"));
});

test("on a disk without space for room the batch is durable all the same", () => {
  const disk = new SimulatedDisk(1);
  const journal = new TestJournal({ disk });
  const used = disk.paths.reduce((sum, path) => sum + disk.content(path).length, 0);
  disk.capacity = used + recordBytes("a") + recordBytes("b") + 10;
  journal.commit("a");
  journal.commit("b");
  expect(journal.durable).toEqual([1, 2]);
  journal.commit("c");
  expect(journal.failures).toMatchObject([{ firstLost: 3, certain: true }]);
  disk.capacity = Number.POSITIVE_INFINITY;
  journal.commit("d");
  journal.losePower();
  expect(payloads(new TestJournal({ disk }).replayed)).toEqual(["a", "b", "d"]);
});

test("bytes in the room that are no record are a torn tail, up to the last byte that is not zero", () => {
  for (const at of [0, 1, 30, 700]) {
    const { disk, byte } = killedAfterOne();
    write(disk, Uint8Array.of(0, 9, 8, 7, 0), byte + at);
    const journal = new TestJournal({ disk });
    expect(journal.recovery).toMatchObject({ lastPosition: 1, tornTail: { byte, bytesDropped: at + 4 } });
    expect(disk.content(SEGMENT).length).toBe(byte);
  }
});

test("zeros where acknowledged records were are a loss: refused, or accepted and reported", () => {
  const lose = (sectorsKept: number) => {
    const journal = new TestJournal();
    journal.commit(..."abcdefgh".split("").map((letter) => letter.repeat(200)));
    journal.commit("i");
    journal.kill();
    const from = SEGMENT_HEADER_BYTES + sectorsKept * 512 - (sectorsKept > 0 ? SEGMENT_HEADER_BYTES : 0);
    write(journal.disk, new Uint8Array(4096), from);
    return journal.disk;
  };
  for (const sectorsKept of [0, 1, 2, 3, 4]) {
    const left =
      sectorsKept === 0 ? 0 : Math.floor((sectorsKept * 512 - SEGMENT_HEADER_BYTES) / recordBytes("a".repeat(200)));
    expect(() => new TestJournal({ disk: lose(sectorsKept) })).toThrow("acknowledged records reach byte");
    const journal = new TestJournal({ disk: lose(sectorsKept), acceptLoss: true });
    expect(journal.recovery).toMatchObject({ lastPosition: left, acknowledgedLost: 9 - left });
    journal.commit("again");
    expect(journal.durable).toEqual([left + 1]);
  }
});

test("a wrong byte in an acknowledged record is refused even if the record ends with zeros", () => {
  const { disk, byte } = killedAfterOne();
  // All of the record's hash is gone but the rest is there: that is no lost sector.
  write(disk, new Uint8Array(32), byte - 32);
  expect(() => new TestJournal({ disk, acceptLoss: true })).toThrow("the record does not continue the hash chain");
});

test("the end of the content is found however much room follows", () => {
  const disk = new SimulatedDisk(1);
  const file = disk.open("/directory/file", "create");
  expect(endOfContent(file, 0)).toBe(0);
  file.write(new Uint8Array(3_000_000), 0);
  expect([endOfContent(file, 0), endOfContent(file, 17), endOfContent(file, 4_000_000)]).toEqual([0, 17, 4_000_000]);
  for (const last of [0, 17, 999_999, 1_048_576, 2_999_999]) {
    file.write(Uint8Array.of(1), last);
    expect([endOfContent(file, 0), endOfContent(file, last), endOfContent(file, last + 1)]).toEqual([
      last + 1,
      last + 1,
      last + 1,
    ]);
  }
});
