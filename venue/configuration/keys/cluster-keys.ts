// Keys of a venue that runs on several nodes.

import { busAddress, postgresUrl, yesOrNo } from "../values/value-kinds.ts";
import { key } from "./key.ts";

export const CLUSTER_KEYS = {
  cluster: key({
    isOwn: true,
    kind: postgresUrl(),
    fallback: "none",
    placeholder: "database",
    description:
      "the PostgreSQL database with the journal of a venue of several nodes, of which this is one (docs/cluster.md); " +
      "none: the venue is a single process",
  }),
  bus: key({
    isOwn: true,
    kind: busAddress(),
    fallback: "none",
    placeholder: "servers",
    description: "the NATS servers over which the nodes of a venue communicate; used with `cluster`",
  }),
  one_database: key({
    kind: yesOrNo(),
    fallback: { sandbox: true, production: false },
    placeholder: "",
    description:
      "whether one PostgreSQL server is enough for `cluster`: acknowledged commands are then lost if its disk is; false: it must have a synchronous standby",
  }),
} as const;
