// Prometheus metrics of a cluster node: whether it leads, how far it has applied the journal, and what it can reach.

import { Gauge, type Registry } from "prom-client";
import { type Distribution, DistributionFamily } from "../reports/instruments.ts";
import { LATENCY_MS } from "../reports/metrics.ts";
import type { NodeStanding } from "./node-standing.ts";

interface NodeMetrics {
  /** Time from sending a batch to PostgreSQL until its confirmation, in milliseconds. */
  readonly append: Distribution;
  set(standing: NodeStanding): void;
}

/** Help text and value of each gauge, by name. */
const GAUGES: Readonly<Record<string, readonly [help: string, of: (standing: NodeStanding) => number | null]>> = {
  leads: ["1 while this node leads, and its lease holds", ({ holdsLead }) => Number(holdsLead)],
  epoch: ["The highest epoch of a leader that this node has seen", ({ epoch }) => epoch],
  lease_age_seconds: [
    "Since the lease is known to have been renewed, by whichever node leads",
    ({ leaseMs }) => leaseMs / 1_000,
  ],
  batch: ["The last batch that this node has applied", ({ batch }) => batch],
  confirmed_batch: ["The furthest batch that this node has heard to be confirmed", ({ confirmed }) => confirmed],
  behind_seconds: [
    "Since it has known of more than it has applied; 0 when it has not",
    ({ behindMs }) => behindMs / 1_000,
  ],
  bus_up: ["1 while this node is connected to the bus", ({ isBusUp }) => Number(isBusUp)],
  leader_silent_seconds: ["Since a leader was heard over the bus", ({ silentMs }) => silentMs / 1_000],
  row_age_seconds: [
    "Since PostgreSQL has taken this node's row, which is written each second",
    ({ rowMs }) => rowMs / 1_000,
  ],
  commands_waiting: ["Commands of this node's callers that wait for their outcome", ({ waiting }) => waiting],
  others: ["Other nodes that write their rows", ({ roll }) => roll?.others.length ?? null],
  versions: ["How many versions of Evermark the nodes that run are of", ({ versions }) => versions],
  behaviour: ["The behaviour under which this node carries out commands", ({ behaviour }) => behaviour],
  newest_behaviour: ["The newest behaviour that this node's program has", ({ newestBehaviour }) => newestBehaviour],
  clock_ahead_seconds: [
    "How far this machine's clock is ahead of the middle one of PostgreSQL's and all nodes'",
    ({ clockAheadMs }) => (clockAheadMs === null ? null : clockAheadMs / 1_000),
  ],
  synchronous_standbys: [
    "Standbys of PostgreSQL that commits wait for, where the venue needs one and this node's role may see them",
    ({ standbys }) => standbys,
  ],
};

export function nodeMetrics(registry: Registry): NodeMetrics {
  const gauges = Object.entries(GAUGES).map(([name, [help, of]]) => {
    const gauge = new Gauge({ name: `evermark_node_${name}`, help, labelNames: [], registers: [registry] });
    // No value until the first one is known.
    gauge.remove();
    return { gauge, of };
  });
  const append = new DistributionFamily(registry, {
    name: "evermark_node_append_seconds",
    help: "From when the leader has sent a batch to PostgreSQL until it was confirmed",
    ...{ labelNames: [], scale: 0.001 },
  });
  return {
    append: append.with(LATENCY_MS),
    set(standing) {
      for (const { gauge, of } of gauges) {
        const value = of(standing);
        if (value === null) gauge.remove();
        else gauge.set(value);
      }
    },
  };
}
