import { expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DataPaths } from "@evermark/core";
import type { ByteSource } from "@evermark/engine";
import fc from "fast-check";
import { KeptCopy } from "../file/kept-copy.ts";
import { deleteTables } from "../file/table-files.ts";
import { openTables } from "../tables/open-tables.ts";
import { dump } from "../testing/databases.ts";
import { anyTapeStep, type TapeStep } from "../testing/event-tape.ts";
import { inTemporaryDirectory } from "../testing/projected.ts";
import { firstSegment, tapeReplica, writeTapeJournal, writeTapeSnapshot } from "../testing/tape-journal.ts";
import { openFollower, rebuild } from "./open-follower.ts";

const options = (paths: DataPaths, durable: number, rebuilds: string[] = []) => ({
  paths,
  durable,
  makeReplica: (state: ByteSource | undefined) => tapeReplica(state),
  onRebuild: (reason: string) => rebuilds.push(reason),
});

/** Opens history, projects up to a position, closes it and returns its tables. */
function projectTo(paths: DataPaths, position: number, rebuilds: string[] = []) {
  const following = openFollower(options(paths, position, rebuilds));
  while (following.follower.position < position) following.follower.projectBatch(position);
  following.follower.commit();
  const tables = dump(following.tables);
  following.close();
  return tables;
}

const place = (count: number): TapeStep[] =>
  Array.from({ length: count }, (_, i) => ({ kind: i % 3 === 2 ? "match" : "place", choice: i * 7 }));

/** One life of the history thread: how far the journal is durable in it, and after how many commands it is killed. */
interface Life {
  readonly durable: number;
  readonly killedAfter: number;
  /** Whether a power loss undoes what was committed in this life. */
  readonly powerCut: boolean;
}

const anyLife: fc.Arbitrary<Life> = fc.record({
  durable: fc.nat(150),
  killedAfter: fc.nat(60),
  powerCut: fc.boolean(),
});

test("killed at any command, any number of times, history ends as if it had never been killed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyTapeStep, { minLength: 100, maxLength: 150 }),
      fc.array(anyLife, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 3 }),
      (steps, lives, snapshots) =>
        inTemporaryDirectory(async (directory) => {
          const paths = await writeTapeJournal(directory, steps);
          const straight = projectTo(paths, steps.length);
          deleteTables(paths.history);
          for (const position of snapshots) await writeTapeSnapshot(paths, steps, position);

          let durable = 0;
          for (const life of lives) {
            durable = Math.max(durable, Math.min(life.durable, steps.length));
            live(paths, durable, life);
          }
          const rebuilds: string[] = [];
          expect(projectTo(paths, steps.length, rebuilds)).toEqual(straight);
          expect(rebuilds).toEqual([]);
        }),
    ),
    { numRuns: 25 },
  );
});

class WriterKilled extends Error {}

function live(paths: DataPaths, durable: number, { killedAfter, powerCut }: Life): void {
  const before = `${paths.history}.before`;
  const parts = ["", "-sums"];
  if (powerCut && existsSync(paths.history)) {
    for (const part of parts) copyFileSync(paths.history + part, before + part);
  }
  let left = killedAfter;
  const makeReplica = (state: ByteSource | undefined) =>
    tapeReplica(state, () => {
      if (left-- === 0) throw new WriterKilled();
    });
  try {
    const following = openFollower({ ...options(paths, durable), makeReplica });
    try {
      // Several batches and transactions, so that a kill can fall between two as well as into one.
      for (let to = 10; following.follower.position < durable; to += 10) {
        following.follower.projectBatch(Math.min(to, durable));
        if (to % 30 === 0) following.follower.commit();
      }
    } finally {
      following.close();
    }
  } catch (error) {
    if (!(error instanceof WriterKilled)) throw error;
  }
  if (existsSync(before)) {
    deleteTables(paths.history);
    for (const part of parts) renameSync(before + part, paths.history + part);
  }
}

test("a rebuild gives the same tables as following", async () => {
  await inTemporaryDirectory(async (directory) => {
    const steps = place(120);
    const paths = await writeTapeJournal(directory, steps);
    for (const position of [13, 57, 120]) projectTo(paths, position);
    const followed = projectTo(paths, steps.length);

    const rebuilt = rebuild(options(paths, steps.length), "a test asks for it");
    rebuilt.follower.projectBatch(steps.length);
    rebuilt.follower.commit();
    expect(dump(rebuilt.tables)).toEqual(followed);
    rebuilt.close();
  });
});

test("history that has read beyond the end of the journal is rebuilt", async () => {
  await inTemporaryDirectory(async (directory) => {
    const paths = await writeTapeJournal(directory, place(60));
    projectTo(paths, 60);
    const rebuilds: string[] = [];
    expect(projectTo(paths, 50, rebuilds).meta).toMatchObject([{ position: 50 }]);
    expect(rebuilds).toEqual([
      "it has read up to position 60, the journal ends at 50; the old file is history.sqlite.aside-1 now",
    ]);
    expect(existsSync(join(directory, "history.sqlite.aside-1"))).toBe(true);
  });
});

test("history of another journal is rebuilt", async () => {
  await inTemporaryDirectory(async (directory) => {
    const paths = await writeTapeJournal(directory, place(60));
    projectTo(paths, 60);
    rmSync(paths.journal, { recursive: true });
    const others = place(80).map((step) => ({ ...step, choice: 1 })) as TapeStep[];
    await writeTapeJournal(directory, others);
    const rebuilds: string[] = [];
    const tables = projectTo(paths, 80, rebuilds);
    expect(rebuilds).toEqual([
      expect.stringContaining("it was made from another journal, which differs at position 60"),
    ]);
    deleteTables(paths.history);
    expect(tables).toEqual(projectTo(paths, 80));
  });
});

test("a damaged history file is rebuilt", async () => {
  await inTemporaryDirectory(async (directory) => {
    const paths = await writeTapeJournal(directory, place(60));
    const straight = projectTo(paths, 60);
    writeFileSync(paths.history, "not a database");
    const rebuilds: string[] = [];
    expect(projectTo(paths, 60, rebuilds)).toEqual(straight);
    expect(rebuilds).toHaveLength(1);
  });
});

/** A journal of `steps` that is pruned before position 100, and a kept copy of history at position 160. */
async function prunedDirectory(directory: string, steps: readonly TapeStep[]): Promise<DataPaths> {
  const paths = await writeTapeJournal(directory, steps);
  const following = openFollower(options(paths, 160));
  while (following.follower.position < 160) following.follower.projectBatch(160);
  following.follower.commit();
  expect(following.tables.checkpoint()).toBe(true);
  await new KeptCopy(paths.keptHistory).update(following.tables.pages!, async () => true);
  following.close();
  await writeTapeSnapshot(paths, steps, 150);
  writeFileSync(join(paths.journal, "pruned.txt"), "100\n");
  rmSync(firstSegment(paths));
  return paths;
}

test("where the journal was pruned, history is rebuilt from the kept copy and the rest of the journal", async () => {
  const steps = place(200);
  const straight = await inTemporaryDirectory(async (directory) =>
    projectTo(await writeTapeJournal(directory, steps), 200),
  );
  const damages: Record<string, (paths: DataPaths) => void> = {
    lost: ({ history }) => rmSync(history),
    damaged: ({ history }) => writeFileSync(history, "not a database"),
    // As if an operator had put back a file from last week.
    "older than the journal": (paths) => {
      deleteTables(paths.history);
      const opened = openTables(paths.history);
      if ("tables" in opened) {
        opened.tables.execute("UPDATE meta SET position = 40, checksum = 'of then'");
        opened.tables.close();
      }
    },
  };
  for (const [damage, inflict] of Object.entries(damages)) {
    await inTemporaryDirectory(async (directory) => {
      const paths = await prunedDirectory(directory, steps);
      inflict(paths);
      const rebuilds: string[] = [];
      expect(projectTo(paths, 200, rebuilds)).toEqual(straight);
      expect({ damage, rebuilds: rebuilds.length }).toEqual({ damage, rebuilds: 1 });
      expect(projectTo(paths, 200, rebuilds)).toEqual(straight);
      expect(rebuilds).toHaveLength(1);
    });
  }
});

test("where the journal was pruned, a rebuild is refused before anything is deleted", async () => {
  await inTemporaryDirectory(async (directory) => {
    const steps = place(200);
    const paths = await writeTapeJournal(directory, steps);
    const straight = projectTo(paths, steps.length);
    await writeTapeSnapshot(paths, steps, 150);
    writeFileSync(join(paths.journal, "pruned.txt"), "100\n");
    rmSync(firstSegment(paths));

    expect(() => rebuild(options(paths, steps.length), "a test asks for it")).toThrow("begins at position 100");
    expect(projectTo(paths, steps.length)).toEqual(straight);
    deleteTables(paths.history);
    expect(() => projectTo(paths, steps.length)).toThrow("begins at position 100");
  });
});

test("a journal without a record gives an empty history", async () => {
  await inTemporaryDirectory(async (directory) => {
    mkdirSync(directory, { recursive: true });
    const paths = await writeTapeJournal(directory, []);
    expect(projectTo(paths, 0)).toMatchObject({ orders: [], meta: [{ position: 0 }] });
  });
});
