// The public surface of a node that runs in a process.

export type { LossQuestion } from "../lead/accepted-loss.ts";
export { parseBusAddress } from "../nats/index.ts";
export { LossDecision } from "../node/loss-decision.ts";
export type { SharedNotes } from "../ports/shared-notes.ts";
export { ClusterHost, type HostStatus } from "./cluster-host.ts";
export { type NodeCore, type NodeRules, type OpenedNode, openNode } from "./node-core.ts";
export { newNodeId } from "./node-id.ts";
