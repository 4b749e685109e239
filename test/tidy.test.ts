// The house rules that a machine can check: which room may lean on which, what the engine must not touch, and that
// nothing lies around unused.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { Glob, semver } from "bun";
import { ENGINE_FLOORS } from "./engine-floors.ts";

const root = join(import.meta.dir, "..");

/** What each room may import besides itself. A room is a top folder, or a part of one that has rules of its own. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  journal: ["engine"],
  interface: [],
  client: ["interface"],
  // Its page is a client of the venue that serves it.
  reference: ["interface", "client"],
  // The constant that wallets sign for.
  contracts: ["interface"],
  terminal: ["client"],
  venue: ["engine", "journal", "interface", "reference", "contracts"],
  // Demo traders are clients that happen to live in the venue.
  "venue/sandbox": ["engine", "interface", "client", "contracts", "venue"],
  cli: ["engine", "journal", "interface", "client", "contracts", "venue", "venue/sandbox"],
  bench: ["engine", "journal", "interface", "client", "contracts", "venue", "witness", "attack"],
  sim: ["engine", "journal"],
  records: ["engine"],
  mutate: ["journal"],
  witness: ["engine", "journal", "interface", "client", "venue"],
  // It asks for the reference's pages, too.
  attack: ["journal", "interface", "reference", "client", "witness"],
  damage: ["journal", "interface", "client", "witness", "attack"],
  fuzz: ["journal", "interface", "client", "witness"],
  docs: ["engine", "records", "interface", "reference", "contracts", "venue", "cli", "mutate"],
  test: [
    ...["engine", "journal", "interface", "reference", "client", "venue", "cli", "venue/sandbox"],
    ...["sim", "witness", "attack", "damage", "contracts", "terminal"],
  ],
};

/** Packages from outside that a room may lean on; the engine leans on none, the client on what runs in a browser. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  engine: /^$/,
  interface: /^(typebox|viem)(\/|$)/,
  client: /^viem(\/|$)/,
  terminal: /^(react|react-dom|react-resizable-panels|lightweight-charts|viem)(\/|$)/,
};

/** Files that something other than an import starts. */
const ENTRANCES = [
  "cli/main.ts",
  "bench/main.ts",
  "sim/main.ts",
  "mutate/main.ts",
  "attack/main.ts",
  "damage/main.ts",
  "fuzz/main.ts",
  "contracts/build.ts",
  "records/generate.ts",
  "contracts/hunt.ts",
  "contracts/slither.ts",
  "contracts/solc.ts",
  "venue/history/worker.ts",
  "venue/pages/terminal-maker.worker.ts",
  "terminal/main.tsx",
  "terminal/css.d.ts",
  /^[a-z]+\/index\.ts$/,
  /^client\/examples\//,
  /^(bench|sim|attack)\/.*(worker|child)\.ts$/,
  /^(test|venue|journal|engine|client|cli|bench|sim|docs|mutate)\/.*\.program\.ts$/,
  /^docs\/generate\.ts$/,
] as const;

interface Package {
  readonly engines?: { readonly node?: string };
}
type Packages = Readonly<Record<string, Package>>;

const files = [
  ...new Glob(
    "{engine,records,journal,interface,contracts,venue,reference,client,terminal,cli,bench,sim,mutate,witness,attack,damage,fuzz,docs,test}/**/*.{ts,tsx}",
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
      if (room === "venue" && other === "venue/sandbox" && isAssembly(file)) continue;
      upward.push(`${file} imports ${target.file}`);
    }
  }
  expect(upward).toEqual([]);
});

test("nobody imports the API but the program that starts it", () => {
  const others = files.filter(
    (file) => file.startsWith("venue/") && !file.startsWith("venue/api/") && !isAssembly(file),
  );
  const found = others.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.file?.startsWith("venue/api/"))
      .map((target) => `${file} imports ${target.file}`),
  );
  expect(found.filter((line) => !/\.(test|slow)\.ts |\/testing\//.test(line))).toEqual([]);
});

test("rooms lean only on the packages that they may", () => {
  const found: string[] = [];
  for (const file of files.filter((name) => !isTest(name))) {
    const allowed = PACKAGES[roomOf(file)];
    if (allowed === undefined) continue;
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
  for (const file of files.filter((name) => name.startsWith("engine/") && !isTest(name))) {
    for (const [pattern, what] of forbidden) {
      const match = pattern.exec(sources.get(file)!);
      if (match !== null) found.push(`${file} has ${what}: ${match[0]}`);
    }
  }
  expect(found).toEqual([]);
});

test("the engine stands on floors: no file of it lies loose, none imports upward, none needs itself", () => {
  const folders = ENGINE_FLOORS.flatMap((floor) => floor.folders);
  const rankOf = (file: string) => folders.indexOf(dirname(file).slice("engine/".length));
  const own = files.filter((file) => file.startsWith("engine/") && !isTest(file));
  const doors = ["engine/index.ts", "engine/inside.ts"];
  const inside = own.filter((file) => !doors.includes(file));
  expect(inside.filter((file) => rankOf(file) === -1)).toEqual([]);
  const upward = inside.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.file !== undefined && rankOf(target.file) > rankOf(file))
      .map((target) => `${file} imports ${target.file}`),
  );
  expect(upward).toEqual([]);
  expect(circlesOf(inside)).toEqual([]);
});

test("no two files of the engine have one name", () => {
  const names = files.filter((file) => file.startsWith("engine/") && !file.startsWith("engine/testing/")).map(nameOf);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

/** Of the engine, what its classes are written from: whoever writes them can't need them. */
const DECLARATIONS = /^engine\/(base\/storage\/(record|text-table)|memory\/records)\.ts$/;

test("the engine is entered by its door; by the other one only to look at what it keeps", () => {
  const past = files
    .filter((file) => !file.startsWith("engine/"))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ file: target }) => target?.startsWith("engine/") && target !== "engine/index.ts")
        .filter(({ file: target }) => !(mayLookInside(file) && /^engine\/(inside\.ts|testing\/)/.test(target!)))
        .filter(({ file: target }) => !(file.startsWith("records/") && DECLARATIONS.test(target!)))
        .map((target) => `${file} imports ${target.file}`),
    );
  expect(past).toEqual([]);
});

test("the floors of the engine are described in their order", () => {
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const places = ENGINE_FLOORS.map(({ name, holds }) => page.indexOf(`| \`${name}\` | ${holds} |`));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
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
      (isTest(file) || file.startsWith("witness/")) && !file.startsWith("bench/") && file !== "test/tidy.test.ts",
  );
  const starting = tests.filter((file) => starts.test(sources.get(file)!));
  expect(starting).toContain("test/outside/venue.ts");
  expect(starting).toContain("witness/venue-process.ts");
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
  if (file.startsWith("venue/sandbox/")) return "venue/sandbox";
  return file.slice(0, file.indexOf("/"));
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

/** Tests, simulated worlds and measurements, which hold an engine's state against something. */
function mayLookInside(file: string): boolean {
  return isTest(file) || /^(sim|bench)\//.test(file);
}

/** What puts the venue together may know all of it. */
function isAssembly(file: string): boolean {
  return file === "venue/run.ts" || file === "venue/serve.ts" || isTest(file);
}

function isTest(file: string): boolean {
  return /\.(test|slow|fixture)\.tsx?$|\/testing\/|^test\//.test(file);
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
