// A journal whose commands are the steps of a tape, and the replica that plays them.

import { join } from "node:path";
import { type DataPaths, dataPaths } from "@evermark/core";
import { type ByteSource, type Listener, silent } from "@evermark/engine";
import { type Disk, openJournal, realDisk, SnapshotStore } from "@evermark/journal";
import { allOf } from "@evermark/journal/testing/snapshot-bytes.ts";
import type { Replica } from "../thread/journal-projector.ts";
import { EventTape, type TapeStep, tapeEngine } from "./event-tape.ts";

/** The real disk without syncs: these journals need not survive a power loss. */
const withoutSync: Disk = {
  ...realDisk,
  syncDirectory() {},
  open(path, how) {
    const file = realDisk.open(path, how);
    file.sync = () => {};
    file.syncLater = (done) => setImmediate(done, undefined);
    file.syncFirst = file.syncLater;
    return file;
  },
};

/** Writes steps as a journal with small segments, so that its reader crosses from one to the next. */
export async function writeTapeJournal(dataDirectory: string, steps: readonly TapeStep[]): Promise<DataPaths> {
  const paths = dataPaths(dataDirectory);
  const { journal } = openJournal({
    directory: paths.journal,
    segmentBytes: 4096,
    disk: withoutSync,
    listener: {
      onDurable() {},
      onFailure(error) {
        throw error;
      },
    },
  });
  for (const [i, step] of steps.entries()) {
    journal.append(i, encodeStep(step));
    // Pauses, so that there are batches of several records and several segments.
    if (i % 16 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  await journal.close();
  return paths;
}

/** Writes a snapshot of the state after `position` steps. */
export async function writeTapeSnapshot(paths: DataPaths, steps: readonly TapeStep[], position: number): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(steps.slice(0, position)));
  await new SnapshotStore({ directory: paths.snapshots, disk: withoutSync }).write({
    position,
    hash: new Uint8Array(32),
    bytes,
  });
}

/** @param onApply called before each command; if it throws, the run ends, like a crash at that command */
export function tapeReplica(state: ByteSource | undefined, onApply: () => void = () => {}): Replica {
  let listener: Listener = silent;
  const tape = new EventTape({
    ...silent,
    order: (report) => listener.order(report),
    trade: (report) => listener.trade(report),
    ledger: (entry) => listener.ledger(entry),
  });
  const applied: TapeStep[] = state === undefined ? [] : JSON.parse(new TextDecoder().decode(allOf(state)));
  for (const step of applied) tape.play(step);
  return {
    ...tapeEngine,
    apply(payload, to) {
      onApply();
      listener = to;
      tape.play(JSON.parse(new TextDecoder().decode(payload)));
      listener = silent;
    },
  };
}

/** The path of the journal's first segment. */
export function firstSegment(paths: DataPaths): string {
  return join(paths.journal, "segment-0000000000000001.log");
}

function encodeStep(step: TapeStep): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(step));
}
