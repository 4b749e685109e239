// A database with nodes at it, real or scripted: what cases ask of both, and what befalls both.

import type { NodeCalls } from "@evermark/core/cluster/postgres/testing/node-calls.ts";

/** Where a statement stands: it waits for the standby, or for a key or a row that another one holds; half of it has come. */
export type Standing = "waits for the standby" | "waits for another" | "half";

export interface Desk extends AsyncDisposable {
  /** Nodes 1 and 2. */
  readonly one: NodeCalls;
  readonly two: NodeCalls;
  /** Statements that stand so, once there are that many. */
  reached(standing: Standing, count: number): Promise<void>;
  /** The standby gets nothing; or all that it lacks. */
  stall(isStalled: boolean): Promise<void>;
  /** All waits for the standby are cancelled. */
  cancelWaits(): Promise<void>;
  /** There is no room for rows; or there is again. */
  fill(isFull: boolean): Promise<void>;
  /** What the node sends arrives without its end. */
  halve(node: NodeCalls): void;
  /** It crashes and is there again. */
  crash(): Promise<void>;
}

/** Its standby can take over; what is asked then is asked of that one. */
export interface PromotableDesk extends Desk {
  promote(): Promise<void>;
}
