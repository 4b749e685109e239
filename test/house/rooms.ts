// The rooms of the house and their dependencies. docs/architecture.md describes them.

/** What each room may import besides itself. A room is a top-level folder, or a part of one that has its own rules. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  model: ["engine"],
  journal: ["engine"],
  core: ["engine", "journal"],
  interface: [],
  client: ["interface"],
  // The domain constant that wallets sign.
  contracts: ["interface", "cli/command-line"],
  terminal: ["client"],
  // Within it, only run.ts depends on the files that put a venue together (venue-floors.ts).
  venue: ["engine", "journal", "core", "interface", "contracts", "venue/running"],
  // The reference page is a client of the venue that serves it.
  "venue/http/pages/reference/page": ["interface", "client"],
  // Demo traders are clients that happen to run inside the venue.
  "venue/sandbox": ["engine", "core", "interface", "client", "contracts", "venue"],
  // It puts a venue together, so it may import all of it.
  "venue/running": ["engine", "journal", "core", "interface", "contracts", "venue", "venue/sandbox"],
  // Used by every program in any room.
  "cli/command-line": [],
  cli: ["cli/command-line", "engine", "journal", "core", "interface", "client", "contracts", "venue", "venue/sandbox"],
  bench: [
    ...["cli/command-line", "engine", "journal", "core", "interface", "client", "contracts", "venue"],
    ...["test/witness", "test/attack"],
  ],
  docs: ["cli/command-line", "engine", "interface", "contracts", "venue", "cli", "test/mutants"],
  // The command line of the simulation also starts the red team.
  "test/workload": ["engine", "model", "journal"],
  "test/sim": ["cli/command-line", "engine", "model", "journal", "core", "test/workload", "test/red-team"],
  "test/red-team": ["engine", "model", "test/workload", "test/sim"],
  "test/mutants": ["cli/command-line", "journal"],
  "test/cluster": ["cli/command-line", "engine", "journal", "core", "test/workload", "test/mutants"],
  "test/witness": ["cli/command-line", "engine", "journal", "core", "interface", "client", "venue"],
  // It also requests the reference's pages.
  "test/attack": ["cli/command-line", "journal", "interface", "client", "venue", "test/witness"],
  "test/damage": ["cli/command-line", "journal", "core", "interface", "client", "test/witness", "test/attack"],
  "test/fuzz": ["cli/command-line", "journal", "interface", "client", "test/witness"],
  test: [
    ...["engine", "model", "journal", "core", "interface", "client", "venue", "cli", "venue/sandbox", "venue/running"],
    ...["cli/command-line", "contracts", "terminal", "test/sim", "test/witness", "test/attack", "test/damage"],
    // For the tests that run another version of the program, which is a modified copy.
    "test/mutants",
  ],
};

/** What the tests in a room may import in addition. */
export const TESTS_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  // The slow and simple implementation with which the engine is compared.
  engine: ["model"],
  venue: ["venue/sandbox"],
};

/** The only folders that use a package, so that little must change if another package replaces it. */
export const KEPT_IN: Readonly<Record<string, readonly string[]>> = {
  pg: ["core/cluster/postgres", "venue/history/postgres/line"],
  "@nats-io": ["core/cluster/nats"],
};

/**
 * The external packages that a room's production code may use: in the browser those that run there, and none in the
 * engine.
 */
export const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  interface: ["typebox", "viem"],
  client: ["viem"],
  terminal: ["react", "react-dom", "react-resizable-panels", "lightweight-charts", "viem"],
};
