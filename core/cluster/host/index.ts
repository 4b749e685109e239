// A node in a process of its own.

export { parseBusAddress } from "../nats/index.ts";
export type { SharedNotes } from "../ports/shared-notes.ts";
export { ClusterHost, type HostStatus } from "./cluster-host.ts";
export { type NodeCore, type NodeRules, type OpenedNode, openNode } from "./node-core.ts";
