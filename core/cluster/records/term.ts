// One time that one node leads. PostgreSQL counts the epochs, but a failover can lose one that was given, and it is given
// again: so a term is PostgreSQL's timeline, the epoch and the node together.

/** A random 64-bit number in hexadecimal, new at each start of a node; "" is none. */
export type NodeId = string;

export interface Term {
  /** PostgreSQL's when the epoch was raised. It rises with each promotion of a standby. */
  readonly timeline: number;
  readonly epoch: number;
  readonly node: NodeId;
}

/** Of what was written before any node led. */
export const NO_TERM: Term = { timeline: 0, epoch: 0, node: "" };

/** Whether one begins behind another. On a later timeline the epochs of a former one that are lost are given again. */
export function isLater(one: Term, other: Term): boolean {
  if (one.timeline !== other.timeline) return one.timeline > other.timeline;
  return one.epoch !== other.epoch ? one.epoch > other.epoch : one.node > other.node;
}

export function sameTerm(one: Term, other: Term): boolean {
  return one.epoch === other.epoch && one.node === other.node && one.timeline === other.timeline;
}
