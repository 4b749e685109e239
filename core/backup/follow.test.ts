// What a following backup says and does when its place is slow, unreachable, or fails for good. The test controls the time.

import { expect, test } from "bun:test";
import { getEventListeners } from "node:events";
import { Fault } from "@evermark/engine";
import { type FollowClock, follow, thisClock } from "./follow.ts";

/** Runs `steps`, one for each look, on a clock that only they and the waits move; then the backup is asked to end. */
async function followed(steps: readonly ((clock: { pass(ms: number): void }) => void)[]) {
  const said: string[] = [];
  const waits: number[] = [];
  const end = new AbortController();
  let [time, position, closed] = [0, 0, false];
  const checks: (() => void)[] = [];
  const pass = (ms: number) => {
    for (let left = ms; left > 0; left -= 250) {
      time += Math.min(left, 250);
      for (const check of checks) check();
    }
  };
  const clock: FollowClock = {
    now: () => time,
    wait: async (ms) => {
      waits.push(ms);
      pass(ms);
    },
    every(_ms, act) {
      checks.push(act);
      return () => void checks.pop();
    },
  };
  const left = [...steps];
  const backup = {
    async step() {
      position++;
      left.shift()?.({ pass });
      if (left.length === 0) end.abort();
      return position;
    },
    async close() {
      closed = true;
    },
  };
  const outcome = await follow({ backup, end: end.signal, say: (line) => said.push(line), clock }).catch(
    (error: Error) => error.message,
  );
  expect({ closed, checks: checks.length }).toEqual({ closed: true, checks: 0 });
  return { said, waits, outcome };
}

const quick = () => {};

test("while copies take no time, only the first position is reported", async () => {
  const { said, waits } = await followed([quick, quick, quick]);
  expect(said).toEqual(["following from position 1"]);
  expect(waits).toEqual([500, 500, 500]);
});

test("it reports once when it falls behind, and when it has caught up", async () => {
  const slow = ({ pass }: { pass(ms: number): void }) => pass(4_000);
  const { said } = await followed([quick, slow, quick, quick]);
  expect(said).toEqual([
    "following from position 1",
    "falling behind: the copy ends at position 1, and is more than a second old",
    "caught up at position 3",
  ]);
});

test("a place that can't be reached is tried again, less and less often, and reported once", async () => {
  const gone = () => {
    throw Object.assign(new Error("s3://bucket: ConnectionRefused"), { code: "ConnectionRefused" });
  };
  const { said, waits, outcome } = await followed([quick, gone, gone, gone, quick, quick]);
  expect(outcome).toBeUndefined();
  expect(said).toEqual([
    "following from position 1",
    "s3://bucket: ConnectionRefused; retrying",
    "falling behind: the copy ends at position 1, and is more than a second old",
    "caught up at position 5",
  ]);
  expect(waits).toEqual([500, 500, 1000, 2000, 500, 500]);
});

test("a failure that trying again can't repair ends the backup", async () => {
  const fault = () => {
    throw new Fault("another backup writes to memory");
  };
  expect(await followed([quick, fault])).toMatchObject({ outcome: "another backup writes to memory" });
});

test("waiting leaves no listener at the signal, however often, and ends with it", async () => {
  const end = new AbortController();
  for (let n = 0; n < 20; n++) await thisClock.wait(0, end.signal);
  expect(getEventListeners(end.signal, "abort")).toHaveLength(0);
  const waiting = thisClock.wait(2 ** 30, end.signal);
  end.abort();
  await waiting;
});
