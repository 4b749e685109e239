// The floors of `core/cluster/`, lowest first, like those of the engine: each of its folders, and what it holds. A file
// imports from its own folder and from those above it in this list. docs/architecture.md describes the floors, and
// house-rules.ts enforces them.

import type { Floor } from "./engine-floors.ts";

export const CLUSTER_FLOORS: readonly Floor[] = [
  { name: "timing.ts", holds: "the periods of time that the protocol uses", folders: ["timing.ts"] },
  { name: "records", holds: "terms, batches as rows, the origin of each record", folders: ["records"] },
  {
    name: "ports",
    holds: "the interfaces to a node's database, bus and clock, and the messages between nodes",
    folders: ["ports"],
  },
  {
    name: "postgres",
    holds:
      "the journal, the lease and the nodes' notes in PostgreSQL: the statements, and the meaning of their results",
    folders: ["postgres/sql", "postgres", "postgres/notes", "postgres/moving", "postgres/operating"],
  },
  {
    name: "nats",
    holds: "the bus over NATS: messages as bytes, their seal, a connection that reconnects by itself",
    folders: ["nats"],
  },
  {
    name: "follow",
    holds: "an engine that follows the journal; how a node catches up, and when it may claim the lease",
    folders: ["follow"],
  },
  {
    name: "lost",
    holds:
      "commands lost in a failover of the database: what a node can restore, which nodes it asks, and what it lists",
    folders: ["lost"],
  },
  {
    name: "move",
    holds: "moving a journal from files to PostgreSQL, and back",
    folders: ["move"],
  },
  { name: "ask", holds: "the commands and reads of a node's own callers", folders: ["ask"] },
  { name: "lead", holds: "one term of a leader: lease, barrier, intake, appending", folders: ["lead"] },
  {
    name: "node",
    holds: "a node's own copy of the journal, and how it catches up with the shared one",
    folders: ["node"],
  },
  {
    name: "share",
    holds: "snapshots for new nodes, how a node starts from them, and which batches the journal no longer needs",
    folders: ["share"],
  },
  { name: "host", holds: "a node in a process: its clock, its parts, its shutdown", folders: ["host"] },
];
