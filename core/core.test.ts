// A core on a real disk: created from nothing, ended, and started again.

import { expect, test } from "bun:test";
import { decodeCommand, silent } from "@evermark/engine";
import { readJournal, verifyJournal } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { openCore } from "./core.ts";
import { dataPaths } from "./data-directory.ts";
import { sendFirstCommands } from "./first-commands.ts";
import { NAMED_AT, readGenesis } from "./genesis-file.ts";
import { keptLog } from "./testing/kept-lines.ts";

const settings = { segmentBytes: 4_096, snapshotEveryCommands: 100, keepSnapshots: 1, prune: false };
/** A day of 2025 by a machine's clock: far from the 0 at which an engine begins. */
const NOW = 1_760_000_000_000;

async function run(directory: string) {
  const paths = dataPaths(directory);
  const faults: unknown[] = [];
  const opened = await openCore({ paths, traces: [], settings, acceptLoss: false, log: keptLog([]) });
  const core = opened.begin({
    clock: { now: () => NOW },
    observer: { batch() {}, applied() {} },
    audit: true,
    history: { isNear: true, catchUp: async () => {}, keep: async () => 0 },
    onApplied() {},
    onFault: (fault) => faults.push(fault),
    onJournalState() {},
  });
  core.attach({ ...silent, commandEnd() {} });
  await sendFirstCommands(opened.engine, core.sequencer);
  core.keepName();
  await core.stop("the test is over");
  return { paths, opened, faults };
}

test("a venue's name covers the key that only it has", async () => {
  using directory = temporaryDirectory();
  const { paths, faults } = await run(directory.path);
  const named = [...readJournal(paths.journal, 1, NAMED_AT)].map(({ payload }) => decodeCommand(payload).type);
  expect(named).toEqual(["set_behaviour", "set_hash_key"]);
  expect(readGenesis(paths)).toMatch(/^[0-9a-f]{64}$/);
  expect(faults).toEqual([]);
});

test("after an orderly end there is nothing to repeat, and the next start adds no commands", async () => {
  using directory = temporaryDirectory();
  const { paths, opened } = await run(directory.path);
  const { lastPosition } = verifyJournal(paths.journal);
  const second = await run(directory.path);
  expect(second.opened.snapshotPosition).toBe(lastPosition);
  expect(second.opened.engine.stateHash()).toBe(opened.engine.stateHash());
  expect(verifyJournal(paths.journal).lastPosition).toBe(lastPosition);
});
