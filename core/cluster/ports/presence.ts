// A row of each node, which it writes each second: who watches it stand still knows that the node does not reach the database. Calls are
// answered once and within two seconds, as those of the lease.

import type { NodeId } from "../records/term.ts";
import type { LeaseRow } from "./lease.ts";

export interface NodeRow {
  readonly node: NodeId;
  /** Rises with each writing. */
  readonly beat: number;
  /** The last batch that it has applied. */
  readonly batch: number;
}

/** What one statement saw. */
export interface Watch {
  /** By which a leader knows that it is the server that it writes to: there it rises. */
  readonly lease: LeaseRow;
  /** Of all rows that are there, by node. */
  readonly beats: ReadonlyMap<NodeId, number>;
}

export interface Presence {
  /** @param done with whether it is known to be there, and to survive a failover to a synchronous standby */
  write(row: NodeRow, done: (isWritten: boolean) => void): void;
  /** @param done null when it can't be read */
  read(done: (watch: Watch | null) => void): void;
  /** The node ends in order. Whether it arrives is not asked. */
  leave(node: NodeId): void;
}
