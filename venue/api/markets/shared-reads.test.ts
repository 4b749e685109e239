import { expect, test } from "bun:test";
import type { Venue } from "../../venue.ts";
import { SharedReads } from "./shared-reads.ts";

const venueAt = (engine: object, appliedPosition: number) =>
  ({ engine, sequencer: { appliedPosition } }) as unknown as Venue;

test("what is asked for twice between two commands is read once, and read again after the next command", async () => {
  const reads = new SharedReads<number>();
  const engine = {};
  let made = 0;
  const ask = (position: number, ...requests: unknown[]) =>
    reads.of(venueAt(engine, position), requests, () => Promise.resolve(++made));
  expect(await Promise.all([ask(7, "1m", 5), ask(7, "1m", 5), ask(7, "1m", 6)])).toEqual([1, 1, 2]);
  expect(await ask(7, "1m", 5)).toBe(1);
  expect(await ask(8, "1m", 5)).toBe(3);
  expect(await reads.of(venueAt({}, 8), ["1m", 5], () => Promise.resolve(0))).toBe(0);
});

test("a failed read is tried again", async () => {
  const reads = new SharedReads<string>();
  const venue = venueAt({}, 1);
  await expect(reads.of(venue, ["a"], () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await reads.of(venue, ["a"], () => Promise.resolve("back"))).toBe("back");
});

test("only some of the many possible reads are kept", async () => {
  const reads = new SharedReads<number>();
  const venue = venueAt({}, 1);
  let made = 0;
  const askAll = () =>
    Promise.all(Array.from({ length: 60 }, (_, n) => reads.of(venue, [n], () => Promise.resolve(++made))));
  await askAll();
  await askAll();
  expect(made).toBe(70);
});
