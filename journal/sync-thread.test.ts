// The thread that syncs, and what becomes of a journal when the thread dies, fails or is slow.

import { expect, test } from "bun:test";
import { chmodSync, closeSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { diskWith } from "./journal-disk.ts";
import { readJournal } from "./reader.ts";
import { SyncThread } from "./sync-thread.ts";
import { openReal } from "./testing/real-journal.ts";
import { temporaryDirectory } from "./testing/temporary-directory.ts";
import { payloads } from "./testing/test-journal.ts";

function threadThat(does: "dies" | "fails" | "is slow"): SyncThread {
  const program = { dies: "dying-sync", fails: "failing-sync", "is slow": "slow-sync" }[does];
  return new SyncThread(new URL(`./testing/${program}.worker.ts`, import.meta.url));
}

function synced(thread: SyncThread, descriptor: number): Promise<Error | undefined> {
  return new Promise((resolve) => thread.sync(descriptor, resolve));
}

/** Syncs a file until the thread is ready: before that, the pool syncs. */
async function begun(thread: SyncThread, path: string): Promise<number> {
  thread.start();
  const descriptor = openSync(path, "w");
  while (!thread.isReady) await synced(thread, descriptor);
  return descriptor;
}

test("a file is synced on the thread, and several syncs wait for each other", async () => {
  using directory = temporaryDirectory();
  const thread = new SyncThread();
  const descriptor = await begun(thread, join(directory.path, "file"));
  const all = await Promise.all([1, 2, 3].map(() => synced(thread, descriptor)));
  expect(all).toEqual([undefined, undefined, undefined]);
  closeSync(descriptor);
  const error = await synced(thread, descriptor);
  expect(error).toMatchObject({ code: "EBADF" });
});

test("a thread that dies fails the syncs it had, and later ones are done without it", async () => {
  using directory = temporaryDirectory();
  const thread = threadThat("dies");
  const descriptor = await begun(thread, join(directory.path, "file"));
  const [first, second] = await Promise.all([synced(thread, descriptor), synced(thread, descriptor)]);
  expect(first?.message).toContain("the thread that syncs the journal has died");
  expect(second?.message).toBe(first?.message);
  expect(await synced(thread, descriptor)).toBe(undefined);
  closeSync(descriptor);
});

test("if no thread can be started, files are synced all the same", async () => {
  using directory = temporaryDirectory();
  const thread = new SyncThread(new URL("./testing/no-such-program.ts", import.meta.url));
  thread.start();
  const descriptor = openSync(join(directory.path, "file"), "w");
  for (let i = 0; i < 100; i++) expect(await synced(thread, descriptor)).toBe(undefined);
  closeSync(descriptor);
});

test.each(["dies", "fails"] as const)(
  "a thread that %s acknowledges nothing that it has not synced",
  async (trouble) => {
    using directory = temporaryDirectory();
    const thread = threadThat(trouble);
    const { journal, commit } = openReal({ directory: directory.path, disk: diskWith(thread) });
    const kept: string[] = [];
    let lost = "";
    for (let n = 1; lost === ""; n++) {
      const outcome = await commit(`record ${n}`);
      if ("durable" in outcome) kept.push(`record ${n}`);
      else {
        lost = `record ${n}`;
        expect(outcome.firstLost).toBe(kept.length + 1);
        expect(outcome.failed.message).toMatch(trouble === "dies" ? /has died/ : /^EIO/);
      }
    }
    // A thread that dies leaves the next sync to the pool; one that fails keeps failing.
    if (trouble === "dies") {
      expect(await commit("after it")).toEqual({ durable: kept.length + 1 });
      kept.push("after it");
    }
    await journal.close();
    expect(payloads(readJournal(directory.path, 1))).toEqual(kept);
  },
);

test("records of an unfinished slow sync are not acknowledged, and later ones wait for their own", async () => {
  using directory = temporaryDirectory();
  const thread = threadThat("is slow");
  const disk = diskWith(thread);
  const { journal, commit } = openReal({ directory: directory.path, disk });
  const other = disk.open(join(directory.path, "other"), "create");
  const syncOther = () => new Promise<void>((resolve) => other.syncLater(() => resolve()));
  while (!thread.isReady) await syncOther();
  let isAcknowledged = false;
  const slow = commit("slow").finally(() => {
    isAcknowledged = true;
  });
  // Other files are synced meanwhile, again and again.
  for (let i = 0; i < 20; i++) await syncOther();
  expect([isAcknowledged, journal.durablePosition, journal.lastPosition]).toEqual([false, 0, 1]);
  other.close();
  for (const name of readdirSync(directory.path))
    if (name.startsWith("segment-")) chmodSync(join(directory.path, name), 0o400);
  expect(await slow).toEqual({ durable: 1 });
  expect(await commit("next")).toEqual({ durable: 2 });
  await journal.close();
});
