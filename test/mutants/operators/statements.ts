// `statement`: something that should be done is not done. `check`: something that should be refused or left alone is
// not.

import type { Node } from "@babel/types";
import { type Operator, replace } from "../mutant.ts";

export const statement: Operator = (node, around) => {
  if (node.type !== "ExpressionStatement") return [];
  const { expression } = node;
  const hasEffect = /^(Call|OptionalCall|Assignment|Update)Expression$/.test(expression.type);
  if (!hasEffect || (expression.type === "CallExpression" && expression.callee.type === "Super")) return [];
  // Assertions are not removed either: see syntax.ts.
  if (expression.type === "CallExpression" && "name" in expression.callee && expression.callee.name === "assert")
    return [];
  return [replace(node, needsBody(node, around) ? "{}" : "")];
};

export const check: Operator = (node) => {
  if (node.type !== "IfStatement" || node.alternate) return [];
  return leavesAtOnce(node.consequent) ? [replace(node.test, "false")] : [];
};

function needsBody(node: Node, around: readonly Node[]): boolean {
  const parent = around[0];
  return (
    parent?.type !== "BlockStatement" && parent?.type !== "Program" && parent?.type !== "SwitchCase" && parent !== node
  );
}

function leavesAtOnce(node: Node): boolean {
  if (node.type === "BlockStatement") return node.body.length === 1 && leavesAtOnce(node.body[0]!);
  return node.type === "ReturnStatement" || node.type === "ContinueStatement";
}
