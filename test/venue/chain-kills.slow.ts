// A venue that is ended by `kill -9` at every point between two states of a deposit and of a withdrawal credits once and pays
// once. The points are enumerated: a life that goes on to its end prints the names of all its acts, and then each of them is the
// last one of a life.

import { expect, test } from "bun:test";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { MoneyWorld } from "../money/money-world.ts";
import { castOf, STORIES, type Story } from "../money/stories.ts";
import { expectOneTruth } from "../witness/proven-directory.ts";

const around = (name: string) => [`before ${name}`, `during ${name}`, `after ${name}, before its answer`];

/** No story may do without one of these. */
const POINTS = [
  ...["open_account", "observe_deposit", "credit_deposit", "drop_deposit"],
  ...["request_withdrawal", "send_withdrawal"],
  ...["COMPLETED", "FAILED", "PENDING", "PENDING_REBALANCE"].map((state) => `advance_withdrawal to ${state}`),
].flatMap(around);
const OTHER_POINTS = [
  ...["before an attestation", "before what is signed is noted"],
  ...["after what is signed is noted", "after an attestation, before its answer"],
  ...["before a broadcast", "after a broadcast, before its answer"],
  ...["before the cursor is kept", "after the cursor is kept"],
];

/** Some forty starts, on a machine that may have other things to do. */
const TIMEOUT_MS = 1_200_000;

/** So often a story is begun again while there are points that nothing was killed at. */
const RUNS = 3;

async function killAtEachPoint(): Promise<void> {
  const tried = new Set<string>();
  const missing = () => [...POINTS, ...OTHER_POINTS].filter((point) => !tried.has(point));
  const left = Array.from({ length: RUNS }, () => STORIES).flat();
  // Each once; whether a life comes as far as a point that another has met is a matter of what came together.
  const isOver = () => left.length <= (RUNS - 1) * STORIES.length && missing().length === 0;
  const next = (from: "front" | "back") => (isOver() ? undefined : from === "front" ? left.shift() : left.pop());
  // Most of a life is a start on one core: two at a time. The longest story is one's, the others are the other's.
  await Promise.all([killAtEach(() => next("front"), tried), killAtEach(() => next("back"), tried)]);
  expect(missing()).toEqual([]);
}

test(
  "a venue that is killed at any point of a deposit or a withdrawal credits once and pays once",
  killAtEachPoint,
  TIMEOUT_MS,
);

/** @param tried points that a process has been killed at, or is about to be */
async function killAtEach(next: () => Story | undefined, tried: Set<string>): Promise<void> {
  using temporary = temporaryDirectory();
  const world = await MoneyWorld.begin(temporary.path);
  try {
    await world.startVenue();
    await castOf(world);
    for (let story = next(); story !== undefined; story = next()) {
      await world.settled();
      await world.arm();
      expect(await story(world)).toBe(true);
      await world.settled();
      for (const lastAct of world.acts) {
        if (tried.has(lastAct)) continue;
        tried.add(lastAct);
        await world.process.kill();
        await world.startVenue({ lastAct });
        await world.settled();
        await world.arm();
        // Whether it comes as far as that once more is a matter of what came together.
        if (await story(world)) tried.delete(lastAct);
      }
      await world.process.kill();
      await world.startVenue();
    }
    for (const wallet of world.strangers) await world.newTrader({ wallet });
    await world.settled();
    expect(await world.process.terminate()).toEqual({ code: 0, signal: null });
    expectOneTruth(temporary.path);
  } finally {
    await world.end();
  }
}
