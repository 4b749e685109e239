// A venue that is ended by `kill -9` at every point between two states of a deposit and of a withdrawal credits once
// and pays once. The points are enumerated: an undisturbed run of a story lists the names of all its acts, and then the
// venue is killed after each of them in turn.

import { expect, test } from "bun:test";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { MoneyWorld } from "../money/money-world.ts";
import { castOf, STORIES, type Story } from "../money/stories.ts";
import { expectOneTruth } from "../witness/proven-directory.ts";

const around = (name: string) => [`before ${name}`, `during ${name}`, `after ${name}, before its answer`];

/** Points at which some story must have been killed. */
const POINTS = [
  ...["open_account", "observe_deposit", "credit_deposit", "drop_deposit"],
  ...["request_withdrawal", "send_withdrawal"],
  ...["COMPLETED", "FAILED", "PENDING", "PENDING_REBALANCE"].map((state) => `advance_withdrawal to ${state}`),
].flatMap(around);
const OTHER_POINTS = [
  ...["before an attestation", "before the signed terms are recorded"],
  ...["after the signed terms are recorded", "after an attestation, before its answer"],
  ...["before a broadcast", "after a broadcast, before its answer"],
  ...["before the cursor is saved", "after the cursor is saved"],
];

/** Some forty starts, on a machine that may be busy with other things. */
const TIMEOUT_MS = 1_200_000;

/** How often each story is run again while there are points at which nothing was killed. */
const RUNS = 3;

async function killAtEachPoint(): Promise<void> {
  const tried = new Set<string>();
  const missing = () => [...POINTS, ...OTHER_POINTS].filter((point) => !tried.has(point));
  const left = Array.from({ length: RUNS }, () => STORIES).flat();
  // Each story runs at least once; whether a run reaches a point that another has reached depends on timing.
  const isOver = () => left.length <= (RUNS - 1) * STORIES.length && missing().length === 0;
  const next = (from: "front" | "back") => (isOver() ? undefined : from === "front" ? left.shift() : left.pop());
  // A venue mostly spends its time starting, on one core, so two run at a time. One worker begins with the longest
  // story, the other takes the rest from the back.
  await Promise.all([killAtEach(() => next("front"), tried), killAtEach(() => next("back"), tried)]);
  expect(missing()).toEqual([]);
}

test(
  "a venue that is killed at any point of a deposit or a withdrawal credits once and pays once",
  killAtEachPoint,
  TIMEOUT_MS,
);

/** @param tried points at which a process has been killed, or is about to be */
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
        // Whether the story reaches that point again depends on timing; if it does not, the point is still to be tried.
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
