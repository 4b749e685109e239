// What docs/custody.md says of stolen keys is shown by tests, and these are there.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");

test("each test that the table of keys names is there, and each number in it names one", () => {
  const guide = readFileSync(join(ROOT, "docs", "custody.md"), "utf8");
  const [, section = ""] = /## What a stolen key is worth\n(.*?)\n## /s.exec(guide) ?? [];
  const named = [...section.matchAll(/^(\d+)\. `([^`]+)`: (.+)$/gm)];
  const used = new Set([...section.matchAll(/\[(\d+)\]/g)].map(([, number]) => number));
  expect(new Set(named.map(([, number]) => number))).toEqual(used);
  const missing = named.filter(([, , file, title]) => {
    const tests = readFileSync(join(ROOT, file!), "utf8");
    return !tests.includes(`("${title}"`);
  });
  expect(missing.map(([line]) => line)).toEqual([]);
});
