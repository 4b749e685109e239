// The house rules that are checked by names and text: where a file may be, and what the engine must not use. The rules
// for imports are in house-rules.ts.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Glob, semver } from "bun";
import { DOORS, SHELVES } from "./folder-doors.ts";
import { FLOORS, ROOMS } from "./house-rules.ts";

const root = join(import.meta.dir, "../..");
/** The number of files that a reader can still take in at a glance. */
const FILES_WITHOUT_DOOR = 8;

interface Package {
  /** Only needed for development, which runs on Bun. */
  readonly dev?: true;
  readonly engines?: { readonly node?: string };
  readonly scripts?: Readonly<Record<string, string>>;
}
type Packages = Readonly<Record<string, Package>>;

const files = [...new Glob(`{${ROOMS.join(",")}}/**/*.{ts,tsx}`).scanSync(root)]
  .filter((file) => !file.includes("node_modules"))
  .sort();
const production = files.filter((file) => !isTest(file) && !isGenerator(file));
const sources = new Map(files.map((file) => [file, withoutComments(readFileSync(join(root, file), "utf8"))]));

test("the engine knows no clock, no randomness, no I/O and no inexact arithmetic", () => {
  const forbidden: readonly [RegExp, string][] = [
    [/\bDate\b/, "a clock"],
    [/\bperformance\b/, "a clock"],
    [/\bMath\.random\b|\bcrypto\b/, "randomness"],
    [/\b(console|process|fetch|setTimeout|setInterval|setImmediate|queueMicrotask|Bun|globalThis)\b/, "I/O"],
    [/\basync\b|\bawait\b|\bPromise\b/, "waiting for time"],
    [
      /\bMath\.(?!floor\b|ceil\b|trunc\b|round\b|abs\b|min\b|max\b|sqrt\b|imul\b|clz32\b)\w+/,
      "arithmetic that differs between JavaScript engines",
    ],
    [/\*\*(?!\s*\d+n)/, "powers of doubles"],
    [/\blocaleCompare\b|\bIntl\b|\btoLocale\w+/, "a dependence on installed locale data"],
    [/\bfor\s*\(\s*(const|let)\s+\w+\s+in\b/, "a dependence on the order of keys"],
  ];
  const found: string[] = [];
  for (const file of files.filter((name) => name.startsWith("engine/") && !isTest(name) && !isGenerator(name))) {
    for (const [pattern, meaning] of forbidden) {
      const match = pattern.exec(sources.get(file)!);
      if (match !== null) found.push(`${file} has ${meaning}: ${match[0]}`);
    }
  }
  expect(found).toEqual([]);
});

/** Where the floors of a room are described, and the files in its own folder: its doors. */
const ON_FLOORS: Readonly<Record<string, { readonly page: string; readonly loose: readonly string[] }>> = {
  engine: { page: "docs/architecture.md", loose: ["index.ts", "inside.ts"] },
  model: { page: "docs/architecture.md", loose: ["naive-exchange.ts"] },
  "core/cluster": { page: "docs/architecture.md", loose: ["index.ts", "cluster-node.ts"] },
  venue: { page: "docs/architecture.md", loose: ["run.ts"] },
  bench: { page: "docs/performance.md", loose: ["main.ts", "benchmarks.ts", "benchmark.child.ts"] },
  interface: { page: "docs/architecture.md", loose: ["index.ts"] },
  terminal: { page: "docs/terminal.md", loose: ["main.tsx", "operator.tsx", "css.d.ts"] },
};

for (const [room, floors] of Object.entries(FLOORS)) {
  const { page, loose } = ON_FLOORS[room]!;

  test(`every file of ${room}/ stands on a floor`, () => {
    const folders = floors.flatMap((floor) => floor.folders);
    const places = [...loose, ...folders];
    const own = production.filter((file) => file.startsWith(`${room}/`)).map((file) => file.slice(room.length + 1));
    expect(own.filter((file) => !places.includes(file) && !places.includes(dirname(file)))).toEqual([]);
    const held = new Set(own.flatMap((file) => [file, dirname(file)]));
    expect(places.filter((place) => !held.has(place))).toEqual([]);
  });

  test(`the floors of ${room}/ are described in their order`, () => {
    const text = readFileSync(join(root, page), "utf8");
    const places = floors.map(({ name, holds }) => text.indexOf(`| \`${name}\` | ${holds} |`));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
}

test("a folder of more than eight files has a door, or is a shelf", () => {
  const folders = [...new Set(production.map(dirname))].filter((folder) => folder.includes("/"));
  const filesIn = (folder: string) => production.filter((file) => dirname(file) === folder);
  const many = folders.filter((folder) => filesIn(folder).length > FILES_WITHOUT_DOOR);
  // The entries of `exports` are the doors of a folder for other rooms.
  const known = [...Object.keys(DOORS), ...SHELVES, "interface/documents"];
  expect(many.sort()).toEqual(known.toSorted());
  const doors = Object.entries(DOORS).flatMap(([folder, files]) => files.map((file) => `${folder}/${file}`));
  expect(doors.filter((door) => !files.includes(door))).toEqual([]);
});

test("no two files have the same name, unless it is a section's or a command's", () => {
  const section =
    /^(interface\/(?!documents|rows|streams|testing)[a-z]+|venue\/api\/[a-z]+|terminal\/texts\/english|cli\/commands)\/([a-z-]+)\.tsx?$/;
  const sections = new Set(files.flatMap((file) => section.exec(file)?.[2] ?? []));
  const subjectOf = (name: string) => name.slice(0, name.indexOf("."));
  const names = files.map(nameOf).filter((name) => !sections.has(subjectOf(name)));
  const repeated = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  expect([...repeated].sort()).toEqual(["index.test.ts", "index.ts", "main.ts"]);
});

test("in a venue, an engine begins like a journal, or with a snapshot's state", () => {
  // A new engine has the newest behaviour, even if a journal's commands were given under an older one.
  const found = files.filter((file) => /^(venue|cli)\//.test(file) && !isTest(file));
  expect(found.filter((file) => /\bnew Engine\(/.test(sources.get(file)!))).toEqual([]);
});

test("every venue that a test starts recomputes its invariants", () => {
  const starts = /\brunVenue\(|\[[^\]]*"start", "--|"start", "--data"/;
  const tests = files.filter(
    (file) =>
      /^test\//.test(file) || (isTest(file) && !file.startsWith("bench/") && file !== "test/house/tidy.test.ts"),
  );
  const starting = tests.filter((file) => starts.test(sources.get(file)!));
  expect(starting).toContain("test/venue/outside/whole-venue.ts");
  expect(starting).toContain("test/witness/venue-process.ts");
  expect(starting.filter((file) => !/\baudit: true\b|"--audit"/.test(sources.get(file)!))).toEqual([]);
});

test("stopping npm stops the program that it has started", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Package;
  // The shell that npm starts does not forward signals. With exec, the program replaces the shell.
  const programs = Object.entries(scripts!).filter(([, started]) => /^(exec )?(bun|node) [^&]*$/.test(started));
  expect(programs.length).toBeGreaterThan(20);
  expect(programs.filter(([, started]) => !started.startsWith("exec "))).toEqual([]);
});

test("every package that a venue needs runs on the oldest supported Node.js", () => {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Package;
  const oldest = `${/^>=(\d+)$/.exec(engines!.node!)![1]}.0.0`;
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Packages };
  const others = Object.entries(packages).filter(
    ([, { dev, engines }]) => dev !== true && !semver.satisfies(oldest, engines?.node ?? "*"),
  );
  expect(others.map(([name]) => name)).toEqual([]);
});

test("no file is left unfinished", () => {
  // Split into parts, so that this file does not match itself.
  const marks = new RegExp(
    `\\b(${["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"].join("|")})\\b|\\.(skip|only|todo)\\(`,
  );
  const found = files.filter((file) => marks.test(readFileSync(join(root, file), "utf8")));
  expect(found).toEqual([]);
});

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

/** Generates parts of the engine, but is not itself part of it. */
function isGenerator(file: string): boolean {
  return file.startsWith("engine/generators/");
}

function isTest(file: string): boolean {
  return /\.(test|slow|fixture)\.tsx?$|\/testing\/|^test\//.test(file);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}
