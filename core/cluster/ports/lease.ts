// The one row that says who leads. Every call is answered once, within two seconds of the steady clock: what has not come by
// then, or comes over a connection that is lost, is unknown, and no later answer follows. A wait for the standby that was
// cancelled (PostgreSQL's warning 01000) is unknown as well: the row may be lost with this server.

import type { Head } from "../records/batch-row.ts";
import type { NodeId } from "../records/term.ts";

export interface LeaseRow {
  readonly epoch: number;
  /** "" when it was released, or never held. */
  readonly node: NodeId;
  /** Rises with each renewal. */
  readonly beat: number;
  /** Number of the last batch that its holder knows to be confirmed: it survives every failover to a synchronous standby. */
  readonly confirmed: number;
}

export interface Seen {
  readonly row: LeaseRow;
  /** Of the server that was asked. */
  readonly timeline: number;
  /** Digest of what all nodes of the venue are configured to have in common. */
  readonly configuration: string;
  /** Whether its commits wait for a standby, which then has all that was acknowledged. */
  readonly isSynchronous: boolean;
}

export type Renewed = (outcome: "renewed" | "lost" | "unknown", timeline: number) => void;

/** Under which epoch a node holds it. */
export interface Holding {
  readonly epoch: number;
  readonly node: NodeId;
}

export interface Lease {
  look(done: (seen: Seen | null) => void): void;
  /** Raises the epoch if the row still is what was seen. @param done with the timeline; null when it is not plainly ours */
  claim(seen: LeaseRow, by: Holding, done: (timeline: number | null) => void): void;
  /**
   * Raises the beat and stores what is confirmed, if epoch and node are the holder's and the journal has `named` with its hash:
   * so a plain return says that the batches up to there survive. @param done also with the server's timeline, if it is known
   */
  renew(by: Holding, named: Head, confirmed: number, done: Renewed): void;
  /**
   * Others may claim at once. Whether it arrives is not asked: if not, they claim when the row has stood still. What is confirmed is
   * stored where the journal has it: it may be another server by now.
   */
  release(by: Holding, confirmed: Head): void;
}
