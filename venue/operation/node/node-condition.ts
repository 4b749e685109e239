// The state of a cluster node, put together once a second from what the protocol and the venue know of it.

import type { HostStatus } from "@evermark/core/cluster/host/index.ts";
import { middleOf } from "@evermark/core/cluster/index.ts";

export interface NodeCondition extends HostStatus {
  readonly behaviour: number;
  readonly newestBehaviour: number;
  /** How many versions the running nodes have, including this one; null while the others are unknown. */
  readonly versions: number | null;
  /** How far its clock is ahead of the median of the database's and all nodes' clocks; null while that is unknown. */
  readonly clockAheadMs: number | null;
  /** PostgreSQL's synchronous standbys; null when the venue needs none, or this node may not see them. */
  readonly standbys: number | null;
}

interface OwnFacts {
  readonly version: string;
  readonly behaviour: number;
  readonly newestBehaviour: number;
  readonly needsStandby: boolean;
}

export function nodeConditionOf(status: HostStatus, { version, needsStandby, ...own }: OwnFacts): NodeCondition {
  const { roll, aheadMs } = status;
  const others = roll?.others ?? [];
  const versions = new Set([version, ...others.map(({ program }) => program?.version ?? "unnamed")]);
  // All clocks are measured against the database's, so its own offset is 0.
  const clocks = [0, ...others.flatMap((node) => node.aheadMs ?? [])];
  return {
    ...{ ...status, ...own },
    versions: roll === null ? null : versions.size,
    clockAheadMs: aheadMs === null ? null : aheadMs - middleOf([aheadMs, ...clocks]),
    standbys: needsStandby ? (roll?.standbys ?? null) : null,
  };
}
