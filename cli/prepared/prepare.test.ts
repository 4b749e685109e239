import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { prepare, type ToPrepare } from "./prepare.ts";
import { NEWEST, preparedProgram } from "./prepared-program.ts";

let place: ReturnType<typeof temporaryDirectory>;
let wanted: ToPrepare;

beforeEach(() => {
  place = temporaryDirectory();
  const root = join(place.path, "root");
  wanted = {
    ...{ root, kept: join(place.path, "kept"), program: "room/program.ts" },
    ...{ threads: ["room/deep/adding.worker.ts"], apart: [], besides: ["lock.json"] },
  };
  write("lock.json", "1");
  write("room/number.ts", "export const number = 40;");
  write("room/program.ts", [
    'import { number } from "./number.ts";',
    'import { added } from "./deep/adding.ts";',
    "console.log(JSON.stringify([await added(number), import.meta.path, import.meta.dir, import.meta.url]));",
  ]);
  write("room/deep/adding.ts", [
    "export function added(number: number): Promise<number[]> {",
    '  const worker = new Worker(new URL("./adding.worker.ts", import.meta.url).href);',
    "  return new Promise((resolve) => {",
    "    worker.onmessage = ({ data }) => { resolve(data); worker.terminate(); };",
    "    worker.postMessage(number);",
    "  });",
    "}",
  ]);
  write("room/deep/adding.worker.ts", [
    'import { number } from "../number.ts";',
    "declare const self: Worker;",
    "self.onmessage = ({ data }) => self.postMessage([data + number, Bun.main]);",
  ]);
});
afterEach(() => place[Symbol.dispose]());

function write(path: string, text: string | readonly string[]): void {
  const file = join(wanted.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof text === "string" ? text : text.join("\n"));
}

/** Retries until the sources' last change is old enough to be trusted. */
async function prepared(): Promise<string | undefined> {
  for (;;) {
    try {
      await prepare(wanted);
      return found();
    } catch (error) {
      if (!String(error).includes("was written to just now")) throw error;
      await Bun.sleep(5);
    }
  }
}

const found = (flags: readonly string[] = []) => preparedProgram(flags, wanted.kept, wanted.root);

async function run(program: string): Promise<[sumAndThread: [number, string], ...place: string[]]> {
  const child = Bun.spawn([process.execPath, program], { stdout: "pipe", stderr: "inherit" });
  return JSON.parse(await new Response(child.stdout).text());
}

test("the prepared program does what its sources do, keeps their paths in `import.meta`, and starts its own threads", async () => {
  expect(found()).toBeUndefined();
  const program = (await prepared())!;
  expect(dirname(dirname(program))).toBe(wanted.kept);
  const source = join(wanted.root, wanted.program);
  rmSync(join(wanted.root, "room/deep"), { recursive: true });
  expect(await run(program)).toEqual([[80, expect.anything()], source, dirname(source), `file://${source}`]);
});

test("a stack trace names the file and the line of the source", async () => {
  write("room/number.ts", ["// A line.", "", "export const number = 40;", 'throw new Error("of number.ts");']);
  const child = Bun.spawn([process.execPath, (await prepared())!], { stderr: "pipe" });
  expect(await new Response(child.stderr).text()).toContain(`${join(wanted.root, "room/number.ts")}:4`);
  expect(await child.exited).toBe(1);
});

test("a program is prepared only once", async () => {
  const program = await prepared();
  expect(await prepared()).toBe(program!);
});

const stale: readonly [string, () => void][] = [
  ["a source was changed", () => write("room/number.ts", "export const number = 41;")],
  ["a source of a thread was changed", () => write("room/deep/adding.worker.ts", "self.onmessage = () => {};")],
  ["a source is gone", () => rmSync(join(wanted.root, "room/number.ts"))],
  ["packages were changed", () => write("lock.json", "2")],
  ["another Bun runs it", () => change((newest) => ({ ...newest, bun: "1.0.0" }))],
  ["the repository was moved", () => change((newest) => ({ ...newest, root: "/elsewhere" }))],
  ["its list is no list", () => writeFileSync(join(wanted.kept, NEWEST), "{")],
  ["one of its files is gone", () => rmSync(found()!)],
  ["one of its files was cut off", () => truncateSync(found()!, 10)],
];

function change(by: (newest: object) => object): void {
  const file = join(wanted.kept, NEWEST);
  writeFileSync(file, JSON.stringify(by(JSON.parse(readFileSync(file, "utf8")))));
}

test.each(stale)("the prepared program is not used, but prepared again, when %s", async (_, happens) => {
  const program = await prepared();
  expect(found()).toBe(program!);
  happens();
  expect(found()).toBeUndefined();
  write("room/number.ts", "export const number = 43;");
  const reopened = await prepared();
  expect(reopened).not.toBe(program!);
  expect(reopened).toBe(found()!);
});

test("a source that was rewritten with the same content counts as unchanged", async () => {
  const program = await prepared();
  const file = join(wanted.root, "room/number.ts");
  const before = statSync(file).ctimeMs;
  while (statSync(file).ctimeMs === before) utimesSync(file, 1, 1);
  expect(found()).toBe(program!);
});

test("with flags for Bun the program runs from its sources", async () => {
  await prepared();
  expect(found(["--preload", "./anything.ts"])).toBeUndefined();
});

test("nothing is kept when a source is written to meanwhile, is wrong, or starts a thread that is not listed", async () => {
  const meanwhile = prepare(wanted);
  write("room/number.ts", "export const number = 42;");
  await expect(meanwhile).rejects.toThrow("was written to just now");
  write("room/number.ts", "export const = 42;");
  await expect(prepared()).rejects.toThrow();
  write("room/number.ts", "export const number = 42;");
  wanted = { ...wanted, threads: [] };
  await expect(prepared()).rejects.toThrow();
  expect(readdirSync(wanted.kept)).toEqual([]);
});

test("a directory that can't be written to yields no prepared program", async () => {
  writeFileSync(wanted.kept, "");
  await expect(prepare(wanted)).rejects.toThrow();
  expect(found()).toBeUndefined();
});

test("a few older prepared programs are kept, and the newest is used", async () => {
  for (let number = 0; number < 8; number++) {
    write("room/number.ts", `export const number = ${number};`);
    const program = (await prepared())!;
    const [[sum]] = await run(program);
    expect(sum).toBe(2 * number);
  }
  expect(readdirSync(wanted.kept).length).toBe(6);
});

test("evermark itself is prepared, with all its threads", async () => {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "prepare.program.ts")], { stderr: "pipe" });
  expect([await child.exited, await new Response(child.stderr).text()]).toEqual([0, ""]);
  expect(preparedProgram([])).toBeDefined();
});
