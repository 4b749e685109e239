// Decides where history continues: from its tables if they belong to this journal, else from the kept copy, else from the
// journal's beginning. Tables that are not continued are set aside, never deleted.

import type { DataPaths } from "@evermark/core";
import { assert, type ByteSource, Fault } from "@evermark/engine";
import { JournalReader, realDisk, SnapshotStore } from "@evermark/journal";
import { readOldestKept } from "@evermark/journal/prune.ts";
import { messageOf, troubleOf } from "../file/file-trouble.ts";
import { KeptCopy } from "../file/kept-copy.ts";
import { deleteTables, setHistoryAside } from "../file/table-files.ts";
import { isBounded, KEEP_ALL, type Retention } from "../retention/retention.ts";
import { giveBackSome } from "../tables/free-pages.ts";
import type { Store } from "../tables/history-store.ts";
import { type Opened, openTables, readProgress } from "../tables/open-tables.ts";
import type { Progress } from "../tables/projected-progress.ts";
import type { Tables } from "../tables/tables.ts";
import { JournalProjector, type Replica } from "./journal-projector.ts";

export interface FollowOptions {
  readonly paths: DataPaths;
  /** The last durable position of the journal. */
  readonly durable: number;
  /** Makes the engine that repeats the journal, from a snapshot's state or new; returns null for a state of another version. */
  readonly makeReplica: (state: ByteSource | undefined) => Replica | null;
  /** Everything is kept when absent. */
  readonly retention?: Retention;
  /** Called when the tables have been set aside and are being rebuilt. */
  readonly onRebuild: (reason: string) => void;
}

/** Tables, and the follower that writes them. */
export interface OpenHistory<Own extends Store = Tables> {
  readonly tables: Own;
  readonly follower: JournalProjector;
  readonly source: JournalReader;
  /** Rolls back what is not committed, and closes the files. */
  close(): void;
}

/** History has to be rebuilt, and there is nothing to rebuild it from. */
class HistoryLost extends Fault {}

/**
 * @param opened the tables of the history file
 * @throws {HistoryLost} when history has to be rebuilt and can't be; errors of the disk that may pass
 */
export function openFollower(options: FollowOptions, opened = openTablesOf(options)): OpenHistory {
  if ("unusable" in opened) return rebuild(options, opened.unusable);
  const reason = goOn(options, opened);
  return typeof reason === "string" ? rebuild(options, reason) : reason;
}

/**
 * Sets the tables aside and rebuilds them.
 * @param isDoubted whether the kept copy is in doubt too; it is then not used, if the journal is complete
 * @throws {HistoryLost} when there is nothing to rebuild from, before anything is set aside unless the kept copy proves useless
 */
export function rebuild(options: FollowOptions, reason: string, isDoubted = false): OpenHistory {
  const { history, journal, keptHistory } = options.paths;
  const oldestKept = readOldestKept(realDisk, journal);
  const kept = new KeptCopy(keptHistory);
  const isWhole = oldestKept === 1;
  if (!isWhole && !kept.exists) throw lost(options, reason, "there is no kept copy of it");

  const aside = setHistoryAside(history);
  options.onRebuild(aside === undefined ? reason : `${reason}; the old file is ${aside} now`);
  if (kept.exists && !(isWhole && isDoubted)) {
    const found = fromCopy(options, kept);
    if (typeof found !== "string") return found;
    if (!isWhole) throw lost(options, reason, found);
    setHistoryAside(history);
  }
  const opened = openTablesOf(options);
  if ("unusable" in opened) throw new Fault(`history ${history} can't be made: ${opened.unusable}`);
  const following = goOn(options, opened);
  assert(typeof following !== "string", "new tables are gone on from", { following });
  return following;
}

/** @returns the reason, when it can't be continued */
function fromCopy(options: FollowOptions, kept: KeptCopy): OpenHistory | string {
  try {
    kept.restoreTo(options.paths.history);
  } catch (error) {
    if (troubleOf(error) !== "damage") throw error;
    return `the kept copy is damaged: ${messageOf(error)}`;
  }
  const opened = openTablesOf(options);
  const found = "unusable" in opened ? opened.unusable : goOn(options, opened);
  return typeof found === "string" ? `the kept copy is of no use: ${found}` : found;
}

function openTablesOf({ paths, retention = KEEP_ALL }: FollowOptions): Opened {
  return openTables(paths.history, { shrinks: isBounded(retention) });
}

function lost({ paths }: FollowOptions, reason: string, why: string): HistoryLost {
  const oldest = readOldestKept(realDisk, paths.journal);
  return new HistoryLost(
    `history ${paths.history} must be made anew (${reason}), but ${why}, and the journal was pruned and begins at ` +
      `position ${oldest}; stop the venue and put back the pruned segments, or a copy of the history file with its sums`,
  );
}

/** Continues open tables, or closes them. @returns the reason, when they can't be continued */
function goOn(
  options: FollowOptions,
  { tables, progress }: Exclude<Opened, { unusable: string }>,
): OpenHistory | string {
  const start = startOf(options, progress);
  if (typeof start === "string") {
    tables.close();
    // The tables are empty.
    if (progress.position === 0) deleteTables(options.paths.history);
    return start;
  }
  const following = followFile(options, tables, start);
  if (following.follower.repeatTo(progress)) return following;
  following.close();
  return `it was made from another journal, which differs at position ${progress.position}`;
}

/** A replica at or before the tables' position, or the reason why the tables can't be continued. */
export function startOf(options: FollowOptions, { position }: Progress): ReplicaStart | string {
  if (position > options.durable)
    return `it has read up to position ${position}, the journal ends at ${options.durable}`;
  const oldestKept = readOldestKept(realDisk, options.paths.journal);
  if (position === 0 && oldestKept > 1) return "it is empty";
  const start = nearestReplica(options, position);
  if (start.replicaPosition >= oldestKept - 1) return start;
  return `it has read up to position ${position}, and the journal that goes on from there was pruned`;
}

/**
 * Continues from the committed position, after something could not be committed. It makes a new replica, because the old one
 * has already applied the commands after it.
 */
export function followAgain(options: FollowOptions, { tables, source, follower }: OpenHistory): OpenHistory {
  source.close();
  follower.abandon();
  const progress = readProgress(tables);
  const following = followFile(options, tables, nearestReplica(options, progress.position));
  assert(following.follower.repeatTo(progress), "the journal keeps what it had", { position: progress.position });
  return following;
}

function followFile(options: FollowOptions, tables: Tables, start: ReplicaStart): OpenHistory {
  const following = follow(options, { tables, giveBack: () => giveBackSome(tables) }, start);
  return {
    ...following,
    close() {
      following.close();
      tables.close();
    },
  };
}

/** Follows the journal from a replica's position on; `close` closes only the journal. */
export function follow<Own extends Store>(
  { paths, retention = KEEP_ALL }: FollowOptions,
  { tables, giveBack }: { readonly tables: Own; readonly giveBack: () => boolean },
  { replica, replicaPosition }: ReplicaStart,
): OpenHistory<Own> {
  const source = new JournalReader({ directory: paths.journal, from: replicaPosition + 1, lends: true });
  return {
    tables,
    source,
    follower: new JournalProjector({ tables, replica, replicaPosition, source, retention, giveBack }),
    close: () => source.close(),
  };
}

interface ReplicaStart {
  readonly replica: Replica;
  readonly replicaPosition: number;
}

/** A replica from the newest snapshot that is not ahead of the tables. */
function nearestReplica(options: FollowOptions, atMost: number): ReplicaStart {
  const snapshots = new SnapshotStore({ directory: options.paths.snapshots });
  const { snapshot } = snapshots.restoreNewest(options.makeReplica, atMost);
  if (snapshot !== undefined) return { replica: snapshot.made, replicaPosition: snapshot.position };
  const replica = options.makeReplica(undefined);
  assert(replica !== null, "a new replica needs no state");
  return { replica, replicaPosition: 0 };
}
