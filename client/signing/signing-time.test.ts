import { expect, test } from "bun:test";
import { signingTime } from "./signing-time.ts";

test("a key never signs the same time twice", () => {
  expect([100_000, 100_000, 100_000, 99_990, 100_001, 100_009].map((now) => signingTime("a", now))).toEqual([
    100_000, 100_001, 100_002, 100_003, 100_004, 100_009,
  ]);
  expect(signingTime("b", 100_000)).toBe(100_000);
});

test("after a venue whose clock is behind, times are that venue's again", () => {
  expect([100_000, 80_000, 80_000].map((now) => signingTime("c", now))).toEqual([100_000, 80_000, 80_001]);
});
