import { expect, test } from "bun:test";
import fc from "fast-check";
import { type BatchRow, NOTHING } from "./batch-row.ts";
import { JoinedParts, PART_BYTES_MAX, partOf } from "./row-part.ts";

function rowOf(originBytes: number, recordBytes: number): BatchRow {
  const bytes = (length: number, from: number) => Uint8Array.from({ length }, (_, i) => (from + i * 7) % 251);
  return {
    ...NOTHING,
    first: 1,
    before: NOTHING.hash,
    origins: bytes(originBytes, 3),
    records: bytes(recordBytes, 11),
  };
}

function joined(row: BatchRow): { readonly whole: BatchRow | null; readonly parts: number } {
  const parts = new JoinedParts();
  for (let count = 1; ; count++) {
    const part = partOf(row, parts.length);
    expect(part.bytes.length).toBeLessThanOrEqual(PART_BYTES_MAX);
    const whole = parts.add(part);
    if (whole !== null || part.bytes.length === 0) return { whole, parts: count };
  }
}

test("a row survives being split and joined, wherever its parts end", () => {
  const bytes = fc.oneof(
    fc.nat(200),
    fc.integer({ min: PART_BYTES_MAX - 2, max: PART_BYTES_MAX + 2 }),
    fc.nat(1_200_000),
  );
  const property = fc.property(bytes, bytes, (originBytes, recordBytes) => {
    const row = rowOf(originBytes, recordBytes);
    const { whole, parts } = joined(row);
    expect(parts).toBe(Math.max(1, Math.ceil((originBytes + recordBytes) / PART_BYTES_MAX)));
    expect(Buffer.compare(whole!.origins, row.origins) + Buffer.compare(whole!.records, row.records)).toBe(0);
    expect(whole!.batch).toBe(row.batch);
  });
  fc.assert(property, { numRuns: 40 });
});

test("a part that arrives twice, or out of turn, changes nothing", () => {
  const row = rowOf(100, PART_BYTES_MAX * 2);
  const parts = new JoinedParts();
  expect(parts.add(partOf(row, PART_BYTES_MAX))).toBeNull();
  for (const offset of [0, 0, PART_BYTES_MAX]) expect(parts.add(partOf(row, offset))).toBeNull();
  expect(parts.length).toBe(2 * PART_BYTES_MAX);
  expect(parts.add(partOf(row, parts.length))?.records).toEqual(row.records);
});
