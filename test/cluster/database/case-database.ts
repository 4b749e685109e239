// A database with two nodes connected to it, real or scripted: the calls and the faults that the cases use.

import type { NodeCalls } from "@evermark/core/cluster/postgres/testing/node-calls.ts";

/**
 * What a statement waits for: the standby; a key or a row that another statement holds; or, if only half of it has
 * arrived, its other half.
 */
export type StatementWait = "waits for the standby" | "waits for another" | "half";

export interface CaseDatabase extends AsyncDisposable {
  /** Nodes 1 and 2. */
  readonly nodeA: NodeCalls;
  readonly nodeB: NodeCalls;
  /** Resolves once `count` statements wait for this. */
  untilWaiting(wait: StatementWait, count: number): Promise<void>;
  /** Stops replication to the standby, or lets it catch up. */
  stall(isStalled: boolean): Promise<void>;
  /** Cancels all waits for the standby. */
  cancelWaits(): Promise<void>;
  /** Makes inserts of rows fail with a full disk, or work again. */
  fill(isFull: boolean): Promise<void>;
  /** The node's next statement arrives without its end. */
  halve(node: NodeCalls): void;
  /** Crashes the database and starts it again. */
  crash(): Promise<void>;
}

/** A database whose standby can take over; later calls go to the former standby. */
export interface PromotableDatabase extends CaseDatabase {
  promote(): Promise<void>;
}
