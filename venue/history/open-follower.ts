// Decides where history goes on: from its tables if they belong to this journal, else from the journal's beginning.

import type { ByteSource } from "@evermark/engine";
import { assert, Fault } from "@evermark/engine/fault.ts";
import { JournalReader, realDisk, SnapshotStore } from "@evermark/journal";
import { readOldestKept } from "@evermark/journal/prune.ts";
import type { DataPaths } from "../data-directory.ts";
import { Follower, type Replica } from "./follower.ts";
import { deleteTables, openTables, type Progress, readProgress } from "./schema.ts";
import type { Tables } from "./tables.ts";

export interface FollowOptions {
  readonly paths: DataPaths;
  /** The last durable position of the journal. */
  readonly durable: number;
  /** Makes the engine that repeats the journal: from a snapshot's state, or new; null for a state of another version. */
  readonly makeReplica: (state: ByteSource | undefined) => Replica | null;
  /** Told before the tables are deleted and projected anew. */
  readonly onRebuild: (reason: string) => void;
}

export interface Following {
  readonly tables: Tables;
  readonly follower: Follower;
  readonly source: JournalReader;
  /** Takes back what is not stored, and lets go of the files. */
  close(): void;
}

/** @throws {Fault} when history has to be rebuilt and the journal no longer goes back to its beginning */
export function openFollower(options: FollowOptions): Following {
  const { paths, durable } = options;
  const opened = openTables(paths.history);
  if ("unusable" in opened) return rebuild(options, opened.unusable);

  const { tables, progress } = opened;
  if (progress.position === 0 && readOldestKept(realDisk, paths.journal) > 1) {
    tables.close();
    return rebuild(options, "it is empty");
  }
  if (progress.position <= durable) {
    const following = follow(options, tables, progress);
    if (following.follower.repeatTo(progress)) return following;
    following.close();
    return rebuild(options, `it was made from another journal, which differs at position ${progress.position}`);
  }
  tables.close();
  return rebuild(options, `it has read up to position ${progress.position}, the journal ends at ${durable}`);
}

/**
 * Deletes the tables and begins anew.
 * @throws {Fault} before anything is deleted, when the journal no longer goes back to its beginning
 */
export function rebuild(options: FollowOptions, reason: string): Following {
  const { journal, history } = options.paths;
  const oldestKept = readOldestKept(realDisk, journal);
  if (oldestKept > 1) {
    throw new Fault(
      `history ${history} must be rebuilt (${reason}), but the journal was pruned and begins at position ${oldestKept}; ` +
        "put back the pruned segments, or a copy of the history file",
    );
  }
  options.onRebuild(reason);
  deleteTables(history);
  const opened = openTables(history);
  if ("unusable" in opened) throw new Fault(`history ${history} can't be made: ${opened.unusable}`);
  return follow(options, opened.tables, opened.progress);
}

/**
 * Goes on from what the tables hold, after something could not be stored: with a new replica, because the old one has
 * seen that.
 */
export function followAgain(options: FollowOptions, { tables, source, follower }: Following): Following {
  source.close();
  follower.abandon();
  const progress = readProgress(tables);
  const following = follow(options, tables, progress);
  assert(following.follower.repeatTo(progress), "the journal keeps what it had", { position: progress.position });
  return following;
}

/** A follower whose replica stands at the newest snapshot that is not ahead of the tables. */
function follow(options: FollowOptions, tables: Tables, progress: Progress): Following {
  const { paths } = options;
  const { replica, replicaPosition } = nearestReplica(options, progress.position);
  const source = new JournalReader({ directory: paths.journal, from: replicaPosition + 1, lends: true });
  return {
    tables,
    source,
    follower: new Follower({ tables, replica, replicaPosition, source }),
    close() {
      source.close();
      tables.close();
    },
  };
}

function nearestReplica(options: FollowOptions, atMost: number): { replica: Replica; replicaPosition: number } {
  const snapshots = new SnapshotStore({ directory: options.paths.snapshots });
  const { snapshot } = snapshots.restoreNewest(options.makeReplica, atMost);
  if (snapshot !== undefined) return { replica: snapshot.made, replicaPosition: snapshot.position };
  const replica = options.makeReplica(undefined);
  assert(replica !== null, "a new replica needs no state");
  return { replica, replicaPosition: 0 };
}
