import { expect, test } from "bun:test";
import { type BatchRow, type Head, readRow, sameHead, standsBehind, writeRow } from "./batch-row.ts";
import { NO_TERM } from "./term.ts";

const START: Head = { batch: 0, last: 0, at: 500, hash: new Uint8Array(32), term: NO_TERM };
const TERM = { timeline: 1, epoch: 1, node: "00000000000000aa" };
const origin = { node: "fedcba9876543210", number: 7, deadline: 3_000, untilDisconnect: false };
const entries = [
  { at: 900, payload: new Uint8Array([1, 2]), origin: null },
  { at: 1_000, payload: new Uint8Array([3]), origin },
];

test("C1: a row continues the hash of the row before it, and has the records that were put into it", () => {
  const row = writeRow(START, TERM, 1_000, entries);
  expect([row.batch, row.first, row.last, row.at]).toEqual([1, 1, 2, 1_000]);
  expect(standsBehind(row, START)).toBe(true);
  expect(readRow(row).map(({ at, payload, origin: from }) => ({ at, payload, origin: from }))).toEqual(entries);
  const next = writeRow(row, TERM, 1_000, entries);
  expect(standsBehind(next, row)).toBe(true);
  expect(standsBehind(next, START)).toBe(false);
  expect(standsBehind({ ...next, before: START.hash }, row)).toBe(false);
});

test("the mark of an order that lasts as long as its connection belongs to its record alone", () => {
  const flagged = [...entries, { ...entries[1]!, origin: { ...origin, number: 8, untilDisconnect: true } }];
  const row = writeRow(START, TERM, 1_000, flagged);
  expect(readRow(row).map(({ origin: from }) => from?.untilDisconnect)).toEqual([undefined, false, true]);
  expect(() => readRow({ ...row, origins: row.origins.subarray(1) })).toThrow("each record has its origin");
});

test("C1: the time of batches does not go back", () => {
  expect(() => writeRow(START, TERM, 499, entries)).toThrow("the time of batches does not go backwards");
});

test("the same bytes of two terms are two batches", () => {
  const row = writeRow(START, TERM, 1_000, entries);
  const other = writeRow(START, { ...TERM, timeline: 2 }, 1_000, entries);
  expect(other.hash).toEqual(row.hash);
  expect(sameHead(row, other)).toBe(false);
});

test("a row that lacks a record is refused", () => {
  const row = writeRow(START, TERM, 1_000, entries);
  const shorter: BatchRow = { ...row, last: 1 };
  expect(() => readRow(shorter)).toThrow("a batch has the records that it says");
});
