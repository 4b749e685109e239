// The configuration of a cluster node: how it reaches the other nodes, and what it can't have that a venue
// without a cluster can.

import type { Configuration } from "./configuration.ts";
import type { KeyValues } from "./configuration-keys.ts";
import { wrongValue } from "./values/mistake.ts";

/** A sandbox's own chains are processes on one machine, so the nodes of a cluster can't have any. */
export function withoutOwnChain(values: KeyValues): KeyValues {
  const isOwn = values.cluster !== "none" && values["chain.rpc"] === "local";
  return isOwn ? { ...values, "chain.rpc": "off" } : values;
}

export function readCluster({ cluster, bus, one_database: isOneDatabase }: KeyValues): Configuration["cluster"] {
  return cluster === "none" || bus === "none" ? null : { postgres: cluster, bus, isOneDatabase };
}

/** @throws {ConfigurationMistake} for settings that work only on one machine, and for those that a node lacks */
export function refuseInCluster(values: KeyValues, file: string): void {
  const { cluster, bus } = values;
  if ((cluster === "none") !== (bus === "none")) {
    const [missing, given] = cluster === "none" ? (["cluster", "bus"] as const) : (["bus", "cluster"] as const);
    throw wrongValue(missing, undefined, file, `a value: ${given} is given, and a node needs both`);
  }
  if (cluster === "none") return;
  const { "chain.rpc": nodes, "chain.vault": vault, "chain.receiver_chains": receivers } = values;
  if (receivers === "local")
    throw wrongValue(
      "chain.receiver_chains",
      receivers,
      file,
      "tables with cluster: a chain of its own is one machine's",
    );
  if (nodes === "off" && vault !== "none") {
    throw wrongValue("chain.rpc", nodes, file, "URLs of nodes: any node of the venue may have to follow its vault");
  }
}
