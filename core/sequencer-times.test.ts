// Each command comes back with its own times, which are checked against the test's clock on a simulated disk whose syncs
// the test releases.

import { expect, test } from "bun:test";
import { Engine, silent } from "@evermark/engine";
import { TestJournal } from "@evermark/journal/testing/test-journal.ts";
import { JournalSequencer } from "./sequencer.ts";
import type { CommandTimes } from "./sequencing.ts";

/** Long compared to what the machine does in between. */
const PAUSE_MS = 20;

interface Noted {
  readonly submittedAt: number;
  answeredAt: number;
  times: CommandTimes;
}

function timed() {
  const observed: CommandTimes[] = [];
  const sequencer = new JournalSequencer({
    engine: new Engine(),
    clock: { now: () => 5_000 },
    observer: { batch() {}, applied: (_, times) => observed.push(times) },
    audit: false,
    lastAt: 0,
    appliedPosition: 0,
    onApplied() {},
    onFault() {},
    onJournalState() {},
  });
  const { journal, turns, disk } = new TestJournal({ listener: sequencer });
  sequencer.attach(journal, { ...silent, commandEnd() {} });
  const submit = (): Noted => {
    const noted = { submittedAt: performance.now(), answeredAt: 0, times: {} as CommandTimes };
    sequencer.submit({ type: "tick" }, (_, times) => {
      noted.answeredAt = performance.now();
      noted.times = times!;
    });
    return noted;
  };
  return { observed, submit, turns, disk };
}

test("queue, journal and engine are the time from a command's submission to its answer", () => {
  const { submit, turns, disk } = timed();
  const command = submit();
  Bun.sleepSync(PAUSE_MS);
  turns.next();
  const flyingAt = performance.now();
  Bun.sleepSync(PAUSE_MS);
  const syncedAt = performance.now();
  disk.finishSyncs();

  const { queueMs, journalMs, engineMs } = command.times;
  expect(queueMs).toBeGreaterThanOrEqual(PAUSE_MS);
  expect(journalMs).toBeGreaterThanOrEqual(syncedAt - flyingAt);
  expect(queueMs + journalMs + engineMs).toBeLessThanOrEqual(command.answeredAt - command.submittedAt);
});

test("a command that waits for the sync before its own waits in the queue; its journal time is only its own batch's", () => {
  const { submit, turns, disk } = timed();
  const first = submit();
  turns.next();
  const second = submit();
  Bun.sleepSync(PAUSE_MS);
  const firstSyncedAt = performance.now();
  disk.finishSyncs();
  disk.finishSyncs();

  expect(first.times.journalMs).toBeGreaterThanOrEqual(PAUSE_MS);
  expect(second.times.queueMs).toBeGreaterThanOrEqual(PAUSE_MS);
  expect(second.times.journalMs).toBeLessThanOrEqual(second.answeredAt - firstSyncedAt);
});

test("commands of one batch report that they waited together, those of two batches that they did not", () => {
  const { submit, turns, disk } = timed();
  const together = [submit(), submit()];
  turns.next();
  const later = submit();
  disk.finishSyncs();
  disk.finishSyncs();
  expect(together.map(({ times }) => times.batch)).toEqual([2, 2]);
  expect(later.times.batch).toBe(3);
});

test("the observer gets the times that the commands came back with", () => {
  const { observed, submit, turns, disk } = timed();
  const commands = [submit(), submit()];
  turns.next();
  disk.finishSyncs();
  expect(observed).toEqual(commands.map(({ times }) => times));
});
