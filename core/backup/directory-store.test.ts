import { expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DirectoryInUse } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { openStore, readStore } from "./backup-places.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("a directory keeps objects whole, under their names, and lists those whose names begin with a prefix", async () => {
  using temporary = temporaryDirectory();
  const store = openStore(join(temporary.path, "backup"));
  expect(await store.get("manifest.json")).toBeUndefined();
  expect(await store.list("objects/")).toEqual(new Map());
  await store.put("objects/one", bytes("1"));
  await store.put("objects/two", bytes("22"));
  await store.put("manifest.json", bytes("first"));
  await store.put("manifest.json", bytes("second"));
  expect(await store.get("manifest.json")).toEqual(bytes("second"));
  expect(await store.list("objects/")).toEqual(
    new Map([
      ["objects/one", 1],
      ["objects/two", 2],
    ]),
  );
  await store.delete("objects/one");
  await store.delete("objects/one");
  expect(await store.list("objects/")).toEqual(new Map([["objects/two", 2]]));
  store.close();
});

test("a failed put leaves nothing behind, and leaves what was there as it was", async () => {
  using temporary = temporaryDirectory();
  const store = openStore(temporary.path);
  // A folder of that name makes the put fail, as a full disk would.
  mkdirSync(join(temporary.path, "objects", "one"), { recursive: true });
  await expect(store.put("objects/one", bytes("1"))).rejects.toThrow();
  expect(existsSync(join(temporary.path, "objects", "one.new"))).toBe(false);
  store.close();
});

test("one backup at a time writes to a directory, others may read; a venue's own directory is refused", () => {
  using temporary = temporaryDirectory();
  const place = join(temporary.path, "backup");
  const store = openStore(place);
  expect(() => openStore(place)).toThrow(DirectoryInUse);
  readStore(place).close();
  store.close();
  openStore(place).close();
  writeFileSync(join(place, "genesis.json"), "");
  expect(() => openStore(place)).toThrow(`${place} is the data directory of a venue; expected another directory`);
});

test("a bucket address without a bucket's name is refused", () => {
  for (const place of ["s3://", "s3:bucket", "s3://B!/x"]) {
    expect(() => readStore(place)).toThrow(`${place} names no bucket; expected s3://bucket or s3://bucket/prefix`);
  }
});
