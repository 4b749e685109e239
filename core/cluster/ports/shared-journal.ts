// The journal that all nodes share: rows of batches in PostgreSQL. Calls are answered once and within two seconds, like
// those of the lease.

import type { BatchRow, Head } from "../records/batch-row.ts";
import type { Holding } from "./lease.ts";

/**
 * What PostgreSQL answered to an append:
 *
 *     appended   one row, without a warning: it survives a failover to the standby
 *     refused    no row: the lease or the row before it is another one
 *     failed     an error while the session lives, such as a full disk: nothing was written
 *     unknown    the connection was lost, the answer did not come, it came with a warning, or the place is taken
 *
 * After an unknown outcome the other answers prove nothing either: the first statement may still arrive.
 */
export type AppendOutcome = "appended" | "refused" | "failed" | "unknown";

/**
 * What one statement saw: rows in sequence and the lease's `confirmed`; or that the head is not there, because a failover
 * lost it.
 */
export type ReadRows = { readonly rows: readonly BatchRow[]; readonly confirmed: number } | "gone";

/** The last confirmed row of a server's journal, and the timeline of that server. */
export interface ConfirmedHead {
  readonly timeline: number;
  readonly head: Head;
}

export interface SharedJournal {
  /**
   * Opens a new session, however long that takes, but not so often that it would keep PostgreSQL busy. First it ends every
   * other session that appends under this node's name, and those of lower epochs: a statement that has arrived only in part
   * holds its key, and no timeout ends it.
   * @param done with the timeline of the server that the session leads to
   */
  connect(as: Holding, done: (timeline: number) => void): void;
  /** Appends one row, if `by` holds the lease and the row before it is `behind` (C1, C9). */
  append(row: BatchRow, behind: Head, by: Holding, done: (outcome: AppendOutcome) => void): void;
  /** The rows after a head, at most as many as the implementation reads at once; null when the connection was lost. */
  rowsBehind(head: Head, done: (rows: ReadRows | null) => void): void;
  /** The last confirmed row of those up to `batch`; null when the connection was lost. */
  confirmedUpTo(batch: number, done: (stand: ConfirmedHead | null) => void): void;
}
