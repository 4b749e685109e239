import { expect, test } from "bun:test";
import { join } from "node:path";
import { MARK_NAME, MarkWriter, readMark } from "./mark.ts";
import { SimulatedDisk } from "./testing/simulated-disk.ts";

const DIRECTORY = "/journal";
const mark = (position: number) => ({ segmentFirst: 1, byte: 64 + position * 100, position });

test("a directory without a mark has none, and one that was written is read back", () => {
  const disk = new SimulatedDisk(1);
  expect(readMark(disk, DIRECTORY)).toBeUndefined();
  const writer = MarkWriter.open(disk, DIRECTORY, mark(0));
  for (let position = 1; position <= 5; position++) {
    writer.write(mark(position));
    expect(readMark(disk, DIRECTORY)).toEqual(mark(position));
  }
});

test("when the newest slot is damaged, the one before it counts, and writing goes on after both", () => {
  const disk = new SimulatedDisk(1);
  MarkWriter.open(disk, DIRECTORY, mark(1)).write(mark(2));
  // The first mark of a new file goes into the second slot.
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
