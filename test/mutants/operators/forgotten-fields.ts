// `snapshot`: a field is read and discarded, as if it had been left out both where the bytes are written and where they
// are read. The bytes are still consumed, so that those after them are read correctly.

import type { Node } from "@babel/types";
import { type Operator, replace } from "../mutant.ts";
import { calleeOf, lastName, type Source, textOf, walk } from "../syntax.ts";

/** The value that replaces one that was not kept, by the name of the reading method. */
const NOTHING: ReadonlyMap<string, string> = new Map([
  ["u8", "0"],
  ["i32", "0"],
  ["f64", "0"],
  ["big", "0n"],
  ["text", '""'],
]);

export const snapshot: Operator = (node, around, source) => {
  if (node.type === "ExpressionStatement" && node.expression.type === "AssignmentExpression") {
    const { right } = node.expression;
    return readsAnything(right, source) ? [replace(node, `void ${textOf(source, right)};`)] : [];
  }
  const callee = calleeOf(node);
  if (node.type !== "CallExpression" || callee?.type !== "MemberExpression" || !isReader(callee.object, source))
    return [];
  const name = lastName(callee) ?? "";
  if (name === "raw") {
    const into = textOf(source, node.arguments[0]!);
    return [replace(node.arguments[0]!, `new Uint8Array(${into}.length)`)];
  }
  const nothing = NOTHING.get(name);
  // An assigned value is already discarded together with its assignment, and the count of a loop is not a field.
  if (nothing === undefined || around.some((ancestor) => ancestor.type === "ForStatement" && inHead(ancestor, node)))
    return [];
  if (around[0]?.type === "AssignmentExpression") return [];
  return [replace(node, `(${textOf(source, node)}, ${nothing})`)];
};

function inHead(loop: Node & { type: "ForStatement" }, node: Node): boolean {
  return node.end! <= loop.body.start!;
}

function readsAnything(node: Node, source: Source): boolean {
  let found = false;
  walk(node, (inner) => {
    found ||= isReader(inner, source);
  });
  return found;
}

function isReader(node: Node, source: Source): boolean {
  return node.type === "Identifier" && readersOf(source).has(node.name);
}

const known = new WeakMap<Source, ReadonlySet<string>>();

/** The parameters in a file whose type is the reader of bytes. */
function readersOf(source: Source): ReadonlySet<string> {
  let names = known.get(source);
  if (names === undefined) {
    const found = new Set<string>();
    walk(source.tree, (node) => {
      if (node.type !== "Identifier" || node.typeAnnotation?.type !== "TSTypeAnnotation") return;
      const type = node.typeAnnotation.typeAnnotation;
      if (type.type === "TSTypeReference" && lastName(type.typeName) === "ByteReader") found.add(node.name);
    });
    names = found;
    known.set(source, names);
  }
  return names;
}
