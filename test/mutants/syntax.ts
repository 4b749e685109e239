// A source file as a tree, and a walk over the part of it that is executed. Types, imports and what assertions check
// are skipped.

import { parse } from "@babel/parser";
import type { CallExpression, Expression, Node } from "@babel/types";

/** The nodes around a node, nearest first. */
export type Around = readonly Node[];

export interface Source {
  readonly file: string;
  readonly text: string;
  readonly tree: Node;
}

export function parseSource(file: string, text: string): Source {
  const tree = parse(text, { sourceType: "module", plugins: ["typescript"] }).program;
  return { file, text, tree };
}

/** Calls `visit` with every node that is executed, in the order of the text. */
export function walk(node: Node, visit: (node: Node, around: Around) => void, around: Around = []): void {
  if (isPassedBy(node) || isClaim(node, around[0])) return;
  visit(node, around);
  const further = [node, ...around];
  for (const child of childrenOf(node)) walk(child, visit, further);
}

/** The text of a node, with the parentheses that it needs when it replaces another node. */
export function textOf(source: Source, node: Node): string {
  const text = source.text.slice(node.start!, node.end!);
  return isTight(node) ? text : `(${text})`;
}

/** The last name of `market.best(1)!.price` is `price`; that of `mulDivFloor` is itself. */
export function lastName(node: Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression" && node.property.type === "Identifier") return node.property.name;
  return undefined;
}

/** The function that a call calls; undefined for any other node. */
export function calleeOf(node: Node): Node | undefined {
  return node.type === "CallExpression" ? node.callee : undefined;
}

/** Whether a node is a string, as far as the syntax shows. */
export function isText(node: Node): boolean {
  if (node.type === "StringLiteral" || node.type === "TemplateLiteral") return true;
  return node.type === "BinaryExpression" && (isText(node.left) || isText(node.right));
}

/** Whether a name is used for its value here, and is not being declared, assigned or looked up as a property. */
export function isValue(node: Expression, around: Around): boolean {
  const parent = around[0];
  switch (parent?.type) {
    case "VariableDeclarator":
      return parent.init === node;
    case "AssignmentExpression":
      return parent.right === node;
    case "MemberExpression":
    case "OptionalMemberExpression":
      return parent.object === node || parent.computed;
    case "ObjectProperty":
      return parent.value === node && around[1]?.type === "ObjectExpression";
    case "AssignmentPattern":
      return parent.right === node;
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrayPattern":
    case "RestElement":
    case "UpdateExpression":
    case "ClassMethod":
    case "ClassPrivateMethod":
    case "ObjectMethod":
      return false;
    case "ArrowFunctionExpression":
    case "ClassProperty":
    case "ClassPrivateProperty":
      return "body" in parent ? parent.body === node : parent.value === node;
    default:
      return true;
  }
}

/** A weaker assertion would only be noticed when something else is broken, so what an assertion checks is not changed. */
function isPassedBy(node: Node): boolean {
  if (node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration") return true;
  if (node.type === "ExportSpecifier" || node.type === "ThrowStatement") return true;
  if (node.type === "CallExpression" && isAssert(node)) return true;
  if (node.type === "IfStatement" && endsIn(node.consequent, /^broken$|^assert[A-Z]/)) return true;
  return node.type.startsWith("TS") && !/^TS(As|NonNull|Satisfies|Instantiation)Expression$/.test(node.type);
}

function isAssert({ callee }: CallExpression): boolean {
  return callee.type === "Identifier" && callee.name === "assert";
}

/** Whether a name is declared only for use in assertions. */
function isClaim(node: Node, parent: Node | undefined): boolean {
  if (node.type !== "VariableDeclaration" || parent?.type !== "BlockStatement") return false;
  const [{ id: name }] = node.declarations as [Node & { id: Node }];
  if (name.type !== "Identifier") return false;
  return timesNamed(parent, name.name, isPassedBy) === 1 && timesNamed(parent, name.name, () => false) > 1;
}

/** How often a name occurs in a node, except in the nodes that are left out. */
function timesNamed(node: Node, name: string, isLeftOut: (inner: Node) => boolean): number {
  if (isLeftOut(node)) return 0;
  const here = node.type === "Identifier" && node.name === name ? 1 : 0;
  return childrenOf(node).reduce((sum, child) => sum + timesNamed(child, name, isLeftOut), here);
}

/** Whether a branch only calls a function with such a name. */
function endsIn(branch: Node, name: RegExp): boolean {
  if (branch.type !== "ExpressionStatement" || branch.expression.type !== "CallExpression") return false;
  const { callee } = branch.expression;
  return callee.type === "Identifier" && name.test(callee.name);
}

function childrenOf(node: Node): Node[] {
  const found: Node[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key.endsWith("Comments") || key === "extra" || key === "loc") continue;
    // `{ isBuy }` contains the same node twice.
    if (key === "key" && node.type === "ObjectProperty" && node.shorthand) continue;
    for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) found.push(item);
  }
  return found.sort((a, b) => a.start! - b.start!);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;
}

function isTight(node: Node): boolean {
  return /Literal$|^Identifier$|MemberExpression$|CallExpression$|^ThisExpression$/.test(node.type);
}
