// A term: one period for which one node leads. PostgreSQL counts the epochs, but a failover can lose an epoch, which is
// then given a second time. So a term is PostgreSQL's timeline, the epoch and the node together.

/** A random 64-bit number in hexadecimal, new at each start of a node; "" for no node. */
export type NodeId = string;

export interface Term {
  /** PostgreSQL's timeline when the epoch was raised. It rises with each promotion of a standby. */
  readonly timeline: number;
  readonly epoch: number;
  readonly node: NodeId;
}

/** The term of what was written before any node led. */
export const NO_TERM: Term = { timeline: 0, epoch: 0, node: "" };

/** Whether one term begins after another. On a later timeline, epochs that were lost with the earlier one are given again. */
export function isLater(one: Term, other: Term): boolean {
  if (one.timeline !== other.timeline) return one.timeline > other.timeline;
  return one.epoch !== other.epoch ? one.epoch > other.epoch : one.node > other.node;
}

export function sameTerm(one: Term, other: Term): boolean {
  return one.epoch === other.epoch && one.node === other.node && one.timeline === other.timeline;
}
