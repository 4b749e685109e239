// The floors of `core/cluster/`, lowest first, like those of the engine: each of its folders, and what it holds. A file
// imports from its own folder and from those above it in this list. docs/architecture.md describes the floors, and
// house-rules.ts enforces them.

import type { Floor } from "./engine-floors.ts";

export const CLUSTER_FLOORS: readonly Floor[] = [
  { name: "timing.ts", holds: "the spans that the protocol counts", folders: ["timing.ts"] },
  { name: "records", holds: "terms, batches as rows, where each record comes from", folders: ["records"] },
  {
    name: "ports",
    holds: "what a node asks of its database, bus and clock, and what nodes send each other",
    folders: ["ports"],
  },
  {
    name: "postgres",
    holds: "the journal, the lease and what nodes note in PostgreSQL: what is asked of it, and what its answers mean",
    folders: ["postgres/sql", "postgres", "postgres/notes", "postgres/moving", "postgres/operating"],
  },
  {
    name: "nats",
    holds: "the bus over NATS: messages as bytes, their seal, a line that comes back by itself",
    folders: ["nats"],
  },
  {
    name: "follow",
    holds: "an engine that follows the journal; how a node catches up, and when it may claim",
    folders: ["follow"],
  },
  {
    name: "lost",
    holds: "what a failover of the database has lost: what a node can give back of it, whom it asks, and what it lists",
    folders: ["lost"],
  },
  {
    name: "move",
    holds: "a journal on its way from files to PostgreSQL, and back",
    folders: ["move"],
  },
  { name: "ask", holds: "the commands and reads of a node's own callers", folders: ["ask"] },
  { name: "lead", holds: "one term of a leader: lease, barrier, intake, appending", folders: ["lead"] },
  {
    name: "node",
    holds: "a node's own copy of the journal, and how it is brought up to the shared one",
    folders: ["node"],
  },
  {
    name: "share",
    holds: "snapshots for nodes that are new, how one begins with them, and what the journal need no longer have",
    folders: ["share"],
  },
  { name: "host", holds: "a node in a process: its clock, what it is put together from, its end", folders: ["host"] },
];
