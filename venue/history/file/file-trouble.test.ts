import { expect, test } from "bun:test";
import { troubleOf } from "./file-trouble.ts";

const coded = (code: string): Error => Object.assign(new Error("as it is reported"), { code });

test.each([
  ["SQLITE_FULL", "passing"],
  ["SQLITE_IOERR_WRITE", "passing"],
  ["SQLITE_BUSY", "passing"],
  // No file descriptors are left, neither for SQLite nor for the journal files that history reads.
  ["SQLITE_CANTOPEN", "passing"],
  ["EMFILE", "passing"],
  ["ENFILE", "passing"],
  ["SQLITE_CORRUPT_INDEX", "damage"],
  ["SQLITE_NOTADB", "damage"],
  ["SQLITE_CONSTRAINT", undefined],
  ["ENOENT", undefined],
] as const)("%s is %s", (code, trouble) => {
  expect(troubleOf(coded(code))).toBe(trouble);
});
