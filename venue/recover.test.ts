// A start from what is on disk: what a snapshot of another version is worth.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { Engine, encodeCommand, millis, silent } from "@evermark/engine";
import { openJournal, SnapshotStore } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { createLog } from "./log.ts";
import { recover } from "./recover.ts";

test("a snapshot of a format that is no longer read is skipped, and the journal says it again", async () => {
  using directory = temporaryDirectory();
  const journalDirectory = join(directory.path, "journal");
  const snapshots = new SnapshotStore({ directory: join(directory.path, "snapshots") });
  const engine = Engine.atBeginning();
  const durable = Promise.withResolvers<void>();
  const listener = {
    onDurable: (position: number) => position === 3 && durable.resolve(),
    onFailure: durable.reject,
  };
  const options = { segmentBytes: 65_536, listener, acceptLoss: false };
  const { journal } = openJournal({ ...options, directory: journalDirectory });
  for (const at of [1_000, 2_000, 3_000].map(millis)) {
    journal.append(at, encodeCommand({ type: "tick", at }));
    engine.apply({ type: "tick", at }, silent);
  }
  await durable.promise;
  const foreign = engine.snapshot().slice();
  foreign[0] = 1;
  await snapshots.write({ position: 3, hash: journal.durableHash(), bytes: foreign });
  await journal.close();

  const logged: string[] = [];
  const log = createLog("info", { readable: false, sink: { write: (line) => void logged.push(line) } });
  const found = await recover({ ...options, snapshots, journalDirectory, log });
  expect(found.snapshotPosition).toBe(0);
  expect(found.engine.stateHash()).toBe(engine.stateHash());
  expect(logged.join("")).toContain("a snapshot of a format that is no longer read is skipped");
  await found.journal.close();
});
