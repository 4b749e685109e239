// Prometheus metrics of a cluster node: whether it leads, how far it has applied the journal, and what it can reach.

import { Gauge, type Registry } from "prom-client";
import { type Distribution, DistributionFamily } from "../reports/instruments.ts";
import { LATENCY_MS } from "../reports/metrics.ts";
import type { NodeCondition } from "./node-condition.ts";

interface NodeMetrics {
  /** Time from sending a batch to PostgreSQL until its confirmation, in milliseconds. */
  readonly append: Distribution;
  set(standing: NodeCondition): void;
}

/** Help text and value of each gauge, by name. */
const GAUGES: Readonly<Record<string, readonly [help: string, of: (standing: NodeCondition) => number | null]>> = {
  leads: ["1 while this node leads, and its lease holds", ({ holdsLead }) => Number(holdsLead)],
  epoch: ["The highest epoch of a leader that this node has seen", ({ epoch }) => epoch],
  lease_age_seconds: [
    "Seconds since the last known renewal of the lease, by the node that leads",
    ({ leaseMs }) => leaseMs / 1_000,
  ],
  batch: ["The last batch that this node has applied", ({ batch }) => batch],
  confirmed_batch: ["The last batch that this node knows to be confirmed", ({ confirmed }) => confirmed],
  behind_seconds: [
    "Seconds for which this node has known of batches that it has not applied; 0 when there are none",
    ({ behindMs }) => behindMs / 1_000,
  ],
  bus_up: ["1 while this node is connected to the bus", ({ isBusUp }) => Number(isBusUp)],
  leader_silent_seconds: ["Seconds since a leader was heard over the bus", ({ silentMs }) => silentMs / 1_000],
  row_age_seconds: [
    "Seconds since PostgreSQL accepted this node's row, which is written every second",
    ({ rowMs }) => rowMs / 1_000,
  ],
  commands_waiting: ["Commands of this node's callers that are waiting for their outcome", ({ waiting }) => waiting],
  others: ["Other nodes that write their rows", ({ roll }) => roll?.others.length ?? null],
  versions: ["Number of different versions of Evermark among the running nodes", ({ versions }) => versions],
  behaviour: ["The behaviour under which this node carries out commands", ({ behaviour }) => behaviour],
  newest_behaviour: [
    "The newest behaviour that this node's program supports",
    ({ newestBehaviour }) => newestBehaviour,
  ],
  clock_ahead_seconds: [
    "How far this machine's clock is ahead of the median of the clocks of PostgreSQL and all nodes, in seconds",
    ({ clockAheadMs }) => (clockAheadMs === null ? null : clockAheadMs / 1_000),
  ],
  synchronous_standbys: [
    "Standbys of PostgreSQL for which commits wait, if the venue needs one and this node's role may see them",
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
    help: "Time from sending a batch to PostgreSQL until it was confirmed, on the leader",
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
