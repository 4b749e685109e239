// Turns the URLs in the configuration into a chain that can be read.

import type { Logger } from "pino";
import type { Finality } from "../../configuration/values/finality.ts";
import { JsonRpcNode, type NodeLimits } from "./json-rpc-node.ts";
import { MajorityReader } from "./majority-reader.ts";
import { NodeReader } from "./node-reader.ts";
import { type NodeMetrics, NodeStates } from "./node-states.ts";

export interface OpenedChain {
  readonly reader: MajorityReader;
  /** In the order of the URLs; transactions are sent to each of them. */
  readonly nodes: readonly JsonRpcNode[];
  /** Aborts outstanding requests; called before the readers are stopped. */
  close(): void;
}

export function openChain(
  urls: readonly string[],
  parts: {
    readonly log: Logger;
    readonly metrics: NodeMetrics;
    readonly limits?: Partial<NodeLimits>;
    /** Default `count`. */
    readonly finality?: Finality;
  },
): OpenedChain {
  const hosts = urls.map((url) => new URL(url).host);
  const nodes = urls.map((url, place) => {
    const host = hosts[place]!;
    const isAlone = hosts.indexOf(host) === hosts.lastIndexOf(host);
    return new JsonRpcNode(url, { ...parts.limits, name: isAlone ? host : `${host}#${place + 1}` });
  });
  const readers = nodes.map((node) => new NodeReader(node));
  const close = (): void => {
    for (const node of nodes) node.close();
  };
  const { finality = "count" } = parts;
  const tag = finality === "count" ? null : finality;
  return { reader: new MajorityReader(readers, new NodeStates(parts.log, parts.metrics), tag), nodes, close };
}
