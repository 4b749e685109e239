import { expect, test } from "bun:test";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "@evermark/journal/testing/random.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { goneFrom, kindOfFile, listing } from "./directory.ts";
import { damageOneFile, fileDamages, folderDamages, type Scene } from "./file-damages.ts";

const SEGMENTS = ["segment-0000000000000001.log", "segment-0000000000000400.log"];

/** Three venues' directories, each with other bytes in the same files. */
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
      const here = scene(temporary.path, seed);
      return { damage: damageOneFile(here), files: [...listing(here.directory)] };
    });
    expect(outcomes[0]).toEqual(outcomes[1]!);
  }
});

test.each(Object.keys(fileDamages))("%s changes one file of a kind that has brothers", (name) => {
  using temporary = temporaryDirectory();
  const here = scene(temporary.path, 1);
  const before = listing(here.directory);
  expect(fileDamages[name]!(join(here.directory, "journal", SEGMENTS[1]!), here)).toBeString();
  expect([...listing(here.directory)]).not.toEqual([...before]);
});

test.each(Object.keys(folderDamages))("%s changes what is there", (name) => {
  using temporary = temporaryDirectory();
  const here = scene(temporary.path, 1);
  const before = listing(here.directory);
  expect(folderDamages[name]!(here)).toBeString();
  expect([...listing(here.directory)]).not.toEqual([...before]);
});

test("a file that was put aside is not gone, one that was cut is", () => {
  using temporary = temporaryDirectory();
  const here = scene(temporary.path, 1);
  const before = listing(here.directory);
  const history = join(here.directory, "history.sqlite");
  cpSync(history, `${history}.damaged`);
  writeFileSync(history, "new");
  expect(goneFrom(before, listing(here.directory))).toEqual([]);
  fileDamages["cut anywhere"]!(join(here.directory, "journal", SEGMENTS[0]!), here);
  expect(goneFrom(before, listing(here.directory))).toEqual([join("journal", SEGMENTS[0]!)]);
});

test("files of one kind differ only in their numbers", () => {
  expect(SEGMENTS.map(kindOfFile)).toEqual(["segment-N.log", "segment-N.log"]);
});

test("tables that have taken their own log over are not gone; tables that changed without one are", () => {
  const tables = (content: string): [string, string] => ["history.sqlite", content];
  const log: [string, string] = ["history.sqlite-wal", "log"];
  expect(goneFrom(new Map([tables("a"), log]), new Map([tables("b")]))).toEqual([]);
  expect(goneFrom(new Map([tables("a"), log]), new Map([tables("b"), log]))).toEqual(["history.sqlite"]);
  expect(goneFrom(new Map([tables("a")]), new Map([tables("b")]))).toEqual(["history.sqlite"]);
  expect(goneFrom(new Map([tables("a"), log]), new Map())).toEqual(["history.sqlite"]);
});
