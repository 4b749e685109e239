// The public surface of the cluster's protocol: a node, and the interfaces that a database, a bus and a clock implement for
// it.

export { ClusterNode } from "./cluster-node.ts";
export { middleOf } from "./follow/clock-ahead.ts";
export { AcceptedLoss } from "./lead/accepted-loss.ts";
export { AcknowledgedLost } from "./lost/lost-history.ts";
export type { Message } from "./ports/bus.ts";
export type { ClusterClock } from "./ports/cluster-clock.ts";
export type { Holding, Lease, LeaseLook, LeaseRow } from "./ports/lease.ts";
export type {
  NodeRow,
  Presence,
  PresenceAnswer,
  PresenceSnapshot,
  TimeShift,
  TimeShiftRequest,
} from "./ports/presence.ts";
export type { AppendOutcome, ConfirmedHead, ReadRows, SharedJournal } from "./ports/shared-journal.ts";
export { type BatchRow, type Head, isEmpty, NOTHING, readRow, sameHead, writeRow } from "./records/batch-row.ts";
export type { Origin } from "./records/origins.ts";
export { NO_TERM, type NodeId, type Term } from "./records/term.ts";
