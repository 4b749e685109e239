import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { Batch } from "./batch.ts";
import { crc32, GENESIS } from "./checksums.ts";
import { chainMatches, crcMatches, payloadLength, recordAt, recordPosition, startsBatch } from "./journal-record.ts";
import { RecordWindow, WINDOW_BYTES } from "./window.ts";

const encoder = new TextEncoder();

test("CRC-32 has the check value of its definition", () => {
  expect(crc32(encoder.encode("123456789"))).toBe(0xcbf43926);
});

test("a record's hash is the SHA-256 of the hash before it and of its own bytes", () => {
  const batch = new Batch();
  batch.restart(GENESIS);
  batch.add(1, 1700000000000.5, encoder.encode("payload"));
  const bytes = batch.content();
  const expected = createHash("sha256")
    .update(GENESIS)
    .update(bytes.subarray(0, 24 + 7))
    .digest();
  expect(Buffer.from(batch.hash()).equals(expected)).toBe(true);
});

test("records of a batch read back as they were added, and only the first starts the batch", () => {
  const batch = new Batch();
  batch.restart(GENESIS);
  const large = new Uint8Array(600_000).fill(7);
  batch.add(41, 10, encoder.encode("one"));
  batch.add(42, 11, large);
  const bytes = new Uint8Array([...new Uint8Array(WINDOW_BYTES), ...GENESIS, ...batch.content()]);
  const view = new DataView(bytes.buffer);
  const window = new RecordWindow(bytes);
  const first = WINDOW_BYTES + 32;
  const second = first + 56 + payloadLength(view, first);
  expect([recordPosition(view, first), recordAt(view, first), startsBatch(view, first)]).toEqual([41, 10, true]);
  expect([recordPosition(view, second), recordAt(view, second), startsBatch(view, second)]).toEqual([42, 11, false]);
  expect(payloadLength(view, second)).toBe(large.length);
  for (const start of [first, second]) {
    const length = payloadLength(view, start);
    const { checked, hashed, payload } = window.viewsOf(start, length);
    expect(payload).toEqual(start === first ? encoder.encode("one") : large);
    expect(crcMatches(view, start, checked)).toBe(true);
    expect(chainMatches(view, start + 24 + length, hashed)).toBe(true);
  }
});
