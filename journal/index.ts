// The embedded journal: the ordered, durable, hash-chained log of commands, and the snapshots that shorten its replay.
// Payloads are opaque here; the engine's codec knows what is in them.

export { type BadPlace, DirectoryInUse, JournalCorrupt, JournalIncomplete } from "./corrupt.ts";
export type { BatchStatistics, Journal, JournalListener } from "./journal.ts";
export { type Disk, type DiskFile, realDisk } from "./journal-disk.ts";
export { type JournalRecord, PAYLOAD_BYTES_MAX } from "./journal-record.ts";
export type { Trace } from "./journal-traces.ts";
export type { Turns } from "./journal-turns.ts";
export { type DirectoryLock, lockDirectory } from "./lock.ts";
export { type JournalOptions, openJournal } from "./open.ts";
export { type Pruned, type PruneOptions, pruneJournal } from "./prune.ts";
export { JournalReader, type ReaderOptions, readJournal } from "./reader.ts";
export type { RecoveryReport, Replay, TornTail } from "./recovery.ts";
export { JOURNAL_FORMAT } from "./segment.ts";
export { type InvalidSnapshot, type Snapshot, SnapshotStore } from "./snapshots.ts";
export { type Verification, verifyJournal } from "./verification.ts";
