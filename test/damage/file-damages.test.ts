import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { goneFrom, kindOfFile, listing } from "./directory.ts";
import { damageOneFile, fileDamages, folderDamages, type Scene } from "./file-damages.ts";

const SEGMENTS = ["segment-0000000000000001.log", "segment-0000000000000400.log"];

/** The directories of three venues, with the same files but different bytes in each. */
function scene(path: string, seed: number): Scene {
  const [directory, older, stranger] = ["data", "older", "stranger"].map((name) => join(path, name)) as [
    string,
    string,
    string,
  ];
  for (const [i, place] of [directory, older, stranger].entries()) {
    for (const folder of ["journal", "snapshots"]) mkdirSync(join(place, folder), { recursive: true });
    const bytes = Buffer.alloc(9_000, i + 1);
    for (const name of SEGMENTS) writeFileSync(join(place, "journal", name), Buffer.concat([bytes, Buffer.from(name)]));
    writeFileSync(join(place, "journal", "durable.mark"), bytes.subarray(5_000));
    writeFileSync(join(place, "snapshots", "snapshot-0000000000000300.state"), bytes.subarray(3_000));
    writeFileSync(join(place, "history.sqlite"), bytes.subarray(1_000));
  }
  return { directory, older, stranger, random: seededRandom(seed) };
}

test("the same seed does the same damage", () => {
  for (let seed = 0; seed < 50; seed++) {
    const outcomes = [1, 2].map(() => {
      using temporary = temporaryDirectory();
      const damaged = scene(temporary.path, seed);
      return { damage: damageOneFile(damaged), files: [...listing(damaged.directory)] };
    });
    expect(outcomes[0]).toEqual(outcomes[1]!);
  }
});

test.each(Object.keys(fileDamages))("%s changes one file out of several of its kind", (name) => {
  using temporary = temporaryDirectory();
  const damaged = scene(temporary.path, 1);
  const before = listing(damaged.directory);
  expect(fileDamages[name]!(join(damaged.directory, "journal", SEGMENTS[1]!), damaged)).toBeString();
  expect([...listing(damaged.directory)]).not.toEqual([...before]);
});

test.each(Object.keys(folderDamages))("%s changes the directory", (name) => {
  using temporary = temporaryDirectory();
  const damaged = scene(temporary.path, 1);
  const before = listing(damaged.directory);
  expect(folderDamages[name]!(damaged)).toBeString();
  expect([...listing(damaged.directory)]).not.toEqual([...before]);
});

test("a file that was set aside is not gone, but one that was cut off is", () => {
  using temporary = temporaryDirectory();
  const damaged = scene(temporary.path, 1);
  const before = listing(damaged.directory);
  const history = join(damaged.directory, "history.sqlite");
  cpSync(history, `${history}.damaged`);
  writeFileSync(history, "new");
  expect(goneFrom(before, listing(damaged.directory))).toEqual([]);
  fileDamages["cut at any byte"]!(join(damaged.directory, "journal", SEGMENTS[0]!), damaged);
  expect(goneFrom(before, listing(damaged.directory))).toEqual([join("journal", SEGMENTS[0]!)]);
});

test("files of one kind differ only in their numbers", () => {
  expect(SEGMENTS.map(kindOfFile)).toEqual(["segment-N.log", "segment-N.log"]);
});

test("tables with all or part of their log applied are not gone; tables that lose the log are", () => {
  using temporary = temporaryDirectory();
  const live = join(temporary.path, "live");
  const folder = join(temporary.path, "here");
  for (const path of [live, folder]) mkdirSync(path);
  const files = ["history.sqlite", "history.sqlite-wal"] as const;
  const [tables, log] = files.map((name) => join(folder, name)) as [string, string];
  using open = new Database(join(live, files[0]));
  open.run("PRAGMA journal_mode = wal");
  open.run("CREATE TABLE fills (size)");
  open.run("PRAGMA wal_checkpoint(TRUNCATE)");
  for (let i = 0; i < 300; i++) open.run("INSERT INTO fills VALUES (?)", ["x".repeat(100)]);
  const reset = () => {
    for (const name of files) cpSync(join(live, name), join(folder, name));
    return listing(folder);
  };
  const before = reset();
  const database = new Database(tables);
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const copy = readFileSync(tables);
  rmSync(log, { force: true });
  expect(goneFrom(before, listing(folder))).toEqual([]);

  reset();
  const partly = readFileSync(tables);
  copy.copy(partly, 4_096, 4_096, 8_192);
  writeFileSync(tables, partly);
  expect(goneFrom(before, listing(folder))).toEqual([]);

  rmSync(log);
  expect(goneFrom(before, listing(folder))).toEqual(["history.sqlite"]);
  rmSync(tables);
  expect(goneFrom(before, listing(folder))).toEqual(["history.sqlite"]);
});
