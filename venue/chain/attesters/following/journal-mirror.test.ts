// A journal that was tampered with in transit, or by the venue itself, is detected before any of it reaches the
// attester's disk.

import { expect, test } from "bun:test";
import { dataPaths } from "@evermark/core";
import { verifyJournal } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { keptLog } from "../../../testing/kept-log.ts";
import type { Piece } from "../attester-frames.ts";
import { JournalFeed } from "../serving/journal-feed.ts";
import { AttestedVenue, VAULT } from "../testing/attested-venue.ts";
import { AnotherHistory, Mirror } from "./journal-mirror.ts";

const LENGTH_BYTE = 4;
const OVERHEAD_BYTES = 56;

/** Where each record ends. */
function endsIn(records: Uint8Array): number[] {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const ends: number[] = [];
  for (let at = 0; at < records.length; at = ends.at(-1)!) {
    ends.push(at + OVERHEAD_BYTES + (view.getUint32(at + LENGTH_BYTE, true) & 0x7fff_ffff));
  }
  return ends;
}

const TAMPERED: readonly (readonly [string, (records: Uint8Array, ends: readonly number[]) => Uint8Array])[] = [
  [
    "a record is left out",
    (records, [first, second]) => Buffer.concat([records.slice(0, first), records.slice(second)]),
  ],
  ["the first record is left out", (records, [first]) => records.slice(first)],
  ["a bit is another one", (records, ends) => records.with(ends[3]! + 30, records[ends[3]! + 30]! ^ 1) as Uint8Array],
  ["a hash is another one", (records, ends) => records.with(ends[4]! - 1, records[ends[4]! - 1]! ^ 1) as Uint8Array],
  ["the last record is torn", (records) => records.slice(0, -1)],
  ["a record comes twice", (records, [first]) => Buffer.concat([records.slice(0, first), records])],
];

test.each(TAMPERED)("%s: none of the records are taken", async (_name, tamper) => {
  using directory = temporaryDirectory();
  using own = temporaryDirectory();
  const venue = await AttestedVenue.start(directory.path, 1_000_000);
  await venue.open("one");
  await venue.stop();
  const paths = dataPaths(own.path);
  const mirror = await Mirror.open({ vault: VAULT, formers: [], paths, log: keptLog([]), snapshotEvery: 1_000_000 });
  const feed = new JournalFeed(dataPaths(directory.path).journal, mirror.end.position);
  const piece = feed.next() as Piece;
  feed.close();
  const records = tamper(piece.records, endsIn(piece.records));
  expect(() => mirror.take({ ...piece, records })).toThrow(AnotherHistory);
  expect(mirror.end.position).toBe(0);
  // The unaltered records are accepted after that.
  mirror.take(piece);
  expect(mirror.engine.stateHash()).toBe(venue.engine.stateHash());
  await mirror.snapshot();
  mirror.close();
  expect(verifyJournal(paths.journal)).toMatchObject({ bad: undefined, lastPosition: venue.position });
});
