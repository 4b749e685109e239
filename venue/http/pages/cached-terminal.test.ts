import { afterAll, expect, test } from "bun:test";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cachedTerminal, keepTerminal, type MadeTerminal } from "./cached-terminal.ts";

const directory = mkdtempSync(join(tmpdir(), "evermark-terminal-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const [folder, root] = [join(directory, "kept"), join(directory, "repository")];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const SOURCES = [
  "terminal/app/app.tsx",
  "terminal/app/app.css",
  "terminal/style/inter.woff2",
  "client/index.ts",
  "venue/http/pages/a.ts",
  "package-lock.json",
];
for (const path of SOURCES) write(path, "");

const bytes = new Uint8Array([0, 255, 7, 128]);
const made: MadeTerminal = {
  files: new Map([
    [
      "/terminal/main.js",
      { bytes, gzipped: new Uint8Array([31, 139]), tag: '"a"', type: "text/javascript", isForever: true },
    ],
  ]),
  entry: { script: "/terminal/main.js", style: "/terminal/main.css", font: "/terminal/inter.woff2" },
  isSmall: false,
};

test("a terminal that was built is the same at the next start, byte for byte", () => {
  expect(cachedTerminal(folder, root)).toBeUndefined();
  keepTerminal(made, folder, root);
  expect(cachedTerminal(folder, root)).toEqual(made);
  keepTerminal({ ...made, isSmall: true }, folder, root);
  expect(cachedTerminal(folder, root)).toEqual({ ...made, isSmall: true });
});

test.each([...SOURCES, "terminal/new/view.tsx"])("it is rebuilt once %s has changed", (path) => {
  keepTerminal(made, folder, root);
  write(path, "");
  if (SOURCES.includes(path)) appendFileSync(join(root, path), " ");
  expect(cachedTerminal(folder, root)).toBeUndefined();
});

test("its tests are not part of it", () => {
  keepTerminal(made, folder, root);
  write("terminal/app/app.test.ts", "another");
  expect(cachedTerminal(folder, root)).toEqual(made);
});
