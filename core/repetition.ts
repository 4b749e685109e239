// Repeats the commands of a journal on an engine, and reports where that is impossible.

import { type Answer, decodeCommand, Engine, Fault, type Listener, silent } from "@evermark/engine";
import {
  type Disk,
  type InvalidSnapshot,
  type JournalRecord,
  readJournal,
  realDisk,
  SnapshotStore,
} from "@evermark/journal";
import { readOldestKept } from "@evermark/journal/prune.ts";
import type { RestoredSnapshot } from "@evermark/journal/snapshots.ts";
import type { DataPaths } from "./data-directory.ts";

export interface Repetition {
  /** Position of the first command that was repeated: 1, or what follows the oldest snapshot of a pruned journal. */
  readonly from: number;
  readonly commands: number;
  /** How many of the commands confirmed what the engine had reported before; all of them agreed. */
  readonly confirmations: number;
  /** The engine's behaviour at the end. */
  readonly behaviour: number;
  readonly stateHash: string;
  /** Positions of the snapshots that equal the state which the commands before them lead to. */
  readonly sameSnapshots: readonly number[];
  /** The other snapshots, and why: damaged, or of another state. */
  readonly badSnapshots: readonly { readonly position: number; readonly reason: string }[];
  /** Positions of snapshots whose format is no longer read, and which could not be compared. */
  readonly oldSnapshots: readonly number[];
}

/**
 * @returns the engine's answer, which the engine reuses
 * @throws {Fault} naming the position, when the journal is whole but this program can't carry out the command
 */
export function repeat(engine: Engine, { position, payload }: JournalRecord, listener: Listener): Answer {
  try {
    return engine.apply(decodeCommand(payload), listener);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const fault = new Fault(`the command at journal position ${position} can't be repeated: ${reason}`);
    fault.cause = cause;
    throw fault;
  }
}

/**
 * Repeats everything that a stopped venue's journal holds, and compares every snapshot with it. Changes nothing.
 * @throws {JournalCorrupt} when the journal is damaged; {Fault} when a command can't be repeated, or nothing is left to
 * begin with
 */
export function repeatJournal(paths: DataPaths, disk: Disk = realDisk): Repetition {
  // Checked first, because the store would create the directory.
  const isThere = disk.list(paths.snapshots).length > 0;
  const snapshots = isThere ? new SnapshotStore({ directory: paths.snapshots, disk }) : undefined;
  const { engine, position: before } = beginning(paths, snapshots, disk);
  const taken = new Set(snapshots?.list().filter((position) => position > before));
  const sameSnapshots: number[] = [];
  const badSnapshots: { position: number; reason: string }[] = [];
  const oldSnapshots: number[] = [];
  let confirmations = 0;
  let last = before;
  for (const record of readJournal(paths.journal, before + 1, undefined, { disk })) {
    repeat(engine, record, silent);
    last = record.position;
    if (decodeCommand(record.payload).type === "confirm_digest") confirmations++;
    if (snapshots === undefined || !taken.has(last)) continue;
    const found = restore(snapshots, last);
    if ("made" in found && isSameState(found.made, engine)) sameSnapshots.push(last);
    else if ("made" in found)
      badSnapshots.push({ position: last, reason: "it is not what the commands before it lead to" });
    else if (found.isDamaged) badSnapshots.push({ position: last, reason: found.reason });
    else oldSnapshots.push(last);
  }
  const { behaviour } = engine;
  return {
    from: before + 1,
    commands: last - before,
    confirmations,
    behaviour,
    stateHash: engine.stateHash(),
    sameSnapshots,
    badSnapshots,
    oldSnapshots,
  };
}

/** A new engine, or one from the oldest snapshot that the kept part of the journal continues from. */
function beginning(
  paths: DataPaths,
  snapshots: SnapshotStore | undefined,
  disk: Disk,
): { engine: Engine; position: number } {
  const oldestKept = readOldestKept(disk, paths.journal);
  if (oldestKept === 1) return { engine: Engine.atBeginning(), position: 0 };
  for (const position of snapshots?.list().reverse() ?? []) {
    const found = restore(snapshots!, position);
    if (position >= oldestKept - 1 && "made" in found) return { engine: found.made, position };
  }
  throw new Fault(`the journal begins at position ${oldestKept}, and no snapshot is left that it goes on from`);
}

function isSameState(one: Engine, other: Engine): boolean {
  return Buffer.compare(one.snapshot(), other.snapshot()) === 0;
}

/** One snapshot, or what is wrong with it. */
function restore(snapshots: SnapshotStore, position: number): RestoredSnapshot<Engine> | InvalidSnapshot {
  const { snapshot, skipped } = snapshots.restoreNewest(Engine.restoreFrom, position);
  return snapshot?.position === position ? snapshot : skipped[0]!;
}
