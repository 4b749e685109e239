import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DECLARATIONS } from "@evermark/engine";
import { endpoints } from "@evermark/interface";
import { topics } from "@evermark/interface/streams/topics.ts";
import { SCHEMA } from "@evermark/venue/history/history-inside.ts";
import { Glob } from "bun";
import { OPERATOR_FILES } from "./operator-files.ts";
import { PARAMETER_FIELDS_FILE, parameterFields } from "./parameter-fields.ts";
import { REFERENCE_DIRECTORY, referencePages } from "./reference-pages.ts";

const pages = referencePages();

test("the reference matches the declarations; if not, run: npm run docs", () => {
  expect([...new Glob("**/*").scanSync(REFERENCE_DIRECTORY)].sort()).toEqual(Object.keys(pages).sort());
  for (const [name, text] of Object.entries(pages)) {
    expect(readFileSync(join(REFERENCE_DIRECTORY, name), "utf8")).toBe(text);
  }
});

test("the interface's market parameters match the engine's declarations; if not, run: npm run docs", () => {
  expect(readFileSync(PARAMETER_FIELDS_FILE, "utf8")).toBe(parameterFields());
});

test("the files for an operator's other programs match the declarations; if not, run: npm run docs", () => {
  for (const [path, text] of Object.entries(OPERATOR_FILES)) expect(readFileSync(path, "utf8")).toBe(text);
});

test("every endpoint, topic, journal command and history table has a section", () => {
  const calls = Object.entries(pages).flatMap(([name, text]) => (name.startsWith("endpoints/") ? [text] : []));
  for (const { method, path } of endpoints) expect(calls.join("")).toContain(`\n## ${method} ${path}\n`);
  for (const { name } of Object.values(topics)) expect(pages["topics.md"]).toContain(`\n## \`${name}\`\n`);
  for (const type of Object.keys(DECLARATIONS)) expect(pages["journal.md"]).toContain(`\n## ${type}\n`);
  for (const name of Object.keys(SCHEMA)) expect(pages["history.md"]).toContain(`\n## ${name}\n`);
});

test("no table cell of the reference is broken", () => {
  const markdown = Object.entries(pages).filter(([name]) => name.endsWith(".md"));
  for (const [name, text] of markdown) {
    expect(text, name).not.toMatch(/undefined|\[object Object\]|NaN/);
  }
});
