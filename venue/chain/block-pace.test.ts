import { expect, test } from "bun:test";
import { BlockPace } from "./block-pace.ts";

test("the pace of blocks is known from the second block on, however many blocks lie between two looks", () => {
  const pace = new BlockPace();
  expect(pace.blockMs).toBeNull();
  for (const head of [
    { number: 10, timestamp: 1_000 },
    { number: 10, timestamp: 1_000 },
  ]) {
    pace.see(head);
    expect(pace.blockMs).toBeNull();
  }
  pace.see({ number: 13, timestamp: 1_006 });
  expect(pace.blockMs).toBe(2_000);
  // The head went back: the pace is measured from scratch.
  pace.see({ number: 12, timestamp: 1_009 });
  expect(pace.blockMs).toBeNull();
  for (let i = 1; i <= 300; i++) pace.see({ number: 12 + i, timestamp: 1_009 + 12 * i });
  expect(pace.blockMs).toBe(12_000);
});
