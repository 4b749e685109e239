// A row of each node, which it writes each second: who watches it stand still knows that the node does not reach the database. It says as
// well what the node's program can do, and what the node measures of its clock. Calls are answered once and within two seconds, as those
// of the lease.

import type { NodeId } from "../records/term.ts";
import type { LeaseRow } from "./lease.ts";

/** What a node's program can do. */
export interface Program {
  /** Of Evermark, to be shown. */
  readonly version: string;
  /** Which behaviours of the engine it carries out. */
  readonly behaviours: { readonly oldest: number; readonly newest: number };
  /** In which version it writes and reads the messages of the bus. */
  readonly messages: number;
  /** In which format it writes states; it reads older ones as well. */
  readonly snapshots: number;
}

export interface NodeRow {
  readonly node: NodeId;
  /** Rises with each writing. */
  readonly beat: number;
  /** The last batch that it has applied. */
  readonly batch: number;
  /** The behaviour that its engine has there. */
  readonly behaviour: number;
  readonly program: Program;
  /** How far its wall clock is ahead of the server's, in milliseconds; null when it does not know yet. */
  readonly aheadMs: number | null;
  /** Why the venue stands still, this node does not begin to lead, or that it does not hear the one that leads; null for nothing. */
  readonly trouble: string | null;
}

/** A node's row as others read it: programs of before rows said so say nothing of themselves. */
export interface SeenNode extends Pick<NodeRow, "node" | "batch" | "aheadMs"> {
  readonly behaviour: number | null;
  readonly program: Program | null;
}

/** By how much the time of a venue was moved, all in all, and to when at least. Both only rise. */
export interface Moved {
  readonly ms: number;
  /** Venue time; 0 when it never was. */
  readonly to: number;
}

/** What a node asks for. */
export interface Move {
  readonly ms: number;
  /** Venue time at that node. */
  readonly from: number;
  /** By how much it was moved before, as the node knows: a failover may have lost that. */
  readonly before: number;
}

/** What the database says to a node that writes its row. */
export interface Roll {
  /** The behaviour that the venue is to have; its operator asks for it, and 0 is none. */
  readonly wanted: number;
  readonly moved: Moved;
  /** The server's clock, in milliseconds since 1970. */
  readonly clock: number;
  /** How many standbys commits wait for; null when this node's role may not see them. */
  readonly standbys: number | null;
  /** Those that have written their rows within the last ten seconds, but for the one that asks. */
  readonly others: readonly SeenNode[];
}

/** What one statement saw. */
export interface Watch {
  /** By which a leader knows that it is the server that it writes to: there it rises. */
  readonly lease: LeaseRow;
  /** Of all rows that are there, by node. */
  readonly beats: ReadonlyMap<NodeId, number>;
}

export interface Presence {
  /** @param done null when the row is not known to be there, and to survive a failover to a synchronous standby */
  write(row: NodeRow, done: (roll: Roll | null) => void): void;
  /** @param done with what it comes to; null when that is not known */
  move(move: Move, done: (moved: Moved | null) => void): void;
  /** @param done null when it can't be read */
  read(done: (watch: Watch | null) => void): void;
  /** The node ends in order. Whether it arrives is not asked. */
  leave(node: NodeId): void;
}
