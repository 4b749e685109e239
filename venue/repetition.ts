// Repeating a journal: doing again what its commands did, and saying where that can't be done.

import { existsSync } from "node:fs";
import { decodeCommand, Engine, type Listener, silent } from "@evermark/engine";
import { Fault } from "@evermark/engine/fault.ts";
import { type JournalRecord, readJournal, realDisk, SnapshotStore } from "@evermark/journal";
import { readOldestKept } from "@evermark/journal/prune.ts";
import type { DataPaths } from "./data-directory.ts";

export interface Repetition {
  /** Position of the first command that was repeated: 1, or what follows the oldest snapshot of a pruned journal. */
  readonly from: number;
  readonly commands: number;
  /** So many of them confirmed what the engine had said before; all of them agreed. */
  readonly confirmations: number;
  /** The engine's at the end. */
  readonly behaviour: number;
  readonly stateHash: string;
  /** Positions of snapshots that are the states which the commands before them lead to, and of those that are not. */
  readonly sameSnapshots: readonly number[];
  readonly otherSnapshots: readonly number[];
}

/** @throws {Fault} naming the position: the journal is whole, but this program can't do what it says */
export function repeat(engine: Engine, { position, payload }: JournalRecord, listener: Listener): void {
  try {
    engine.apply(decodeCommand(payload), listener);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const fault = new Fault(`the command at journal position ${position} can't be repeated: ${reason}`);
    fault.cause = cause;
    throw fault;
  }
}

/**
 * Repeats all that a stopped venue's journal holds, and holds every snapshot against it. Changes nothing.
 * @throws {JournalCorrupt} when the journal is damaged; {Fault} when a command can't be repeated, or nothing is left to
 * begin with
 */
export function repeatJournal(paths: DataPaths): Repetition {
  // The store would make it.
  const snapshots = existsSync(paths.snapshots) ? new SnapshotStore({ directory: paths.snapshots }) : undefined;
  const { engine, position: before } = beginning(paths, snapshots);
  const taken = new Set(snapshots?.list().filter((position) => position > before));
  const same: number[] = [];
  const other: number[] = [];
  let confirmations = 0;
  let last = before;
  for (const record of readJournal(paths.journal, before + 1)) {
    repeat(engine, record, silent);
    last = record.position;
    if (decodeCommand(record.payload).type === "confirm_digest") confirmations++;
    if (snapshots !== undefined && taken.has(last)) (isState(snapshots, last, engine) ? same : other).push(last);
  }
  const { behaviour } = engine;
  return {
    from: before + 1,
    commands: last - before,
    confirmations,
    behaviour,
    stateHash: engine.stateHash(),
    sameSnapshots: same,
    otherSnapshots: other,
  };
}

/** A new engine, or one from the oldest snapshot that the kept part of the journal goes on from. */
function beginning(paths: DataPaths, snapshots: SnapshotStore | undefined): { engine: Engine; position: number } {
  const oldestKept = readOldestKept(realDisk, paths.journal);
  if (oldestKept === 1) return { engine: Engine.atBeginning(), position: 0 };
  for (const position of snapshots?.list().reverse() ?? []) {
    const engine = position < oldestKept - 1 ? undefined : stateAt(snapshots!, position);
    if (engine !== undefined) return { engine, position };
  }
  throw new Fault(`the journal begins at position ${oldestKept}, and no snapshot is left that it goes on from`);
}

function isState(snapshots: SnapshotStore, position: number, engine: Engine): boolean {
  const restored = stateAt(snapshots, position);
  return restored !== undefined && Buffer.compare(restored.snapshot(), engine.snapshot()) === 0;
}

/** The state of one snapshot; undefined when it is damaged. */
function stateAt(snapshots: SnapshotStore, position: number): Engine | undefined {
  const { snapshot } = snapshots.restoreNewest(Engine.restoreFrom, position);
  return snapshot?.position === position ? snapshot.made : undefined;
}
