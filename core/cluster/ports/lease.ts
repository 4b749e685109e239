// The one row that says who leads. Every call is answered once, within two seconds of the steady clock: if no answer has
// come by then, or the connection is lost, the outcome is unknown, and no later answer follows. If a wait for the standby
// was cancelled (PostgreSQL's warning 01000), the outcome is unknown as well, because the row may be lost with this server.

import type { Head } from "../records/batch-row.ts";
import type { NodeId } from "../records/term.ts";

export interface LeaseRow {
  readonly epoch: number;
  /** "" when the lease was released, or never held. */
  readonly node: NodeId;
  /** Rises with each renewal. */
  readonly beat: number;
  /** Number of the last batch that the holder knows to be confirmed: it survives every failover to a synchronous standby. */
  readonly confirmed: number;
}

export interface LeaseLook {
  readonly row: LeaseRow;
  /** The timeline of the server that was asked. */
  readonly timeline: number;
  /** Digest of the configuration that all nodes of the venue have in common. */
  readonly configuration: string;
  /** Whether the server's commits wait for a standby, which then has everything that was acknowledged. */
  readonly isSynchronous: boolean;
}

export type Renewed = (outcome: "renewed" | "lost" | "unknown", timeline: number) => void;

/** A node, and the epoch under which it holds the lease. */
export interface Holding {
  readonly epoch: number;
  readonly node: NodeId;
}

export interface Lease {
  look(done: (seen: LeaseLook | null) => void): void;
  /**
   * Raises the epoch if the row still is what was seen. @param done with the timeline; null when the claim is not certain
   * to have succeeded
   */
  claim(seen: LeaseRow, by: Holding, done: (timeline: number | null) => void): void;
  /**
   * Raises the beat and stores what is confirmed, if `by` still holds the lease and the journal has `named` with its hash.
   * So a plain return says that the batches up to `named` survive.
   * @param done also with the server's timeline, if it is known
   */
  renew(by: Holding, named: Head, confirmed: number, done: Renewed): void;
  /**
   * Lets others claim at once. Whether this arrives is not checked: if it does not, they claim once the row has not changed
   * for long enough. `confirmed` is stored only if the journal has it: the server may be another one by now.
   */
  release(by: Holding, confirmed: Head): void;
}
