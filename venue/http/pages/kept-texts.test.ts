import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KeptTexts } from "./kept-texts.ts";

const directory = mkdtempSync(join(tmpdir(), "evermark-kept-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const folder = join(directory, "kept");

/** @returns what a caller gets for a source, and whether it had to be made */
async function asked(kept: KeptTexts, source: string): Promise<[text: string, isMade: boolean]> {
  let isMade = false;
  const text = await kept.of(source, async () => {
    isMade = true;
    return `made of ${source}`;
  });
  return [text, isMade];
}

test("a text is made once for all who come later, and again when what it is made from is another", async () => {
  expect(await asked(new KeptTexts(folder), "a")).toEqual(["made of a", true]);
  expect(await asked(new KeptTexts(folder), "a")).toEqual(["made of a", false]);
  expect(await asked(new KeptTexts(folder), "b")).toEqual(["made of b", true]);
});

test("what is damaged is made anew", async () => {
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '"made of something else"\n00000000\n');
  expect(await asked(new KeptTexts(folder), "a")).toEqual(["made of a", true]);
  expect(await asked(new KeptTexts(folder), "a")).toEqual(["made of a", false]);
});

test("what another version had kept goes", async () => {
  const kept = new KeptTexts(folder);
  await asked(kept, "b");
  kept.tidy();
  expect(readdirSync(folder)).toHaveLength(1);
  expect(await asked(new KeptTexts(folder), "b")).toEqual(["made of b", false]);
});

test("a place that can't be written to costs the time alone", async () => {
  const file = join(directory, "file");
  writeFileSync(file, "");
  const kept = new KeptTexts(join(file, "kept"));
  expect(await asked(kept, "a")).toEqual(["made of a", true]);
  expect(await asked(kept, "a")).toEqual(["made of a", true]);
  kept.tidy();
});
