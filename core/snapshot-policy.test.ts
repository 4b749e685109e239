// When a snapshot is written, what is deleted after it, and that a failure to write one only costs time.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { Engine, encodeCommand, millis, silent } from "@evermark/engine";
import { type Journal, openJournal, realDisk, SnapshotStore } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import pino from "pino";
import { recover } from "./recover.ts";
import { SnapshotPolicy } from "./snapshot-policy.ts";
import { keptLog } from "./testing/kept-lines.ts";

/** The part of history that the policy uses, at a position that the test sets. */
class HistoryAt {
  readonly waitedFor: number[] = [];
  isHeldUp = false;
  readonly isNear = true;
  constructor(private readonly stands: number) {}

  async catchUp(position: number): Promise<void> {
    this.waitedFor.push(position);
    if (this.isHeldUp) throw new Error("database or disk is full");
  }

  async keep(): Promise<number> {
    return this.stands;
  }
}

interface Bench extends Disposable {
  readonly engine: Engine;
  readonly snapshots: SnapshotStore;
  readonly policy: SnapshotPolicy;
  readonly history: HistoryAt;
  readonly logged: string[];
  readonly journalDirectory: string;
  /** Journals and applies that many ticks, one batch each, and notifies the policy. */
  run(count: number): Promise<void>;
  close(): Promise<void>;
}

const silentLog = pino({ level: "silent" });

function bench(options: {
  every?: number;
  keep?: number;
  prune?: boolean;
  history?: number;
  disk?: typeof realDisk;
}): Bench {
  const { every = 3, keep = 2, prune = false, history: stands = 0, disk = realDisk } = options;
  const directory = temporaryDirectory();
  const journalDirectory = join(directory.path, "journal");
  const engine = new Engine();
  const history = new HistoryAt(stands);
  const logged: string[] = [];
  const snapshots = new SnapshotStore({ directory: join(directory.path, "snapshots"), disk });
  let waiting: (() => void) | undefined;
  let policy: SnapshotPolicy;
  const { journal }: { journal: Journal } = openJournal({
    directory: journalDirectory,
    segmentBytes: 200,
    listener: {
      onDurable(position) {
        engine.apply({ type: "tick", at: millis(position * 1_000) }, silent);
        policy.applied(position);
        waiting?.();
      },
      onFailure: (error) => {
        throw error;
      },
    },
  });
  policy = new SnapshotPolicy({
    engine,
    journal,
    snapshots,
    history,
    configuration: { snapshotEveryCommands: every, keepSnapshots: keep, prune },
    journalDirectory,
    log: keptLog(logged),
    lastPosition: 0,
  });
  return {
    engine,
    snapshots,
    policy,
    history,
    logged,
    journalDirectory,
    async run(count) {
      for (let n = 0; n < count; n++) {
        const at = millis((journal.lastPosition + 1) * 1_000);
        await new Promise<void>((resolve) => {
          waiting = resolve;
          journal.append(at, encodeCommand({ type: "tick", at }));
        });
        // With nothing more to write, this waits for what is running in the background.
        await policy.finish(0);
      }
    },
    close: () => journal.close(),
    [Symbol.dispose]: () => directory[Symbol.dispose](),
  };
}

test("a snapshot is written every so many commands, and the newest ones are kept", async () => {
  using venue = bench({ every: 3, keep: 2 });
  await venue.run(2);
  expect(venue.snapshots.list()).toEqual([]);
  await venue.run(1);
  expect(venue.snapshots.list()).toEqual([3]);
  await venue.run(7);
  expect(venue.snapshots.list()).toEqual([9, 6]);
  await venue.close();
});

test("an orderly end writes another snapshot, unless the last one is up to date", async () => {
  using venue = bench({ every: 3 });
  await venue.run(3);
  await venue.policy.finish(3);
  expect(venue.snapshots.list()).toEqual([3]);
  await venue.run(1);
  await venue.policy.finish(4);
  expect(venue.snapshots.list()).toEqual([4, 3]);
  await venue.close();
});

test("a start from a snapshot and the rest of the journal ends in the state of the engine", async () => {
  using venue = bench({ every: 3 });
  await venue.run(8);
  await venue.close();
  const { engine, snapshotPosition, journal } = await recover({
    snapshots: venue.snapshots,
    journalDirectory: venue.journalDirectory,
    segmentBytes: 200,
    listener: { onDurable() {}, onFailure() {} },
    acceptLoss: false,
    log: silentLog,
  });
  expect(snapshotPosition).toBe(6);
  expect(engine.stateHash()).toBe(venue.engine.stateHash());
  await journal.close();
});

test("segments are deleted only after every kept snapshot and history have passed them", async () => {
  for (const [history, remains] of [
    [0, true],
    [9, false],
  ] as const) {
    using venue = bench({ every: 3, keep: 1, prune: true, history });
    await venue.run(9);
    expect(venue.history.waitedFor).toEqual([3, 6, 9]);
    expect(realDisk.list(venue.journalDirectory).some((name) => name.includes("0000000000000001"))).toBe(remains);
    await venue.close();
  }
});

test("a snapshot that the disk does not take is logged, and the next one is tried", async () => {
  let full = true;
  const disk: typeof realDisk = {
    ...realDisk,
    rename(from, to) {
      if (full) throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
      realDisk.rename(from, to);
    },
  };
  using venue = bench({ every: 3, disk });
  await venue.run(4);
  expect(venue.snapshots.list()).toEqual([]);
  expect(venue.logged.join()).toContain("no snapshot could be written");
  full = false;
  await venue.run(2);
  expect(venue.snapshots.list()).toEqual([6]);
  await venue.close();
});

test("a snapshot counts even if nothing can be deleted after it, and the log says which of the two failed", async () => {
  using venue = bench({ every: 3, keep: 1, prune: true, history: 9 });
  venue.history.isHeldUp = true;
  await venue.run(3);
  expect(venue.snapshots.list()).toEqual([3]);
  expect(venue.logged.join()).toContain("could not be deleted");
  expect(venue.logged.join()).not.toContain("no snapshot could be written");
  await venue.close();
});
