// How a node of several stands, put together once a second from what the protocol and the venue know of it.

import type { HostStatus } from "@evermark/core/cluster/host/index.ts";
import { middleOf } from "@evermark/core/cluster/index.ts";

export interface NodeStanding extends HostStatus {
  readonly behaviour: number;
  readonly newestBehaviour: number;
  /** Of the nodes that run, this one as well; null as long as it does not know of the others. */
  readonly versions: number | null;
  /** How far its clock is ahead of the middle one of the database's and all nodes'; null as long as that is not known. */
  readonly clockAheadMs: number | null;
  /** Of PostgreSQL; null where the venue needs none, or this node may not see them. */
  readonly standbys: number | null;
}

interface OwnFacts {
  readonly version: string;
  readonly behaviour: number;
  readonly newestBehaviour: number;
  readonly needsStandby: boolean;
}

export function standingOf(status: HostStatus, { version, needsStandby, ...own }: OwnFacts): NodeStanding {
  const { roll, aheadMs } = status;
  const others = roll?.others ?? [];
  const versions = new Set([version, ...others.map(({ program }) => program?.version ?? "unnamed")]);
  // The database's clock is what all of them are measured by.
  const clocks = [0, ...others.flatMap((node) => node.aheadMs ?? [])];
  return {
    ...{ ...status, ...own },
    versions: roll === null ? null : versions.size,
    clockAheadMs: aheadMs === null ? null : aheadMs - middleOf([aheadMs, ...clocks]),
    standbys: needsStandby ? (roll?.standbys ?? null) : null,
  };
}
