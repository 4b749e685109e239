// Makes history anew, for an operator who doubts it: while no venue runs on the directory. From the journal; where that was
// pruned, from the kept copy and what the journal still has.

import { assertOneVenue, type DataPaths, dataPaths, lockDataDirectory, tracesBeside } from "@evermark/core";
import { openJournal } from "@evermark/journal";
import { isBounded, KEEP_ALL, type Retention } from "../retention/retention.ts";
import { canShrink, compact } from "../tables/free-pages.ts";
import { knownPosition } from "../tables/known-position.ts";
import { refuseLaterHistory } from "../tables/later-version.ts";
import type { Store } from "../tables/store.ts";
import type { Follower } from "./follower.ts";
import { type Following, rebuild } from "./open-follower.ts";
import { followAnew } from "./rebuild-in-database.ts";
import { engineReplica } from "./replica.ts";

interface RebuildProgress {
  /** Projected so far. */
  readonly position: number;
  /** The journal's last position. */
  readonly last: number;
}

interface Kept {
  /** All is kept where it is absent. */
  readonly retention?: Retention;
  /** The address of the PostgreSQL database that has the tables; a file of the directory has them where it is absent. */
  readonly database?: string | null;
}

/**
 * Makes the history of a data directory anew: a file is set aside first, tables in PostgreSQL are dropped.
 * @returns the journal's last position
 * @throws {DirectoryInUse} when a venue runs on the directory
 * @throws {JournalCorrupt} when the journal is damaged; {Fault} when it was pruned and there is no good copy of history
 * @throws {JournalIncomplete} when history, or something else, speaks of more than the journal has
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
      // It may be made of a copy that can't give back the room that rows have left.
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

async function projectAll(following: Following<Store>, rebuilding: Rebuild): Promise<void> {
  const { last, onProgress, compactAfter = () => {} } = rebuilding;
  const { follower } = following;
  try {
    while (follower.position < last) {
      follower.projectBatch(last);
      leaveAll(follower);
      onProgress({ position: follower.position, last });
      // Ctrl-C and timers of the caller get a turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
    leaveAll(follower);
    follower.commit();
    compactAfter();
  } finally {
    following.close();
  }
}

/** Nothing waits meanwhile. */
function leaveAll(follower: Follower): void {
  for (let isMore = true; isMore; ) isMore = follower.leaveSome();
}

/** The last position, once a tail that a crash left is cut. */
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
