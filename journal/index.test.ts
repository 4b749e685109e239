import { expect, test } from "bun:test";
import * as journal from "./index.ts";

test("the package exports these and nothing else", () => {
  expect(Object.keys(journal).sort()).toEqual([
    "DirectoryInUse",
    "JOURNAL_FORMAT",
    "JournalCorrupt",
    "JournalIncomplete",
    "JournalReader",
    "PAYLOAD_BYTES_MAX",
    "SnapshotStore",
    "lockDirectory",
    "openJournal",
    "pruneJournal",
    "readJournal",
    "realDisk",
    "verifyJournal",
  ]);
});
