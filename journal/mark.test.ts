import { expect, test } from "bun:test";
import { join } from "node:path";
import { MARK_NAME, MarkWriter, readMark } from "./mark.ts";
import { SimulatedDisk } from "./testing/simulated-disk.ts";

const DIRECTORY = "/journal";
const mark = (position: number) => ({ segmentFirst: 1, byte: 64 + position * 100, position });

test("a directory without a mark yields none, and a mark that was written is read back", () => {
  const disk = new SimulatedDisk(1);
  expect(readMark(disk, DIRECTORY)).toBeUndefined();
  const writer = MarkWriter.open(disk, DIRECTORY, mark(0));
  for (let position = 1; position <= 5; position++) {
    writer.write(mark(position));
    expect(readMark(disk, DIRECTORY)).toEqual(mark(position));
  }
});

test("when the newest slot is damaged, the one before it counts, and writing continues after both", () => {
  const disk = new SimulatedDisk(1);
  MarkWriter.open(disk, DIRECTORY, mark(1)).write(mark(2));
  // Opening wrote a durable mark, so the second mark of the file is the first that is not synced.
  disk.flipBit(join(DIRECTORY, MARK_NAME), 10, 0);
  expect(readMark(disk, DIRECTORY)).toEqual(mark(1));
  MarkWriter.open(disk, DIRECTORY, mark(3));
  expect(readMark(disk, DIRECTORY)).toEqual(mark(3));
});

test("a power loss never leaves a mark that was not written", () => {
  for (let seed = 0; seed < 50; seed++) {
    const disk = new SimulatedDisk(seed);
    const writer = MarkWriter.open(disk, DIRECTORY, mark(1));
    writer.write(mark(2));
    writer.write(mark(3));
    disk.losePower();
    expect([1, 2, 3]).toContain(readMark(disk, DIRECTORY)?.position ?? 0);
  }
});

test("a mark that was made durable is kept, whatever fails after it", () => {
  for (let seed = 0; seed < 200; seed++) {
    const disk = new SimulatedDisk(seed);
    const writer = MarkWriter.open(disk, DIRECTORY, mark(1));
    writer.sync(mark(2));
    writer.write(mark(3));
    disk.failNext("write", "EIO");
    expect(() => writer.write(mark(4))).toThrow("EIO");
    disk.failNext("write", "EIO");
    expect(() => writer.sync(mark(5))).toThrow("EIO");
    disk.failNext("sync", "EIO");
    expect(() => writer.sync(mark(6))).toThrow("EIO");
    disk.failNext("sync", "EIO");
    writer.syncLater(mark(7));
    writer.syncLater(mark(8));
    disk.losePower();
    expect(readMark(disk, DIRECTORY)?.position ?? 0).toBeGreaterThanOrEqual(2);
  }
});

test("a file of two slots, as earlier versions wrote it, is read and gets the others", () => {
  const disk = new SimulatedDisk(1);
  MarkWriter.open(disk, DIRECTORY, mark(1)).write(mark(2));
  disk.open(join(DIRECTORY, MARK_NAME), "write").truncate(8_192);
  expect(readMark(disk, DIRECTORY)).toEqual(mark(2));
  MarkWriter.open(disk, DIRECTORY, mark(3));
  expect(readMark(disk, DIRECTORY)).toEqual(mark(3));
});
