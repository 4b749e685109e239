// The tables of a venue in PostgreSQL, in a schema of their own. They are created once, all together. A node that opens
// them reads their format first, and leaves alone what a newer Evermark has added. During an upgrade, nodes of both
// versions work on the same tables: the tables say which formats' programs can do so.

/** Rises when the tables change. */
export const FORMAT = 5;
/** The oldest format whose programs can work on these tables. It rises with a change that such programs can't leave alone. */
const OLDEST_FORMAT = 4;

/** What a node's row says of its program and its clock; null in rows that an earlier version writes. */
const OF_PROGRAMS: readonly string[] = [
  "version text",
  "behaviour integer",
  "oldest_behaviour integer",
  "newest_behaviour integer",
  "messages integer",
  "snapshots integer",
  "ahead_ms bigint",
];

/** What hinders a node, in words. */
const OF_TROUBLE = "trouble text";

/** One row per node. Some tables of format 2 have it. */
const NODES_TABLE = `CREATE TABLE IF NOT EXISTS evermark.nodes (
    node text PRIMARY KEY,
    beat bigint NOT NULL,
    batch bigint NOT NULL,
    -- By the server's clock, to be shown.
    written timestamptz NOT NULL,
    ${[...OF_PROGRAMS, OF_TROUBLE].join(",\n    ")}
  )`;

/** The format of a snapshot, which decides which programs can read it; earlier versions do not store it. */
const OF_SNAPSHOTS = "format integer NOT NULL DEFAULT 14";

/** Snapshots for new nodes, as files in pieces. */
const SNAPSHOT_TABLES: readonly string[] = [
  `CREATE TABLE evermark.snapshots (
    position bigint PRIMARY KEY,
    bytes bigint NOT NULL,
    ${OF_SNAPSHOTS}
  )`,
  `CREATE TABLE evermark.snapshot_pieces (
    position bigint NOT NULL,
    piece integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (position, piece)
  )`,
];

/** Where the journal begins once its first batches are dropped, and the facts that are still needed about those. */
const BEGINNING_TABLE = `CREATE TABLE evermark.beginning (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    -- The first that is there; all that follow are.
    batch bigint NOT NULL,
    -- The hash by which the venue is named.
    genesis bytea NOT NULL,
    -- The last command before any node led.
    before_nodes bigint NOT NULL
  )`;

/** How far a sandbox's time was moved, and the time that it must at least reach. */
const OF_MOVES: readonly string[] = ["moved_ms bigint NOT NULL DEFAULT 0", "moved_to bigint NOT NULL DEFAULT 0"];

/** Facts that nodes share beside the journal. */
const NOTE_TABLES: readonly string[] = [
  `CREATE TABLE evermark.spent_timestamps (
    signed bigint NOT NULL,
    signer text NOT NULL,
    PRIMARY KEY (signed, signer)
  )`,
  `CREATE TABLE evermark.notes (
    subject text NOT NULL,
    name text NOT NULL,
    text text NOT NULL,
    -- Of the term of the leader that has it.
    epoch bigint NOT NULL,
    PRIMARY KEY (subject, name)
  )`,
];

export const SCHEMA: readonly string[] = [
  "CREATE SCHEMA evermark",
  `CREATE TABLE evermark.venue (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    format integer NOT NULL,
    -- The hash of the first batch: which venue this is.
    name bytea NOT NULL,
    -- With which nodes seal what they send each other. Who can read it can write the journal as well.
    key bytea NOT NULL,
    -- What all nodes are configured to have in common; empty until one has said it.
    configuration text NOT NULL DEFAULT '',
    -- The oldest format whose programs work on these tables.
    oldest_format integer NOT NULL DEFAULT ${OLDEST_FORMAT},
    -- The behaviour that its operator wants; 0 is none.
    behaviour integer NOT NULL DEFAULT 0,
    ${OF_MOVES.join(",\n    ")}
  )`,
  `CREATE TABLE evermark.batches (
    batch bigint PRIMARY KEY,
    timeline bigint NOT NULL,
    epoch bigint NOT NULL,
    node text NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    at bigint NOT NULL,
    before bytea NOT NULL,
    hash bytea NOT NULL,
    origins bytea NOT NULL,
    records bytea NOT NULL
  )`,
  // Compressing records would delay an append for longer than writing the bytes that it saves.
  "ALTER TABLE evermark.batches ALTER COLUMN records SET STORAGE EXTERNAL",
  `CREATE TABLE evermark.lease (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    epoch bigint NOT NULL,
    node text NOT NULL,
    beat bigint NOT NULL,
    confirmed bigint NOT NULL
  )`,
  NODES_TABLE,
  ...SNAPSHOT_TABLES,
  BEGINNING_TABLE,
  ...NOTE_TABLES,
];

/** Statements that turn tables of a format into those of the next one. */
export const FROM_FORMAT: Readonly<Record<number, readonly string[]>> = {
  1: ["ALTER TABLE evermark.venue ADD COLUMN configuration text NOT NULL DEFAULT ''"],
  2: [NODES_TABLE, ...SNAPSHOT_TABLES],
  // Tables that a step above has just created have some of this already.
  3: [
    ...OF_PROGRAMS.map((column) => `ALTER TABLE evermark.nodes ADD COLUMN IF NOT EXISTS ${column}`),
    `ALTER TABLE evermark.snapshots ADD COLUMN IF NOT EXISTS ${OF_SNAPSHOTS}`,
    `ALTER TABLE evermark.venue ADD COLUMN oldest_format integer NOT NULL DEFAULT ${OLDEST_FORMAT}`,
    "ALTER TABLE evermark.venue ADD COLUMN behaviour integer NOT NULL DEFAULT 0",
    BEGINNING_TABLE,
    ...NOTE_TABLES,
  ],
  // An earlier program leaves these columns alone: while it leads, time is not moved.
  4: [
    ...OF_MOVES.map((column) => `ALTER TABLE evermark.venue ADD COLUMN IF NOT EXISTS ${column}`),
    `ALTER TABLE evermark.nodes ADD COLUMN IF NOT EXISTS ${OF_TROUBLE}`,
  ],
};
