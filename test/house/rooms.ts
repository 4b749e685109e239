// The rooms of the house, and what each may lean on. docs/architecture.md describes them.

/** What each room may import besides itself. A room is a top folder, or a part of one that has rules of its own. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  model: ["engine"],
  journal: ["engine"],
  core: ["engine", "journal"],
  interface: [],
  client: ["interface"],
  // The constant that wallets sign for.
  contracts: ["interface", "cli/command-line"],
  terminal: ["client"],
  // Of it, only run.ts stands above what it puts together (venue-floors.ts).
  venue: ["engine", "journal", "core", "interface", "contracts", "venue/running"],
  // The page of the reference is a client of the venue that serves it.
  "venue/http/pages/reference/page": ["interface", "client"],
  // Demo traders are clients that happen to live in the venue.
  "venue/sandbox": ["engine", "core", "interface", "client", "contracts", "venue"],
  // What a venue is put together from knows all of it.
  "venue/running": ["engine", "journal", "core", "interface", "contracts", "venue", "venue/sandbox"],
  // Of every program, whatever room it is in.
  "cli/command-line": [],
  cli: ["cli/command-line", "engine", "journal", "core", "interface", "client", "contracts", "venue", "venue/sandbox"],
  bench: [
    ...["cli/command-line", "engine", "journal", "core", "interface", "client", "contracts", "venue"],
    ...["test/witness", "test/attack"],
  ],
  docs: ["cli/command-line", "engine", "interface", "contracts", "venue", "cli", "test/mutants"],
  // Its command line starts the red team as well.
  "test/workload": ["engine", "model", "journal"],
  "test/sim": ["cli/command-line", "engine", "model", "journal", "core", "test/workload", "test/red-team"],
  "test/red-team": ["engine", "model", "test/workload", "test/sim"],
  "test/mutants": ["cli/command-line", "journal"],
  "test/cluster": ["cli/command-line", "engine", "journal", "core", "test/workload", "test/mutants"],
  "test/witness": ["cli/command-line", "engine", "journal", "core", "interface", "client", "venue"],
  // It asks for the reference's pages, too.
  "test/attack": ["cli/command-line", "journal", "interface", "client", "venue", "test/witness"],
  "test/damage": ["cli/command-line", "journal", "core", "interface", "client", "test/witness", "test/attack"],
  "test/fuzz": ["cli/command-line", "journal", "interface", "client", "test/witness"],
  test: [
    ...["engine", "model", "journal", "core", "interface", "client", "venue", "cli", "venue/sandbox", "venue/running"],
    ...["cli/command-line", "contracts", "terminal", "test/sim", "test/witness", "test/attack", "test/damage"],
    // A program of another version is a copy of this one.
    "test/mutants",
  ],
};

/** What tests beside a room's files may import in addition. */
export const TESTS_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  // The slow and obvious version, which the engine is held against.
  engine: ["model"],
  venue: ["venue/sandbox"],
};

/** The folders that a package is used in, so that there is little to change if another one takes over. */
export const KEPT_IN: Readonly<Record<string, readonly string[]>> = {
  pg: ["core/cluster/postgres", "venue/history/postgres/line"],
  "@nats-io": ["core/cluster/nats"],
};

/** The packages from outside that a room's production code may lean on: what runs in a browser, and none in the engine. */
export const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  interface: ["typebox", "viem"],
  client: ["viem"],
  terminal: ["react", "react-dom", "react-resizable-panels", "lightweight-charts", "viem"],
};
