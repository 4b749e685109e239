// Corruption is never taken for a torn tail: one flipped bit, in any journal, at any byte, with or without the mark.

import { expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { JournalCorrupt } from "./corrupt.ts";
import { RECORD_OVERHEAD_BYTES } from "./journal-record.ts";
import { MARK_NAME } from "./mark.ts";
import { listSegments, SEGMENT_HEADER_BYTES } from "./segment.ts";
import { DIRECTORY, TestJournal } from "./testing/test-journal.ts";

/** Payload sizes, batch by batch. */
const anyBatches = fc.array(fc.array(fc.nat(200), { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 });

test("a flipped bit in a record that a whole record follows is refused, with its segment and byte", () => {
  const chosen = { place: fc.nat(), bit: fc.nat(7), withMark: fc.boolean() };
  fc.assert(
    fc.property(anyBatches, fc.record(chosen), (batches, { place, bit, withMark }) => {
      const journal = new TestJournal({ segmentBytes: 800 });
      for (const sizes of batches) journal.commit(...sizes.map((size) => "x".repeat(size)));
      journal.kill();
      if (!withMark) journal.disk.remove(join(DIRECTORY, MARK_NAME));

      const records = recordPlaces(journal, batches.flat());
      const last = records.at(-1);
      const flipped = records[place % records.length];
      if (!flipped || !last) throw new Error("there is at least one record");
      const followed = flipped !== last;
      fc.pre(followed || withMark);
      const byte = flipped.byte + (place % flipped.size);
      journal.disk.flipBit(join(DIRECTORY, flipped.segment), byte, bit);
      expect(refusal(() => new TestJournal({ disk: journal.disk }))).toMatchObject({
        segment: flipped.segment,
        byte: flipped.byte,
      });
    }),
    { numRuns: 1000 },
  );
});

function refusal(open: () => unknown): JournalCorrupt | "opened" {
  try {
    open();
    return "opened";
  } catch (error) {
    if (error instanceof JournalCorrupt) return error;
    throw error;
  }
}

/** The place of each record, from the payload sizes and the names of the segments. */
function recordPlaces(journal: TestJournal, sizes: number[]): { segment: string; byte: number; size: number }[] {
  const segments = listSegments(journal.disk, DIRECTORY);
  let byte = 0;
  let segment = "";
  return sizes.map((payloadBytes, i) => {
    const started = segments.find(({ first }) => first === i + 1);
    if (started) {
      segment = started.name;
      byte = SEGMENT_HEADER_BYTES;
    }
    const place = { segment, byte, size: RECORD_OVERHEAD_BYTES + payloadBytes };
    byte += place.size;
    return place;
  });
}
