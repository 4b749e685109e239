import { expect, test } from "bun:test";
import { TIMESTAMP_WINDOW_MS } from "../auth/authenticate.ts";
import { SpentTimestamps } from "./spent-timestamps.ts";

const START = 1_700_000_000_000;
const signer = { account: 7, key: "ed25519:k" };

test("each timestamp is spent once, in whatever order they come", () => {
  const spent = new SpentTimestamps(START);
  const times = [START + 9, START + 3, START + 300_000, START + 4];
  expect(times.map((time) => spent.spend(signer, time, START + 10))).toEqual([true, true, true, true]);
  expect(times.map((time) => spent.spend(signer, time, START + 10))).toEqual([false, false, false, false]);
});

test("the same key on another account, and another key, have separate timestamps", () => {
  const spent = new SpentTimestamps(START);
  const signers = [signer, { ...signer, account: 8 }, { ...signer, key: "ed25519:l" }];
  expect(signers.map((each) => spent.spend(each, START + 1, START + 1))).toEqual([true, true, true]);
});

test("a timestamp from before the start counts as spent, because it is unknown what was spent before", () => {
  const spent = new SpentTimestamps(START);
  expect([START - 1, START, START + 1].map((time) => spent.spend(signer, time, START + 2))).toEqual([
    false,
    false,
    true,
  ]);
});

test("each key keeps a limited number of timestamps: beyond that, those older than the oldest kept count as spent", () => {
  const spent = new SpentTimestamps(START, 3);
  const spend = (time: number) => spent.spend(signer, START + time, START + 100);
  expect([20, 40, 10, 30, 50].map(spend)).toEqual([true, true, true, true, true]);
  expect([10, 15, 20, 30, 40, 50].map(spend)).toEqual([false, false, false, false, false, false]);
  expect([25, 60].map(spend)).toEqual([true, true]);
});

test("a key leaves memory once its signatures have left the window, and no sooner", () => {
  const spent = new SpentTimestamps(START);
  const other = { ...signer, account: 8 };
  spent.spend(signer, START + 1, START + 1);
  const last = START + 1 + TIMESTAMP_WINDOW_MS;
  expect(spent.spend(signer, START + 1, last)).toBe(false);
  spent.spend(other, last, last);
  expect(spent.size).toBe(2);
  spent.spend(other, last + 1, last + 1);
  expect(spent.size).toBe(1);
});
