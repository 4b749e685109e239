// Rebuilds history for an operator who doubts it, while no venue runs on the directory: from the journal, or, if that was
// pruned, from the kept copy and the rest of the journal.

import { assertOneVenue, type DataPaths, dataPaths, lockDataDirectory, tracesBeside } from "@evermark/core";
import { openJournal } from "@evermark/journal";
import { isBounded, KEEP_ALL, type Retention } from "../retention/retention.ts";
import { canShrink, compact } from "../tables/free-pages.ts";
import type { Store } from "../tables/history-store.ts";
import { knownPosition } from "../tables/known-position.ts";
import { refuseLaterHistory } from "../tables/later-version.ts";
import { engineReplica } from "./engine-replica.ts";
import type { JournalProjector } from "./journal-projector.ts";
import { type OpenHistory, rebuild } from "./open-follower.ts";
import { followAnew } from "./rebuild-in-database.ts";

interface RebuildProgress {
  /** The last projected position. */
  readonly position: number;
  /** The journal's last position. */
  readonly last: number;
}

interface Kept {
  /** Everything is kept when absent. */
  readonly retention?: Retention;
  /** The address of the PostgreSQL database with the tables; when absent, they are in a file of the directory. */
  readonly database?: string | null;
}

/**
 * Rebuilds the history of a data directory. An existing file is set aside first; tables in PostgreSQL are dropped.
 * @returns the journal's last position
 * @throws {DirectoryInUse} when a venue runs on the directory
 * @throws {JournalCorrupt} when the journal is damaged; {Fault} when it was pruned and there is no good copy of history
 * @throws {JournalIncomplete} when history, or something else, refers to positions beyond the journal's end
 * @throws {WrittenByNewer} when a later version made the tables
 */
export async function rebuildHistory(
  dataDirectory: string,
  onProgress: (progress: RebuildProgress) => void,
  { retention = KEEP_ALL, database = null }: Kept = {},
): Promise<number> {
  const lock = lockDataDirectory(dataDirectory);
  try {
    const paths = dataPaths(dataDirectory);
    if (database === null) refuseLaterHistory(paths.history);
    const last = await recoverJournal(paths);
    const options = { paths, durable: last, makeReplica: engineReplica, retention, onRebuild: () => {} };
    if (database !== null) {
      await projectAll(followAnew(database, options), { last, onProgress });
      return last;
    }
    const following = rebuild(options, "an operator asks for it", true);
    const compactAfter = () => {
      // The file may be restored from a copy that was not created to shrink.
      if (isBounded(retention) && !canShrink(following.tables)) compact(following.tables);
    };
    await projectAll(following, { last, onProgress, compactAfter });
    return last;
  } finally {
    lock.release();
  }
}

interface Rebuild {
  readonly last: number;
  readonly onProgress: (progress: RebuildProgress) => void;
  readonly compactAfter?: () => void;
}

async function projectAll(following: OpenHistory<Store>, rebuilding: Rebuild): Promise<void> {
  const { last, onProgress, compactAfter = () => {} } = rebuilding;
  const { follower } = following;
  try {
    while (follower.position < last) {
      follower.projectBatch(last);
      leaveAll(follower);
      onProgress({ position: follower.position, last });
      // Lets the caller's timers and Ctrl-C in.
      await new Promise((resolve) => setImmediate(resolve));
    }
    leaveAll(follower);
    follower.commit();
    compactAfter();
  } finally {
    following.close();
  }
}

/** Deletes all at once: no reader waits meanwhile. */
function leaveAll(follower: JournalProjector): void {
  for (let isMore = true; isMore; ) isMore = follower.leaveSome();
}

/** Cuts off a tail that a crash left. @returns the last position */
async function recoverJournal(paths: DataPaths): Promise<number> {
  assertOneVenue(paths);
  const { journal, recovery } = openJournal({
    directory: paths.journal,
    traces: tracesBeside(paths, knownPosition(paths.history)),
    listener: { onDurable() {}, onFailure() {} },
  });
  await journal.close();
  return recovery.lastPosition;
}
