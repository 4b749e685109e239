import { expect, test } from "bun:test";
import { hashOf, hashOfText, Random } from "./random.ts";

test("the draws of a seed are the same on every machine", () => {
  const random = new Random(7);
  expect([random.next(), random.next(), random.next()]).toEqual([3005598036, 1242247899, 1439155553]);
  expect(hashOf(1, 2, 3)).toBe(1896028378);
  expect(hashOfText("PERP_BTC_USDC")).toBe(1415983570);
});

test("whole draws reach both ends and nothing beyond", () => {
  const random = new Random(1);
  const drawn = new Set(Array.from({ length: 1_000 }, () => random.whole(-2, 2)));
  expect([...drawn].toSorted((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2]);
});

test("the order of the words counts", () => {
  expect(hashOf(1, 2)).not.toBe(hashOf(2, 1));
});
