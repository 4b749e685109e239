// How the folders of history stand: each may import those before it, no file needs itself, and the rest of the venue enters
// by a door.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Glob } from "bun";

const VENUE = dirname(import.meta.dir);
const ORDER = ["file", "schema", "tables", "queries", "records", "thread"];
const DOORS = ["history/index.ts", "history/inside.ts"];

/** By file, from the venue on: those that it imports, for their types as well. */
const imports = new Map(
  [...new Glob("**/*.ts").scanSync(VENUE)].sort().map((file) => {
    const text = readFileSync(join(VENUE, file), "utf8");
    const found = [...text.matchAll(/(?:\bfrom |new URL\()"(\.[^"]+\.ts)"/g)];
    return [file, found.map(([, target]) => relative(VENUE, join(VENUE, dirname(file), target!)))];
  }),
);
const files = [...imports.keys()].filter((file) => !/\.test\.ts$|\/testing\//.test(file));
const inside = files.filter((file) => file.startsWith("history/") && !DOORS.includes(file));

test("every file of history lies in a folder, and imports none of a later one", () => {
  const placeOf = (file: string) => ORDER.indexOf(file.split("/")[1]!);
  expect(inside.filter((file) => placeOf(file) === -1)).toEqual([]);
  const upward = inside.flatMap((file) =>
    imports
      .get(file)!
      .filter((target) => target.startsWith("history/") && placeOf(target) > placeOf(file))
      .map((target) => `${file} imports ${target}`),
  );
  expect(upward).toEqual([]);
});

test("no file of history needs itself", () => {
  const needed = (file: string, known = new Set<string>()): Set<string> => {
    for (const target of imports.get(file) ?? []) {
      if (!target.startsWith("history/") || known.has(target)) continue;
      known.add(target);
      needed(target, known);
    }
    return known;
  };
  expect(inside.filter((file) => needed(file).has(file))).toEqual([]);
});

test("history is entered by its door", () => {
  const others = [...imports.keys()].filter((file) => !file.startsWith("history/"));
  const past = others.flatMap((file) =>
    imports
      .get(file)!
      .filter((target) => target.startsWith("history/") && !DOORS.includes(target))
      .filter((target) => !(file.endsWith(".test.ts") && target.startsWith("history/testing/")))
      .map((target) => `${file} imports ${target}`),
  );
  expect(past).toEqual([]);
});

test("the venue's own thread does not load what makes and reads the tables", async () => {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, "index.ts")],
    target: "bun",
    packages: "external",
  });
  expect(await built.outputs[0]!.text()).not.toContain('"kysely"');
});
