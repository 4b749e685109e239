// A batch as the shared journal keeps it: a row that continues the hash of the row before it (C1). Its records are the
// bytes of a segment file, so that a journal can move between files and rows without changing its hash.

import { assert } from "@evermark/engine";
import type { JournalRecord } from "@evermark/journal";
import { Batch } from "@evermark/journal/batch.ts";
import { readBatch } from "@evermark/journal/batch-records.ts";
import { GENESIS, sameHash } from "@evermark/journal/checksums.ts";
import { decodeOrigins, encodeOrigins, type Origin } from "./origins.ts";
import { NO_TERM, sameTerm, type Term } from "./term.ts";

/** The last batch of a journal, or the last one that a node has applied. */
export interface Head {
  readonly batch: number;
  /** Position of the batch's last record. */
  readonly last: number;
  readonly at: number;
  /** The hash chain's value after the batch. */
  readonly hash: Uint8Array;
  readonly term: Term;
}

/** The head of an empty journal. */
export const NOTHING: Head = { batch: 0, last: 0, at: 0, hash: GENESIS, term: NO_TERM };

export interface BatchRow extends Head {
  /**
   * Position of the first record; for a row without records, which only says that time has passed, the position of the next
   * one.
   */
  readonly first: number;
  /** The hash chain's value before the row. */
  readonly before: Uint8Array;
  readonly origins: Uint8Array;
  readonly records: Uint8Array;
}

/** Whether the row has no records, and only says that time has passed. */
export function isEmpty({ first, last }: BatchRow): boolean {
  return last < first;
}

/** A record that is put into a batch. */
export interface Entry {
  /** No later than the batch's `at`. */
  readonly at: number;
  readonly payload: Uint8Array;
  readonly origin: Origin | null;
}

export interface ReadEntry extends JournalRecord {
  readonly origin: Origin | null;
}

/** Compares the hash and the term: the first batches of two terms may have the same bytes. */
export function sameHead(one: Head, other: Head): boolean {
  return one.batch === other.batch && sameHash(one.hash, other.hash) && sameTerm(one.term, other.term);
}

/** Whether the row is the next one after a head. */
export function standsBehind(row: BatchRow, head: Head): boolean {
  return row.batch === head.batch + 1 && row.first === head.last + 1 && sameHash(row.before, head.hash);
}

/** One batch is written at a time, so its buffer is reused. */
const writing = new Batch();

export function writeRow(behind: Head, term: Term, at: number, entries: readonly Entry[]): BatchRow {
  assert(at >= behind.at, "the time of batches does not go backwards", { at, before: behind.at });
  writing.restart(behind.hash);
  const first = behind.last + 1;
  entries.forEach((entry, i) => {
    writing.add(first + i, entry.at, entry.payload);
  });
  return {
    ...{ batch: behind.batch + 1, term, at, first, last: behind.last + entries.length },
    ...{ before: behind.hash, hash: writing.hash().slice(), records: writing.content().slice() },
    origins: encodeOrigins(entries.map(({ origin }) => origin)),
  };
}

/** @throws {Fault} naming the record that is not what was written */
export function readRow(row: BatchRow): ReadEntry[] {
  const records = readBatch(row.before, row.first, row.records);
  const isWhole = records.length === row.last - row.first + 1;
  assert(isWhole, "a batch has the records that it says", { batch: row.batch, records: records.length });
  const origins = decodeOrigins(row.origins, records.length);
  return records.map((record, i) => ({ ...record, origin: origins[i]! }));
}
