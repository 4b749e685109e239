// Checks that each rule of the house finds what breaks it, in a generated house that breaks them all, and that nothing
// is found in one that follows them.

import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { DOORS } from "./folder-doors.ts";
import { FLOORS, ROOMS, RULES } from "./house-rules.ts";
import { importsOf } from "./imports.ts";
import { KEPT_IN, MAY_IMPORT, MAY_USE, TESTS_MAY_IMPORT } from "./rooms.ts";

/** A file of the room or folder, and what it imports. */
type Import = readonly [file: string, imported: string];

/** Writes the files of a house. */
function build(root: string, imports: readonly Import[]): void {
  const texts = new Map<string, string>(ROOMS.map((room) => [`${room}/empty.ts`, "export {};\n"]));
  for (const [file, imported] of imports) {
    // A package has no folder.
    const from = imported.includes("/") ? `./${relative(dirname(file), imported)}` : imported;
    texts.set(file, `${texts.get(file) ?? ""}import type {} from "${from}";\n`);
    if (from !== imported && !texts.has(imported)) texts.set(imported, "");
  }
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

const rooms = Object.keys(MAY_IMPORT);
const fileIn = (folder: string, name = "made.ts") => (folder.endsWith(".ts") ? folder : `${folder}/${name}`);

test("every rule finds what breaks it", async () => {
  const imports: Import[] = [
    ...rooms.flatMap((room) =>
      rooms.filter((other) => other !== room).map((other): Import => [fileIn(room), fileIn(other)]),
    ),
    ...Object.keys(TESTS_MAY_IMPORT).map((room): Import => [fileIn(room, "made.test.ts"), "terminal/made.ts"]),
    ...Object.keys(MAY_USE).map((room): Import => [fileIn(room), "node:fs"]),
    ...Object.keys(KEPT_IN).map((name): Import => ["venue/made.ts", name]),
    ...Object.entries(FLOORS).flatMap(([room, floors]) => {
      const folders = floors.flatMap((floor) => floor.folders).map((folder) => `${room}/${folder}`);
      return folders.slice(0, -1).map((folder, i): Import => [fileIn(folder), fileIn(folders[i + 1]!)]);
    }),
    ...Object.keys(DOORS).map((folder): Import => [`${folder.split("/")[0]}/beside.ts`, `${folder}/behind.ts`]),
    ["core/made.ts", "engine/made.ts"],
    ["test/made.ts", "engine/made.ts"],
  ];
  using root = temporaryDirectory();
  build(root.path, imports);
  const { broken } = await importsOf(root.path);
  const unbroken = RULES.filter(({ name }) => !broken.some((line) => line.startsWith(`${name} (`)));
  expect(unbroken.map(({ name }) => name)).toEqual([]);
  expect(broken).toContain(
    "past the door of venue/api/query (files outside import it through public-query.ts): venue/beside.ts imports venue/api/query/behind.ts",
  );
});

test("imports that follow the rules break none", async () => {
  const imports: Import[] = [
    ["core/made.ts", "engine/index.ts"],
    ["engine/money/fees/made.test.ts", "model/made.ts"],
    ["model/made.ts", "engine/inside.ts"],
    ["venue/api/query/made.ts", "venue/streams/streams.ts"],
    ["venue/auth/made.ts", "venue/venue.ts"],
    ["venue/run.ts", "venue/running/made.ts"],
    ["venue/running/made.ts", "venue/sandbox/made.ts"],
    ["terminal/app/made.ts", "terminal/views/chart/chart-view.tsx"],
    ["test/venue/made.ts", "venue/run.ts"],
  ];
  using root = temporaryDirectory();
  build(root.path, imports);
  const { broken, imports: found } = await importsOf(root.path);
  expect(broken).toEqual([]);
  expect(found).toBe(imports.length);
});
