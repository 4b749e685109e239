import { expect, test } from "bun:test";
import { join } from "node:path";
import { crc32 } from "./checksums.ts";
import { JournalCorrupt } from "./corrupt.ts";
import { RECORD_OVERHEAD_BYTES } from "./journal-record.ts";
import { MARK_NAME } from "./mark.ts";
import { SEGMENT_HEADER_BYTES } from "./segment.ts";
import { SimulatedDisk } from "./testing/simulated-disk.ts";
import { DIRECTORY, payloads, TestJournal } from "./testing/test-journal.ts";
import { verifyJournal } from "./verification.ts";

const PAYLOAD_BYTES = 20;
const RECORD_BYTES = RECORD_OVERHEAD_BYTES + PAYLOAD_BYTES;
const FIRST = "segment-0000000000000001.log";
const SECOND = "segment-0000000000000005.log";

/** Two segments of four records each, in batches of one and three; the process was killed. */
function twoSegments(options: { mark: boolean } = { mark: true }): SimulatedDisk {
  const journal = new TestJournal({ segmentBytes: SEGMENT_HEADER_BYTES + 4 * RECORD_BYTES });
  const records = Array.from({ length: 8 }, (_, i) => `record ${i + 1}`.padEnd(PAYLOAD_BYTES));
  for (const [from, to] of [
    [0, 1],
    [1, 4],
    [4, 5],
    [5, 8],
  ])
    journal.commit(...records.slice(from, to));
  journal.kill();
  if (!options.mark) journal.disk.remove(join(DIRECTORY, MARK_NAME));
  return journal.disk;
}

test("a segment of an unknown later format is refused by name and left as it is", () => {
  const disk = twoSegments();
  const path = join(DIRECTORY, SECOND);
  const file = disk.open(path, "write");
  const header = disk.content(path).slice(0, SEGMENT_HEADER_BYTES);
  header[8] = 2;
  new DataView(header.buffer).setUint32(12, crc32(Uint8Array.from(header).fill(0, 12, 16)), true);
  file.write(header, 0);
  const before = disk.content(path).slice();
  const refused =
    `journal segment ${SECOND} was written by a newer Evermark (format 2; this one knows up to 1): ` +
    "start the newer one, or restore a copy from before the upgrade";
  expect(() => new TestJournal({ disk })).toThrow(refused);
  expect(() => new TestJournal({ disk, acceptLoss: true })).toThrow(refused);
  expect(() => verifyJournal(DIRECTORY, disk)).toThrow(refused);
  expect(disk.content(path)).toEqual(before);
});

function refusal(disk: SimulatedDisk, options: { acceptLoss?: boolean } = {}): JournalCorrupt {
  try {
    new TestJournal({ disk, ...options });
  } catch (error) {
    if (error instanceof JournalCorrupt) return error;
    throw error;
  }
  throw new Error("the journal was opened");
}

/** Cuts a segment without the journal's knowledge. */
function cut(disk: SimulatedDisk, name: string, size: number): void {
  const file = disk.open(join(DIRECTORY, name), "write");
  file.truncate(size);
  file.sync();
}

function add(disk: SimulatedDisk, name: string, bytes: Uint8Array): void {
  const file = disk.open(join(DIRECTORY, name), "write");
  file.write(bytes, file.size());
  file.sync();
}

test("a killed process loses nothing that was reported durable", () => {
  const journal = new TestJournal({ disk: twoSegments() });
  expect(journal.recovery).toEqual({
    segments: 2,
    firstPosition: 1,
    lastPosition: 8,
    tornTail: undefined,
    acknowledgedLost: 0,
    doubt: undefined,
  });
  expect(journal.replayed.map(({ position, at }) => [position, at])).toEqual(
    Array.from({ length: 8 }, (_, i) => [i + 1, 1000 + i]),
  );
});

test("every flipped bit of every record and header is refused with its segment and byte", () => {
  const disk = twoSegments();
  for (const name of [FIRST, SECOND]) {
    const size = disk.content(join(DIRECTORY, name)).length;
    for (let byte = 0; byte < size; byte++) {
      const bit = byte % 8;
      disk.flipBit(join(DIRECTORY, name), byte, bit);
      const { segment, byte: at, message } = refusal(disk);
      const record = Math.floor((byte - SEGMENT_HEADER_BYTES) / RECORD_BYTES);
      expect(segment).toBe(name);
      if (byte < SEGMENT_HEADER_BYTES) expect(at).toBeLessThan(SEGMENT_HEADER_BYTES);
      else expect(at).toBe(SEGMENT_HEADER_BYTES + record * RECORD_BYTES);
      expect(message).toContain(`journal segment ${name} is corrupt at byte ${at}`);
      disk.flipBit(join(DIRECTORY, name), byte, bit);
    }
  }
  expect(new TestJournal({ disk }).replayed).toHaveLength(8);
});

test("without the durable mark, a flipped bit before a whole record is refused all the same", () => {
  const disk = twoSegments({ mark: false });
  for (let byte = 0; byte < SEGMENT_HEADER_BYTES + 3 * RECORD_BYTES; byte++) {
    disk.flipBit(join(DIRECTORY, SECOND), byte, 7 - (byte % 8));
    expect(refusal(disk).segment).toBe(SECOND);
    disk.flipBit(join(DIRECTORY, SECOND), byte, 7 - (byte % 8));
  }
});

test("without the durable mark, a bad last record is a torn tail that is set aside, if a loss is accepted", () => {
  const disk = twoSegments({ mark: false });
  const byte = SEGMENT_HEADER_BYTES + 3 * RECORD_BYTES;
  disk.flipBit(join(DIRECTORY, SECOND), byte + 30, 0);
  expect(() => new TestJournal({ disk })).toThrow("/journal/durable.mark is missing or damaged: it is not known");
  const tail = disk.content(join(DIRECTORY, SECOND)).subarray(byte);
  const journal = new TestJournal({ disk, acceptLoss: true });
  expect(disk.content(join(DIRECTORY, `${SECOND}.aside-1`))).toEqual(tail);
  expect(journal.recovery.doubt).toBe("is missing or damaged");
  expect(journal.recovery.tornTail).toEqual({
    segment: SECOND,
    byte,
    bytesDropped: RECORD_BYTES,
    reason: "the record fails its CRC",
  });
  expect(journal.recovery.lastPosition).toBe(7);
});

test("an incomplete write after the last acknowledged record is cut and reported, and its position is used again", () => {
  const disk = twoSegments();
  const size = disk.content(join(DIRECTORY, SECOND)).length;
  const record = disk.content(join(DIRECTORY, FIRST)).subarray(-RECORD_BYTES);
  for (const bytes of [1, 23, 24, 60, RECORD_BYTES - 1]) {
    add(disk, SECOND, record.subarray(0, bytes));
    const journal = new TestJournal({ disk });
    expect(journal.recovery.tornTail).toMatchObject({ segment: SECOND, byte: size, bytesDropped: bytes });
    expect(journal.recovery).toMatchObject({ lastPosition: 8, acknowledgedLost: 0 });
    journal.kill();
  }
  const journal = new TestJournal({ disk });
  journal.commit("nine");
  expect(journal.durable).toEqual([9]);
  journal.kill();
  expect(payloads(new TestJournal({ disk }).replayed).at(-1)).toBe("nine");
});

test("a whole record that does not belong at the end is refused, not cut", () => {
  const disk = twoSegments();
  const size = disk.content(join(DIRECTORY, SECOND)).length;
  add(disk, SECOND, disk.content(join(DIRECTORY, SECOND)).subarray(-RECORD_BYTES));
  expect(refusal(disk)).toMatchObject({ segment: SECOND, byte: size, reason: "position 8 stands where 9 belongs" });
});

test("the unacknowledged batch of a power loss is cut even when only its last sectors arrived", () => {
  const journal = new TestJournal();
  journal.commit("acknowledged");
  const path = join(DIRECTORY, FIRST);
  const acknowledged = SEGMENT_HEADER_BYTES + RECORD_OVERHEAD_BYTES + "acknowledged".length;
  journal.append(...Array.from({ length: 20 }, (_, i) => `unacknowledged ${i}`));
  journal.turns.next();
  journal.kill();
  for (let byte = acknowledged; byte < acknowledged + 100; byte++) journal.disk.flipBit(path, byte, 3);
  const after = new TestJournal({ disk: journal.disk });
  expect(payloads(after.replayed)).toEqual(["acknowledged"]);
  expect(after.recovery.tornTail).toMatchObject({ segment: FIRST, byte: acknowledged });
});

test("acknowledged records that are gone from the end are refused, unless the loss is accepted and reported", () => {
  for (const bytesGone of [1, RECORD_BYTES, RECORD_BYTES + 5, 4 * RECORD_BYTES]) {
    const disk = twoSegments();
    const size = disk.content(join(DIRECTORY, SECOND)).length;
    cut(disk, SECOND, size - bytesGone);
    const lost = Math.ceil(bytesGone / RECORD_BYTES);
    const byte = size - lost * RECORD_BYTES;
    expect(refusal(disk)).toMatchObject({ segment: SECOND, byte });
    expect(refusal(disk).message).toContain(`acknowledged records reach byte ${size}`);

    const journal = new TestJournal({ disk, acceptLoss: true });
    expect(journal.recovery).toMatchObject({ lastPosition: 8 - lost, acknowledgedLost: lost });
    journal.commit("again");
    journal.kill();
    // The loss was accepted once; what was written since is protected again.
    expect(new TestJournal({ disk }).recovery).toMatchObject({ lastPosition: 9 - lost, acknowledgedLost: 0 });
  }
});

test("accepting a loss does not accept wrong bytes", () => {
  const disk = twoSegments();
  disk.flipBit(join(DIRECTORY, SECOND), SEGMENT_HEADER_BYTES + 3 * RECORD_BYTES + 40, 1);
  expect(refusal(disk, { acceptLoss: true }).segment).toBe(SECOND);
  const size = disk.content(join(DIRECTORY, SECOND)).length;
  disk.flipBit(join(DIRECTORY, SECOND), SEGMENT_HEADER_BYTES + 40, 1);
  cut(disk, SECOND, size - 1);
  expect(refusal(disk, { acceptLoss: true }).byte).toBe(SEGMENT_HEADER_BYTES);
});

test("any missing segment is refused by name", () => {
  const missing = (name: string) => {
    const disk = twoSegments();
    disk.remove(join(DIRECTORY, name));
    return refusal(disk);
  };
  expect(missing(FIRST)).toMatchObject({
    segment: FIRST,
    reason: `the segment is missing: ${SECOND} is the first one there is`,
  });
  expect(missing(SECOND)).toMatchObject({ segment: SECOND, byte: 0 });

  const disk = new SimulatedDisk(1);
  const journal = new TestJournal({ disk, segmentBytes: 1 });
  journal.commit("a");
  journal.commit("b");
  journal.commit("c");
  journal.kill();
  disk.remove(join(DIRECTORY, "segment-0000000000000002.log"));
  expect(refusal(disk)).toMatchObject({
    segment: "segment-0000000000000002.log",
    reason: "the segment is missing: segment-0000000000000003.log is the next one there is",
  });
});

test("a segment of another journal is refused at its place in the hash chain", () => {
  const disk = twoSegments();
  const other = new TestJournal({ segmentBytes: SEGMENT_HEADER_BYTES + 4 * RECORD_BYTES });
  other.commit(...["w", "x", "y", "z"].map((payload) => payload.padEnd(PAYLOAD_BYTES)));
  other.commit("elsewhere");
  const foreign = other.disk.content(join(DIRECTORY, SECOND));
  cut(disk, SECOND, 0);
  add(disk, SECOND, foreign);
  expect(refusal(disk)).toMatchObject({
    segment: SECOND,
    byte: 32,
    reason: "the segment does not continue the hash chain",
  });
});

test("a snapshot of another journal, or from ahead of this one, is refused", () => {
  const disk = twoSegments();
  const record = () => {};
  const open = (after: number) =>
    new TestJournal({ disk, replay: { after, hash: new Uint8Array(32).fill(1), record } });
  expect(() => open(3)).toThrow("is not of the journal in /journal");
  expect(() => open(4)).toThrow("is not of the journal in /journal");
  expect(() => open(9)).toThrow("the journal ends at position 8, but a snapshot was taken at 9");
});

test("an older slot replaces a torn one, and without any slot the start is refused", () => {
  const disk = twoSegments();
  const path = join(DIRECTORY, MARK_NAME);
  const slots = [0, 4096, 8192, 12_288];
  for (const start of slots) {
    disk.flipBit(path, start + 20, 0);
    expect(new TestJournal({ disk }).recovery.lastPosition).toBe(8);
    disk.killProcess();
  }
  const damaged = twoSegments();
  for (const start of slots) damaged.flipBit(path, start + 20, 0);
  expect(() => new TestJournal({ disk: damaged })).toThrow("durable.mark is missing or damaged");
});

test("a mark that does not say where this journal ends is refused, and set aside if a loss is accepted", () => {
  const path = join(DIRECTORY, MARK_NAME);
  const put = (disk: SimulatedDisk, mark: Uint8Array) => {
    const file = disk.open(path, "write");
    file.truncate(0);
    file.write(mark, 0);
    file.sync();
  };
  const older = new TestJournal({ segmentBytes: SEGMENT_HEADER_BYTES + 4 * RECORD_BYTES });
  older.commit("one".padEnd(PAYLOAD_BYTES));
  const foreign = new TestJournal({ segmentBytes: 10_000 });
  foreign.commit(..."abcde");
  for (const { disk: other } of [older, foreign]) {
    const disk = twoSegments();
    const mark = other.content(path);
    put(disk, mark);
    const doubt = "is older than the last segment";
    expect(() => new TestJournal({ disk })).toThrow(`${path} ${doubt}: it is not known`);
    const { recovery } = new TestJournal({ disk, acceptLoss: true });
    expect(recovery).toMatchObject({ lastPosition: 8, doubt });
    expect(disk.content(`${path}.aside-1`)).toEqual(mark);
    disk.killProcess();
    // The doubt was accepted once.
    expect(new TestJournal({ disk }).recovery.lastPosition).toBe(8);
  }
});

test("a mark of another journal is recognized by where its record ends", () => {
  const journal = new TestJournal();
  journal.commit("one");
  journal.commit("two");
  journal.kill();
  const other = new TestJournal();
  other.commit("a longer one");
  other.kill();
  const file = journal.disk.open(join(DIRECTORY, MARK_NAME), "write");
  file.truncate(0);
  file.write(other.disk.content(join(DIRECTORY, MARK_NAME)), 0);
  expect(() => new TestJournal({ disk: journal.disk })).toThrow("durable.mark belongs to another journal");
});

test("a journal that crashed between its first segment and its first mark is a new one", () => {
  const journal = new TestJournal();
  journal.kill();
  journal.disk.remove(join(DIRECTORY, MARK_NAME));
  expect(new TestJournal({ disk: journal.disk }).recovery).toMatchObject({ lastPosition: 0, doubt: undefined });
});

test("a trace of more commands refuses the start, before anything is changed, unless the loss is accepted", () => {
  const traces = [
    { file: "history.sqlite", position: 12 },
    { file: "snapshot-8", position: 8 },
  ];
  const disk = twoSegments();
  add(disk, SECOND, new Uint8Array([1, 2, 3]));
  const before = disk.paths.map((path) => [path, disk.content(path)]);
  expect(() => new TestJournal({ disk, traces })).toThrow(
    "acknowledged commands are missing: the journal in /journal ends at position 8, but history.sqlite knows position 12; " +
      "restore the data directory from a backup",
  );
  expect(disk.paths.map((path) => [path, disk.content(path)])).toEqual(before);
  expect(new TestJournal({ disk, traces, acceptLoss: true }).recovery).toMatchObject({ acknowledgedLost: 4 });
  expect(() => new TestJournal({ traces })).toThrow(
    "the journal in /journal has no commands, but history.sqlite knows position 12 and snapshot-8 knows position 8",
  );
});

test("missing last segments are a loss from the end, if that is accepted; missing earlier ones are not", () => {
  const lose = (name: string) => {
    const disk = twoSegments();
    disk.remove(join(DIRECTORY, name));
    return disk;
  };
  expect(new TestJournal({ disk: lose(SECOND), acceptLoss: true }).recovery).toMatchObject({
    lastPosition: 4,
    acknowledgedLost: 4,
  });
  expect(refusal(lose(FIRST), { acceptLoss: true })).toMatchObject({ segment: FIRST });
});

test("a note of pruning that no segment agrees with is refused", () => {
  const disk = twoSegments();
  const file = disk.open(join(DIRECTORY, "pruned.txt"), "create");
  file.write(new TextEncoder().encode("3\n"), 0);
  expect(() => new TestJournal({ disk })).toThrow(
    "pruned.txt says that the journal in /journal begins at position 3, but no segment begins there",
  );
});
