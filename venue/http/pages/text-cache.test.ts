import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TextCache } from "./text-cache.ts";

const directory = mkdtempSync(join(tmpdir(), "evermark-kept-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const folder = join(directory, "kept");

/** @returns the text that a caller gets for a source, and whether it had to be made */
async function asked(kept: TextCache, source: string): Promise<[text: string, isMade: boolean]> {
  let isMade = false;
  const text = await kept.of(source, async () => {
    isMade = true;
    return `made of ${source}`;
  });
  return [text, isMade];
}

test("a text is made once for all later callers, and again when its source has changed", async () => {
  expect(await asked(new TextCache(folder), "a")).toEqual(["made of a", true]);
  expect(await asked(new TextCache(folder), "a")).toEqual(["made of a", false]);
  expect(await asked(new TextCache(folder), "b")).toEqual(["made of b", true]);
});

test("a damaged text is made again", async () => {
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '"made of something else"\n00000000\n');
  expect(await asked(new TextCache(folder), "a")).toEqual(["made of a", true]);
  expect(await asked(new TextCache(folder), "a")).toEqual(["made of a", false]);
});

test("texts of another version are deleted", async () => {
  const kept = new TextCache(folder);
  await asked(kept, "b");
  kept.tidy();
  expect(readdirSync(folder)).toHaveLength(1);
  expect(await asked(new TextCache(folder), "b")).toEqual(["made of b", false]);
});

test("a folder that can't be written costs time and nothing else", async () => {
  const file = join(directory, "file");
  writeFileSync(file, "");
  const kept = new TextCache(join(file, "kept"));
  expect(await asked(kept, "a")).toEqual(["made of a", true]);
  expect(await asked(kept, "a")).toEqual(["made of a", true]);
  kept.tidy();
});
