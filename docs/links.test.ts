// Checks that whatever the documentation mentions exists: linked files and headings, paths, npm scripts and flags. Also
// checks that the example in the README is the tested one.

import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { evermarkProgram } from "@evermark/cli";
import { endpoints } from "@evermark/interface";
import { operatorRows } from "@evermark/interface/operators/operator.ts";
import { Glob } from "bun";
import { mutateProgram } from "../test/mutants/options.ts";

const root = join(import.meta.dir, "..");
const names = ["README.md", "CONTRIBUTING.md", ...new Glob("docs/**/*.md").scanSync(root)].sort();
const pages = new Map(names.map((name) => [name, readFileSync(join(root, name), "utf8")]));
const scripts: Record<string, string> = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts;

/** Every match of a pattern on every page for which `exists` is false, as `page: match`. */
function lost(pattern: RegExp, exists: (match: RegExpMatchArray, page: string) => boolean): string[] {
  return [...pages].flatMap(([page, text]) =>
    [...text.matchAll(pattern)].filter((match) => !exists(match, page)).map((match) => `${page}: ${match[0]}`),
  );
}

test("every relative link leads to a file, and every anchor to a heading", () => {
  const broken = lost(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g, ([, target, anchor], page) => {
    const file = target === "" ? page : join(dirname(page), target!);
    if (!existsSync(join(root, file))) return false;
    return anchor === undefined || anchorsOf(readFileSync(join(root, file), "utf8")).has(anchor);
  });
  expect(broken).toEqual([]);
});

test("every path in the repository that is mentioned exists", () => {
  const path =
    /(?:^|[\s`(])((?:engine|model|journal|core|interface|client|terminal|cli|contracts|venue|test|bench|docs|\.ci)\/[\w./-]*)/gm;
  expect(lost(path, ([, name]) => existsSync(join(root, name!)))).toEqual([]);
});

test("every npm script that is mentioned exists", () => {
  expect(lost(/npm run ([a-z-]+)/g, ([, name]) => name! in scripts)).toEqual([]);
});

test("every command and flag of evermark that is mentioned exists", async () => {
  const commands = new Map((await evermarkProgram()).commands.map((command) => [command.name(), command]));
  const takes = (name: string, words: string) => {
    const known = commands.get(name)?.options.map(({ long }) => long);
    return known !== undefined && [...words.matchAll(/--[a-z-]+/g)].every(([flag]) => known.includes(flag));
  };
  expect(lost(/npx evermark ([a-z-]+)([^\n`#]*)/g, ([, name, words]) => takes(name!, words!))).toEqual([]);
  expect(lost(/npm start -- ([^\n`#]*)/g, ([, words]) => takes("start", words!))).toEqual([]);
  // A flag that stands alone as code belongs to one of the commands, to the npm script bench, or to Bun's bundler.
  const all = new Set([...commands.values()].flatMap(({ options }) => options.map(({ long }) => long)));
  expect(lost(/`(--[a-z-]+)[^`]*`/g, ([, flag], page) => all.has(flag!) || ofMutate(flag!, page))).toEqual([]);
  expect(lost(/npm run mutate -- .*?(--[a-z-]+)/g, ([, flag]) => ofMutate(flag!))).toEqual([]);
});

test("every call that is mentioned is an endpoint", () => {
  const known = new Set([...endpoints, ...operatorRows].map(({ method, path }) => `${method} ${path}`));
  const served = new Set(["GET /health", "GET /ready", "GET /metrics"]);
  const call = /`(GET|POST|PUT|DELETE) (\/[\w/{}-]+)/g;
  expect(lost(call, ([, method, path]) => known.has(`${method} ${path}`) || served.has(`${method} ${path}`))).toEqual(
    [],
  );
});

test("the README's example is the tested one", () => {
  const [, shown] = /```ts\n([\s\S]*?)```/.exec(pages.get("README.md")!)!;
  expect(shown).toBe(readFileSync(join(root, "client/examples/first-order.ts"), "utf8"));
});

/** The page on mutation testing mentions flags of its own command. */
function ofMutate(flag: string, page = "docs/mutation-testing.md"): boolean {
  return page === "docs/mutation-testing.md" && mutateProgram().options.some(({ long }) => long === flag);
}

/** The anchors that GitHub makes from the headings of a page. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title!);
  return new Set(
    headings.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}
