// Names use plain words. The actions are send, notify, show and return; the actors are clients, traders, accounts,
// callers, operators and processes. A name with other words is replaced by one that says what the thing is.

import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "../..");

/** Words that may not be part of a name, and what to use instead. */
const INSTEAD = new Map([
  ["tell", "send, notify, report"],
  ["tells", "sends, shows"],
  ["told", "sent, shown, returned, answered"],
  ["somebody", "client, trader, wallet"],
  ["someone", "client, trader, wallet"],
  ["nobody", "none, unknown"],
  ["anybody", "any client"],
  ["anyone", "any client"],
  ["everybody", "all accounts"],
  ["everyone", "all accounts"],
  ["whoever", "caller"],
  ["errand", "transaction, request"],
  ["desk", "fixture, executor, exchange"],
]);

/** The top-level declarations of a file, and the private members of a class. */
const DECLARED = /^(?:export )?(?:async |abstract )?(?:class|interface|type|function|const|let) (\w+)|#([a-z]\w*)/gm;

function oddNamesIn(path: string, source: string): string[] {
  const declared = [...source.matchAll(DECLARED)].map(([, name, own]) => name ?? own!);
  return [...new Set([...path.split(/[/.]/), ...declared])].flatMap((name) => {
    const words = name.split(/[-_]|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
    return words.flatMap((word) =>
      INSTEAD.has(word) ? [`${path}: ${name}; instead of ${word}: ${INSTEAD.get(word)}`] : [],
    );
  });
}

test("names say what a thing is and does", () => {
  const rooms = readdirSync(root).filter((name) => /^[a-z]+$/.test(name));
  const glob = new Glob(`{${rooms.join(",")}}/**/*.{ts,tsx}`);
  const paths = [...glob.scanSync(root)].filter((path) => !path.includes("node_modules/"));
  expect(paths.length).toBeGreaterThan(1_000);
  expect(paths.flatMap((path) => oddNamesIn(path, readFileSync(join(root, path), "utf8")))).toEqual([]);
});

test("an odd name is found both in a file's name and in a declaration", () => {
  expect(oddNamesIn("venue/errand.ts", `const toldTime = 1;\nclass Run {\n  #${"tell"}All() {}\n}`)).toHaveLength(3);
  expect(oddNamesIn("venue/oldest.ts", "const oldest = intellect;\ntype Noun = 1;")).toEqual([]);
});
