// A start from what is on disk: with a snapshot of another version, and with a journal that can't be read.

import { expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Engine, encodeCommand, millis, silent } from "@evermark/engine";
import { openJournal, realDisk, SnapshotStore } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { recover } from "./recover.ts";
import { keptLog } from "./testing/kept-lines.ts";

const options = { segmentBytes: 4_096, acceptLoss: false };

function quietLog(logged: string[] = []) {
  return keptLog(logged);
}

/** Records that are appended together are in one segment. */
const BATCH = 100;

/** A journal of so many ticks, and a snapshot of all of them. */
async function lived(path: string, ticks: number, changed: (snapshot: Uint8Array) => void = () => {}) {
  const journalDirectory = join(path, "journal");
  const snapshots = new SnapshotStore({ directory: join(path, "snapshots") });
  const engine = Engine.atBeginning();
  let durable = Promise.withResolvers<void>();
  const listener = {
    onDurable: (position: number) => position % BATCH === 0 && durable.resolve(),
    onFailure: (error: Error) => durable.reject(error),
  };
  const { journal } = openJournal({ ...options, listener, directory: journalDirectory });
  for (let i = 1; i <= ticks; i++) {
    const at = millis(i * 1_000);
    journal.append(at, encodeCommand({ type: "tick", at }));
    engine.apply({ type: "tick", at }, silent);
    if (i % BATCH > 0) continue;
    await durable.promise;
    durable = Promise.withResolvers();
  }
  const bytes = engine.snapshot().slice();
  changed(bytes);
  await snapshots.write({ position: ticks, hash: journal.durableHash(), bytes });
  await journal.close();
  return { engine, snapshots, journalDirectory, listener };
}

test("a snapshot of a format that is no longer read is skipped, and the journal is replayed instead", async () => {
  using directory = temporaryDirectory();
  const { engine, ...kept } = await lived(directory.path, BATCH, (bytes) => {
    bytes[0] = 1;
  });
  const logged: string[] = [];
  const found = await recover({ ...options, ...kept, log: quietLog(logged) });
  expect(found.snapshotPosition).toBe(0);
  expect(found.engine.stateHash()).toBe(engine.stateHash());
  expect(logged.join("")).toContain("a snapshot in a format that is no longer supported is skipped");
  await found.journal.close();
});

test("a folder in place of a segment is reported when the journal is opened, whatever the start awaits", async () => {
  using directory = temporaryDirectory();
  const kept = await lived(directory.path, 3 * BATCH);
  const segments = realDisk.list(kept.journalDirectory).filter((name) => name.endsWith(".log"));
  expect(segments.length).toBeGreaterThan(2);
  const spoiled = join(kept.journalDirectory, segments[1]!);
  rmSync(spoiled);
  mkdirSync(spoiled);
  // A rejected promise that nothing awaits would end the process with a stack trace.
  const audience = { begin: () => new Promise<void>((resolve) => setImmediate(resolve)), listenerTo: () => silent };
  await expect(recover({ ...options, ...kept, audience, log: quietLog() })).rejects.toThrow(`'${spoiled}'`);
});
