// What a node of several is configured to be: where the others meet it, and what it can't have that a venue alone has.

import type { Configuration } from "./configuration.ts";
import type { KeyValues } from "./keys.ts";
import { wrongValue } from "./values/mistake.ts";

/** A sandbox's own chain is a process of one machine, so the nodes of a cluster have none. */
export function withoutOwnChain(values: KeyValues): KeyValues {
  const isOwn = values.cluster !== "none" && values["chain.rpc"] === "local";
  return isOwn ? { ...values, "chain.rpc": "off" } : values;
}

export function readCluster({ cluster, bus }: KeyValues): Configuration["cluster"] {
  return cluster === "none" || bus === "none" ? null : { postgres: cluster, bus };
}

/** @throws {ConfigurationMistake} for what works on one machine only, so far */
export function refuseInCluster(values: KeyValues, file: string): void {
  const { cluster, bus, mode } = values;
  if ((cluster === "none") !== (bus === "none")) {
    const [missing, given] = cluster === "none" ? (["cluster", "bus"] as const) : (["bus", "cluster"] as const);
    throw wrongValue(missing, undefined, file, `a value: ${given} is given, and a node needs both`);
  }
  if (cluster === "none") return;
  if (mode === "production")
    throw wrongValue("mode", mode, file, "sandbox with cluster: production runs on one machine");
  const { "chain.rpc": nodes, "chain.receiver_chains": receivers } = values;
  if (nodes !== "off") throw wrongValue("chain.rpc", nodes, file, "off with cluster: its money comes from the faucet");
  if (receivers.length > 0) throw wrongValue("chain.receiver_chains", receivers, file, "none with cluster");
}
