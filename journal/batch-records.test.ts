import { expect, test } from "bun:test";
import { Batch } from "./batch.ts";
import { readBatch } from "./batch-records.ts";
import { GENESIS } from "./checksums.ts";

const payloads = [new Uint8Array([1, 2, 3]), new Uint8Array(100_000).fill(7), new Uint8Array(0)];

function written(): Uint8Array {
  const batch = new Batch();
  batch.restart(GENESIS);
  payloads.forEach((payload, i) => {
    batch.add(5 + i, 1_000 + i, payload);
  });
  return batch.content().slice();
}

test("the records of a single batch are read as they were written", () => {
  const records = readBatch(GENESIS, 5, written());
  expect(records.map(({ position, at }) => [position, at])).toEqual([
    [5, 1_000],
    [6, 1_001],
    [7, 1_002],
  ]);
  expect(records.map(({ payload }) => payload)).toEqual(payloads);
});

test("bytes that are not what was written are refused, and the record named", () => {
  expect(() => readBatch(GENESIS, 4, written())).toThrow(
    "record 4 of a batch is damaged: position 5 stands where 4 belongs",
  );
  expect(() => readBatch(new Uint8Array(32).fill(1), 5, written())).toThrow(
    "5 of a batch is damaged: the record does not continue",
  );
  expect(() => readBatch(GENESIS, 5, written().subarray(0, -1))).toThrow(
    "record 7 of a batch is damaged: the record is incomplete",
  );
  expect(() => readBatch(GENESIS, 5, written().subarray(0, 10))).toThrow(
    "record 5 of a batch is damaged: the record is incomplete",
  );
  const longer = new Uint8Array([...written(), 0, 0]);
  expect(() => readBatch(GENESIS, 5, longer)).toThrow("record 8 of a batch is damaged: nothing but zeros follows");
  const flipped = written();
  flipped[25]! ^= 1;
  expect(() => readBatch(GENESIS, 5, flipped)).toThrow("record 5 of a batch is damaged: the record fails its CRC");
});
