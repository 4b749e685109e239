import { expect, test } from "bun:test";
import { join } from "node:path";
import type { BadPlace } from "./corrupt.ts";
import { checkClosedSegments } from "./reading-rounds.ts";
import { segmentName } from "./segment.ts";
import { DIRECTORY, TestJournal } from "./testing/test-journal.ts";

/** Three segments of three records of half a megabyte each, and a last one with one record. */
function someSegments() {
  const journal = new TestJournal({ segmentBytes: 1_200_000 });
  for (let n = 1; n <= 10; n++) journal.commit(`${n}`.padEnd(500_000));
  return journal;
}

async function round(journal: TestJournal, pause = async () => {}): Promise<BadPlace[]> {
  const found: BadPlace[] = [];
  await checkClosedSegments({
    directory: DIRECTORY,
    disk: journal.disk,
    onDamage: (place) => void found.push(place),
    pause,
  });
  return found;
}

test("a round over closed segments finds each damaged one, and leaves the last one to its writer", async () => {
  const journal = someSegments();
  const [first = "", second = "", third = "", last = ""] = [1, 4, 7, 10].map(segmentName);
  expect(await round(journal)).toEqual([]);
  journal.disk.flipBit(join(DIRECTORY, first), 3, 0);
  journal.disk.flipBit(join(DIRECTORY, third), 700_000, 5);
  journal.disk.flipBit(join(DIRECTORY, last), 300, 5);
  expect(await round(journal)).toEqual([
    { segment: first, byte: 0, reason: "this is not a journal segment" },
    { segment: third, byte: 500_120, reason: "the record fails its CRC" },
  ]);
  // Pruned while the round is running.
  journal.disk.remove(join(DIRECTORY, first));
  const pause = async () => {
    if (journal.disk.paths.includes(join(DIRECTORY, third))) journal.disk.remove(join(DIRECTORY, third));
  };
  expect(await round(journal, pause)).toEqual([]);
  expect(journal.disk.paths).toContain(join(DIRECTORY, second));
});

test("a round pauses after each piece, so that it never keeps a disk busy", async () => {
  const journal = someSegments();
  const pieces: number[] = [];
  await checkClosedSegments({
    directory: DIRECTORY,
    disk: journal.disk,
    onDamage: () => {},
    pause: async (bytes) => void pieces.push(bytes),
  });
  expect(pieces).toEqual([1_500_168, 1_500_168, 1_500_168]);
});
