// The house rules that a machine can check: which room may lean on which, what the engine must not touch, and that
// nothing lies around unused.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { Glob, semver } from "bun";
import { ENGINE_FLOORS, type Floor } from "./engine-floors.ts";
import { TERMINAL_FLOORS } from "./terminal-floors.ts";
import { VENUE_FLOORS } from "./venue-floors.ts";

const root = join(import.meta.dir, "../..");

/** What each room may import besides itself. A room is a top folder, or a part of one that has rules of its own. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  model: ["engine"],
  journal: ["engine"],
  core: ["engine", "journal"],
  interface: [],
  client: ["interface"],
  // The constant that wallets sign for.
  contracts: ["interface", "cli/command-line"],
  terminal: ["client"],
  venue: ["engine", "journal", "core", "interface", "contracts", "venue/http/pages/reference/page"],
  // The page of the reference is a client of the venue that serves it.
  "venue/http/pages/reference/page": ["interface", "client"],
  // Demo traders are clients that happen to live in the venue.
  "venue/sandbox": ["engine", "core", "interface", "client", "contracts", "venue"],
  // Of every program, whatever room it is in.
  "cli/command-line": [],
  cli: ["cli/command-line", "engine", "journal", "core", "interface", "client", "contracts", "venue", "venue/sandbox"],
  bench: [
    ...["cli/command-line", "engine", "journal", "core", "interface", "client", "contracts", "venue"],
    ...["test/witness", "test/attack"],
  ],
  docs: ["cli/command-line", "engine", "interface", "contracts", "venue", "cli", "test/mutants"],
  // Its command line starts the red team as well.
  "test/sim": ["cli/command-line", "engine", "model", "journal", "core", "test/red-team"],
  "test/red-team": ["engine", "model", "test/sim"],
  "test/mutants": ["cli/command-line", "journal"],
  "test/witness": ["engine", "journal", "core", "interface", "client", "venue"],
  // It asks for the reference's pages, too.
  "test/attack": ["cli/command-line", "journal", "interface", "client", "venue", "test/witness"],
  "test/damage": ["cli/command-line", "journal", "core", "interface", "client", "test/witness", "test/attack"],
  "test/fuzz": ["cli/command-line", "journal", "interface", "client", "test/witness"],
  test: [
    ...["engine", "model", "journal", "core", "interface", "client", "venue", "cli", "venue/sandbox"],
    ...["cli/command-line", "contracts", "terminal", "test/sim", "test/witness", "test/attack", "test/damage"],
  ],
};

/** Those of `MAY_IMPORT` that are part of another room, the longest first. */
const PARTS = Object.keys(MAY_IMPORT)
  .filter((room) => room.includes("/"))
  .toSorted((a, b) => b.length - a.length);

/** Packages from outside that a room may lean on; the engine leans on none, the client on what runs in a browser. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  engine: /^$/,
  interface: /^(typebox|viem|@scure\/base)(\/|$)/,
  client: /^(viem|@scure\/base)(\/|$)/,
  terminal: /^(react|react-dom|react-resizable-panels|lightweight-charts|viem)(\/|$)/,
};

/** Files that something other than an import starts. */
const ENTRANCES = [
  "cli/main.ts",
  "bench/main.ts",
  "test/sim/main.ts",
  "test/mutants/main.ts",
  "test/attack/main.ts",
  "test/damage/main.ts",
  "test/fuzz/main.ts",
  "contracts/build.ts",
  "engine/generators/generate.ts",
  "contracts/hunt.ts",
  "contracts/slither.ts",
  "contracts/solc.ts",
  "venue/history/thread/history.worker.ts",
  "venue/http/pages/terminal-maker.worker.ts",
  "terminal/main.tsx",
  "terminal/css.d.ts",
  /^[a-z]+\/index\.ts$/,
  /^client\/examples\//,
  /^(bench|test)\/.*(worker|child)\.ts$/,
  /\.program\.ts$/,
  /^docs\/generate\.ts$/,
] as const;

interface Package {
  readonly engines?: { readonly node?: string };
}
type Packages = Readonly<Record<string, Package>>;

const files = [
  ...new Glob(
    "{engine,model,journal,core,interface,client,terminal,cli,contracts,venue,test,bench,docs}/**/*.{ts,tsx}",
  ).scanSync(root),
]
  .filter((file) => !file.includes("node_modules"))
  .sort();
const sources = new Map(files.map((file) => [file, withoutComments(readFileSync(join(root, file), "utf8"))]));

test("imports go down: engine, journal, venue, cli; client and interface stand beside", () => {
  const upward: string[] = [];
  for (const file of files) {
    const room = roomOf(file);
    for (const target of importsOf(file)) {
      if (target.file === undefined) continue;
      if (!/\.tsx?$/.test(target.file)) continue;
      const other = roomOf(target.file);
      if (other === room || MAY_IMPORT[room]?.includes(other)) continue;
      // The slow and obvious version, which the engine is held against.
      if (room === "engine" && other === "model" && isTest(file)) continue;
      if (room === "venue" && other === "venue/sandbox" && isAssembly(file)) continue;
      upward.push(`${file} imports ${target.file}`);
    }
  }
  expect(upward).toEqual([]);
});

test("rooms lean only on the packages that they may", () => {
  const found: string[] = [];
  for (const file of files.filter((name) => !isTest(name))) {
    const allowed = PACKAGES[roomOf(file)];
    if (allowed === undefined || isGenerator(file)) continue;
    for (const { name, file: inside } of importsOf(file)) {
      if (inside === undefined && !allowed.test(name)) found.push(`${file} imports ${name}`);
    }
  }
  expect(found).toEqual([]);
});

test("the engine knows no clock, no randomness, no I/O and no inexact arithmetic", () => {
  const forbidden: readonly [RegExp, string][] = [
    [/\bDate\b/, "a clock"],
    [/\bperformance\b/, "a clock"],
    [/\bMath\.random\b|\bcrypto\b/, "randomness"],
    [/\b(console|process|fetch|setTimeout|setInterval|setImmediate|queueMicrotask|Bun|globalThis)\b/, "I/O"],
    [/\basync\b|\bawait\b|\bPromise\b/, "time passing"],
    [
      /\bMath\.(?!floor\b|ceil\b|trunc\b|round\b|abs\b|min\b|max\b|sqrt\b|imul\b|clz32\b)\w+/,
      "arithmetic that may differ",
    ],
    [/\*\*(?!\s*\d+n)/, "powers of doubles"],
    [/\blocaleCompare\b|\bIntl\b|\btoLocale\w+/, "installed data"],
    [/\bfor\s*\(\s*(const|let)\s+\w+\s+in\b/, "an order of keys"],
  ];
  const found: string[] = [];
  for (const file of files.filter((name) => name.startsWith("engine/") && !isTest(name) && !isGenerator(name))) {
    for (const [pattern, what] of forbidden) {
      const match = pattern.exec(sources.get(file)!);
      if (match !== null) found.push(`${file} has ${what}: ${match[0]}`);
    }
  }
  expect(found).toEqual([]);
});

interface Floors {
  readonly room: string;
  readonly floors: readonly Floor[];
  /** What lies in the room's own folder. */
  readonly doors: readonly string[];
  /** The page that describes them. */
  readonly page: string;
}

/** Rooms whose folders have a written order. */
const ROOMS_ON_FLOORS: readonly Floors[] = [
  { room: "engine", floors: ENGINE_FLOORS, doors: ["index.ts", "inside.ts"], page: "docs/architecture.md" },
  { room: "venue", floors: VENUE_FLOORS, doors: ["run.ts"], page: "docs/architecture.md" },
  { room: "terminal", floors: TERMINAL_FLOORS, doors: ["main.tsx", "css.d.ts"], page: "docs/terminal.md" },
];

for (const { room, floors, doors, page } of ROOMS_ON_FLOORS) {
  test(`${room}/ stands on floors: no file of it lies loose, none imports upward, none needs itself`, () => {
    const folders = floors.flatMap((floor) => floor.folders);
    /** By its folder, or by its own name where that has a floor to itself. */
    const rankOf = (file: string) => {
      const name = file.slice(`${room}/`.length);
      return folders.indexOf(folders.includes(name) ? name : dirname(name));
    };
    const own = files.filter((file) => file.startsWith(`${room}/`) && !isTest(file) && !isGenerator(file));
    const inside = own.filter((file) => !doors.includes(file.slice(`${room}/`.length)));
    expect(inside.filter((file) => rankOf(file) === -1)).toEqual([]);
    const upward = inside.flatMap((file) =>
      importsOf(file)
        .filter((target) => target.file !== undefined && rankOf(target.file) > rankOf(file))
        .map((target) => `${file} imports ${target.file}`),
    );
    expect(upward).toEqual([]);
    expect(circlesOf(inside)).toEqual([]);
  });

  test(`the floors of ${room}/ are described in their order`, () => {
    const text = readFileSync(join(root, page), "utf8");
    const places = floors.map(({ name, holds }) => text.indexOf(`| \`${name}\` | ${holds} |`));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
}

test("no two files of the engine have one name, nor of the terminal", () => {
  // A section's texts are called after it.
  const named = /^(engine\/(?!testing\/)|terminal\/(?!texts\/english\/))/;
  const names = files.filter((file) => named.test(file)).map((file) => `${roomOf(file)}/${nameOf(file)}`);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test("the engine is entered by its door; by the other one only to look at what it keeps", () => {
  const past = files
    .filter((file) => !file.startsWith("engine/"))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ file: target }) => target?.startsWith("engine/") && target !== "engine/index.ts")
        .filter(({ file: target }) => !(mayLookInside(file) && /^engine\/(inside\.ts|testing\/)/.test(target!)))
        .filter(({ file: target }) => !(file.startsWith("docs/") && target === "engine/generators/records-page.ts"))
        .map((target) => `${file} imports ${target.file}`),
    );
  expect(past).toEqual([]);
});

test("in a venue, an engine begins as a journal does, or with a snapshot's state", () => {
  // One that is new has the newest behaviour, whatever a journal's commands were given under.
  const found = files.filter((file) => /^(venue|cli)\//.test(file) && !isTest(file));
  expect(found.filter((file) => /\bnew Engine\(/.test(sources.get(file)!))).toEqual([]);
});

test("every file is imported by something, or is where something starts", () => {
  const imported = new Set(files.flatMap((file) => importsOf(file).map((target) => target.file)));
  const lost = files.filter((file) => !isTest(file) && !imported.has(file) && !isEntrance(file));
  expect(lost).toEqual([]);
});

test("every venue that a test starts recomputes its invariants", () => {
  const starts = /\brunVenue\(|\[[^\]]*"start", "--|"start", "--data"/;
  const tests = files.filter(
    (file) =>
      /^test\//.test(file) || (isTest(file) && !file.startsWith("bench/") && file !== "test/house/tidy.test.ts"),
  );
  const starting = tests.filter((file) => starts.test(sources.get(file)!));
  expect(starting).toContain("test/venue/outside/venue.ts");
  expect(starting).toContain("test/witness/venue-process.ts");
  expect(starting.filter((file) => !/\baudit: true\b|"--audit"/.test(sources.get(file)!))).toEqual([]);
});

test("every package runs on the oldest Node.js that we ask for", () => {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Package;
  const oldest = `${/^>=(\d+)$/.exec(engines!.node!)![1]}.0.0`;
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Packages };
  const others = Object.entries(packages).filter(([, { engines }]) => !semver.satisfies(oldest, engines?.node ?? "*"));
  expect(others.map(([name]) => name)).toEqual([]);
});

test("no file is left half done", () => {
  // Spelled apart, so that this file does not find itself.
  const marks = new RegExp(
    `\\b(${["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"].join("|")})\\b|\\.(skip|only|todo)\\(`,
  );
  const found = files.filter((file) => marks.test(readFileSync(join(root, file), "utf8")));
  expect(found).toEqual([]);
});

function roomOf(file: string): string {
  return PARTS.find((part) => file.startsWith(`${part}/`)) ?? file.slice(0, file.indexOf("/"));
}

/** Those that need each other in a circle, each named by the imports that close it. */
function circlesOf(among: readonly string[]): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file].join(" → "));
    if (done.has(file)) return;
    done.add(file);
    for (const { file: target } of importsOf(file)) {
      if (target !== undefined && among.includes(target)) visit(target, [...way, file]);
    }
  };
  for (const file of among) visit(file, []);
  return found;
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

/** Writes parts of the engine, and is none. */
function isGenerator(file: string): boolean {
  return file.startsWith("engine/generators/");
}

/** Tests, simulated worlds and measurements, which hold an engine's state against something. */
function mayLookInside(file: string): boolean {
  return isTest(file) || /^(model|test|bench)\//.test(file);
}

/** What puts the venue together may know all of it. */
function isAssembly(file: string): boolean {
  return (
    file === "venue/run.ts" || file.startsWith("venue/running/") || file === "venue/running/serve.ts" || isTest(file)
  );
}

function isTest(file: string): boolean {
  return /\.(test|slow|fixture)\.tsx?$|\/testing\//.test(file) || roomOf(file) === "test";
}

function isEntrance(file: string): boolean {
  return ENTRANCES.some((entrance) => (typeof entrance === "string" ? entrance === file : entrance.test(file)));
}

interface Target {
  readonly name: string;
  /** Undefined for a package from outside. */
  readonly file: string | undefined;
}

function importsOf(file: string): Target[] {
  // A name has no blanks: a text that ends in the word `from` begins none.
  const found = sources.get(file)!.matchAll(/\bfrom\s*"([^"\s]+)"|\bimport\s*\(?\s*"([^"]+)"|new URL\("(\.[^"]+)"/g);
  return [...found].map((match) => {
    const name = (match[1] ?? match[2] ?? match[3])!;
    return { name, file: fileOf(file, name) };
  });
}

function fileOf(from: string, name: string): string | undefined {
  if (name.startsWith(".")) return normalize(join(dirname(from), name));
  const own = /^@evermark\/([a-z]+)(\/(.+))?$/.exec(name);
  return own === null ? undefined : `${own[1]}/${own[3] ?? "index.ts"}`;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}
