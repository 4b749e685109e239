// Each node has a row, which it writes each second: if the row stands still, the node does not reach the database. The row
// also says what the node's program can do, and what the node measures of its clock. Calls are answered once and within two
// seconds, like those of the lease.

import type { NodeId } from "../records/term.ts";
import type { LeaseRow } from "./lease.ts";

/** What a node's program can do. */
export interface Program {
  /** The version of Evermark, for display. */
  readonly version: string;
  /** The engine behaviours that it carries out. */
  readonly behaviours: { readonly oldest: number; readonly newest: number };
  /** The version in which it writes and reads messages of the bus. */
  readonly messages: number;
  /** The format in which it writes states; it reads older ones as well. */
  readonly snapshots: number;
}

export interface NodeRow {
  readonly node: NodeId;
  /** Rises with each write. */
  readonly beat: number;
  /** The last batch that the node has applied. */
  readonly batch: number;
  /** The behaviour of the node's engine at that batch. */
  readonly behaviour: number;
  readonly program: Program;
  /** How far the node's wall clock is ahead of the server's, in milliseconds; null until the node knows. */
  readonly aheadMs: number | null;
  /**
   * Why the venue stands still or this node does not claim the lead, or that it does not hear the leader; null if nothing
   * is wrong.
   */
  readonly trouble: string | null;
}

/** A node's row as others read it. The rows of earlier programs do not say what the program can do. */
export interface SeenNode extends Pick<NodeRow, "node" | "batch" | "aheadMs"> {
  readonly behaviour: number | null;
  readonly program: Program | null;
}

/** How far a venue's time was moved in total, and the time that it must at least reach. Both only rise. */
export interface TimeShift {
  readonly ms: number;
  /** Venue time; 0 when it was never moved. */
  readonly to: number;
}

/** A node's request to move the venue's time. */
export interface TimeShiftRequest {
  readonly ms: number;
  /** Venue time at the requesting node. */
  readonly from: number;
  /** How many milliseconds it was moved before, as far as the node knows: a failover may have lost that. */
  readonly before: number;
}

/** The database's answer to a node that writes its row. */
export interface PresenceAnswer {
  /** The behaviour that the venue is to have, which its operator asks for; 0 for none. */
  readonly wanted: number;
  readonly moved: TimeShift;
  /** The server's clock, in milliseconds since 1970. */
  readonly clock: number;
  /** How many standbys commits wait for; null when this node's role may not see that. */
  readonly standbys: number | null;
  /** The other nodes that have written their rows within the last ten seconds. */
  readonly others: readonly SeenNode[];
}

/** What one statement saw. */
export interface PresenceSnapshot {
  /**
   * The lease. Its beat rises only on the server that the leader writes to, which is how the leader recognizes that server.
   */
  readonly lease: LeaseRow;
  /** The beats of all rows that are there, by node. */
  readonly beats: ReadonlyMap<NodeId, number>;
}

export interface Presence {
  /** @param done with null when it is not certain that the row is there and survives a failover to a synchronous standby */
  write(row: NodeRow, done: (roll: PresenceAnswer | null) => void): void;
  /** @param done with the total; null when the outcome is not known */
  move(move: TimeShiftRequest, done: (moved: TimeShift | null) => void): void;
  /** @param done with null when the rows can't be read */
  read(done: (watch: PresenceSnapshot | null) => void): void;
  /** Removes the row of a node that ends in an orderly way. Whether this arrives is not checked. */
  leave(node: NodeId): void;
}
