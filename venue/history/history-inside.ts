// The code that builds and reads the tables of history, for programs that do so without the history thread: the one that
// rebuilds them, tests and benchmarks.

export { CheckedPages } from "./file/checked-pages.ts";
export { deleteTables } from "./file/table-files.ts";
export { PostgresConnection } from "./postgres/line/line.ts";
export { lineOf, mergedOf, PendingWrites } from "./postgres/pending-writes.ts";
export { prepareTables } from "./postgres/writer-lock.ts";
export { Projector } from "./records/projector.ts";
export { type RetentionReport, readRetention } from "./retention/retention-report.ts";
export type { Column, Index, Leaving, Table } from "./schema/column.ts";
export { POSTGRES_VERSION, SCHEMA, SCHEMA_VERSION } from "./schema/schema.ts";
export { openTables } from "./tables/open-tables.ts";
export { Tables } from "./tables/tables.ts";
export { insertInto, putInto } from "./tables/writing.ts";
export { engineReplica } from "./thread/engine-replica.ts";
export { type HistoryQueries, historyQueries } from "./thread/history-queries.ts";
export { rebuildHistory } from "./thread/history-rebuild.ts";
export { keptPosition } from "./thread/kept-position.ts";
export { openFollower } from "./thread/open-follower.ts";
