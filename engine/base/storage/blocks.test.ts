import { expect, test } from "bun:test";
import fc from "fast-check";
import { Blocks } from "./blocks.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";

function fill(blocks: Blocks, block: number, length: number, value: number): void {
  const start = blocks.byteOf(block);
  blocks.bytes.fill(value, start, start + length);
}

test("no two blocks share a byte, whatever is allocated, freed and read back", () => {
  const step = fc.record({ length: fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 3_000 })), frees: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.nat({ max: 60 }), (steps, restoredAt) => {
      let blocks = new Blocks();
      const held: { block: number; length: number; value: number }[] = [];
      for (const [i, { length, frees }] of steps.entries()) {
        if (i === restoredAt) blocks = restored(blocks);
        if (frees % 3 === 0 && held.length > 0) {
          const [freed] = held.splice(frees % held.length, 1);
          blocks.free(freed!.block, freed!.length);
        }
        const value = i % 256;
        const block = blocks.allocate(length);
        fill(blocks, block, length, value);
        held.push({ block, length, value });
        for (const each of held) {
          const start = blocks.byteOf(each.block);
          expect(blocks.bytes.subarray(start, start + each.length).every((byte) => byte === each.value)).toBe(true);
        }
      }
    }),
  );
});

test("a freed block is reused for about the same length", () => {
  for (const length of [1, 8, 9, 256, 257, 5_000]) {
    const blocks = new Blocks();
    blocks.allocate(length);
    const block = blocks.allocate(length);
    blocks.free(block, length);
    expect(blocks.allocate(length)).toBe(block);
    expect(blocks.allocate(length)).not.toBe(block);
  }
});

test("blocks read from a snapshot are allocated in the same order as those that were written", () => {
  const blocks = new Blocks();
  const [a, b] = [blocks.allocate(20), blocks.allocate(20)];
  blocks.free(a, 20);
  blocks.free(b, 20);
  const copy = restored(blocks);
  const next = (from: Blocks) => [from.allocate(20), from.allocate(20), from.allocate(20)];
  expect(next(copy)).toEqual(next(blocks));
});

function restored(blocks: Blocks): Blocks {
  const out = new ByteWriter();
  blocks.write(out);
  const copy = new Blocks();
  const input = new ByteReader(out.view());
  copy.read(input);
  expect(input.done).toBe(true);
  return copy;
}
