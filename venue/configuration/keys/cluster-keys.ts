// Several nodes that are one venue.

import { busAddress, postgresUrl } from "../values/kinds.ts";
import { key } from "./key.ts";

export const CLUSTER_KEYS = {
  cluster: key({
    isOwn: true,
    kind: postgresUrl(),
    fallback: "none",
    placeholder: "database",
    description:
      "the PostgreSQL database that holds the journal of a venue of several nodes, of which this is one (docs/cluster.md); " +
      "none: the venue stands alone. A sandbox only, and without a chain",
  }),
  bus: key({
    isOwn: true,
    kind: busAddress(),
    fallback: "none",
    placeholder: "servers",
    description: "the NATS servers over which the nodes of a venue speak to each other; with `cluster`",
  }),
} as const;
