// Another language needs only another object of texts: no component of the terminal contains words of its own.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@babel/parser";
import type { Node } from "@babel/types";

const TERMINAL = join(import.meta.dir, "..");
/** Attributes that are shown or read aloud. */
const READ = [
  "aria-label",
  "aria-description",
  "aria-valuetext",
  "aria-roledescription",
  "title",
  "placeholder",
  "alt",
];
/** Text that belongs to no language: signs, keys, an example of an address, the name of a style unit or of a currency. */
const OF_NO_LANGUAGE = /^(https:\/\/…|USDC|0x…)$/;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

function isWord(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !OF_NO_LANGUAGE.test(text.trim());
}

/** Words that a component renders: between its tags, and in attributes that are shown or read aloud. */
function wordsOf(node: Node, isRead = false): string[] {
  switch (node.type) {
    case "JSXText":
      return isWord(node.value) ? [node.value.trim()] : [];
    case "JSXAttribute":
      return node.value ? wordsOf(node.value, READ.includes(String(node.name.name)) || node.name.name === "label") : [];
    case "StringLiteral":
      return isRead && isWord(node.value) ? [node.value] : [];
    case "TemplateElement":
      return isRead && isWord(node.value.raw) ? [node.value.raw] : [];
    // Names of styles, conditions and arguments are not shown; the results of expressions are.
    case "JSXElement":
      return [
        ...node.openingElement.attributes.flatMap((attribute) => wordsOf(attribute)),
        ...node.children.flatMap((child) => wordsOf(child, true)),
      ];
    case "ConditionalExpression":
      return [...wordsOf(node.test), ...wordsOf(node.consequent, isRead), ...wordsOf(node.alternate, isRead)];
    case "LogicalExpression":
      return [...wordsOf(node.left), ...wordsOf(node.right, isRead)];
    case "JSXExpressionContainer":
    case "TemplateLiteral":
      return within(node, isRead);
    default:
      return within(node, false);
  }
}

function within(node: Node, isRead: boolean): string[] {
  return Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((child) => wordsOf(child, isRead));
}

/** The console's words are part of its acts and views: operators read the log and the command line in the same language. */
const CONSOLE = /^operator\//;

test("no component of the page contains words of its own", () => {
  const found: string[] = [];
  for (const path of new Bun.Glob("**/*.tsx").scanSync(TERMINAL)) {
    if (CONSOLE.test(path)) continue;
    const { program } = parse(readFileSync(join(TERMINAL, path), "utf8"), {
      sourceType: "module",
      plugins: ["typescript", "jsx"],
    });
    for (const words of wordsOf(program)) found.push(`${path}: ${words}`);
  }
  expect(found).toEqual([]);
});
