import { expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DirectoryInUse } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { lockDataDirectory } from "./data-directory.ts";

test("a data directory has one process, and is created if it is missing", () => {
  using temporary = temporaryDirectory();
  const path = join(temporary.path, "data");
  const lock = lockDataDirectory(path);
  expect(() => lockDataDirectory(path)).toThrow(DirectoryInUse);
  lock.release();
  lockDataDirectory(path).release();
});

test("a file in place of a directory, or a directory in place of a file, is named before anything is created", () => {
  for (const [name, make, wrong, right] of [
    ["", writeEmpty, "file", "directory"],
    ["journal", writeEmpty, "file", "directory"],
    ["snapshots", writeEmpty, "file", "directory"],
    ["history.sqlite", mkdirSync, "directory", "file"],
    ["genesis.json", mkdirSync, "directory", "file"],
  ] as const) {
    using temporary = temporaryDirectory();
    const data = join(temporary.path, "data");
    if (name !== "") mkdirSync(data);
    make(join(data, name));
    expect(() => lockDataDirectory(data)).toThrow(
      `${join(data, name)} is a ${wrong}, expected a ${right}; move it away, and put back from a backup`,
    );
    expect(existsSync(join(data, "lock.pid"))).toBe(false);
  }
});

function writeEmpty(path: string): void {
  writeFileSync(path, "");
}
