// `comparison`: a comparison includes equality where it did not, or the reverse; equal becomes different. Left out
// where it makes no difference: when the larger of two values is chosen, equal ones are the same, and a loop over a
// table would only see the empty row after the last.

import type { BinaryExpression, Node } from "@babel/types";
import { type Operator, replace } from "../mutant.ts";
import { lastName, type Source, textOf } from "../syntax.ts";

const OTHER: ReadonlyMap<string, string> = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["===", "!=="],
  ["!==", "==="],
]);

export const comparison: Operator = (node, around, source) => {
  if (node.type !== "BinaryExpression") return [];
  const opposite = OTHER.get(node.operator);
  if (opposite === undefined || isChoice(node, around[0], source) || isOverTable(node, around[0])) return [];
  return [replace(node, `${textOf(source, node.left)} ${opposite} ${textOf(source, node.right)}`)];
};

/** `a < b ? a : b`, and `a > b ? a - b : 0`. */
function isChoice(node: BinaryExpression, parent: Node | undefined, source: Source): boolean {
  if (parent?.type !== "ConditionalExpression" || parent.test !== node || !/^[<>]/.test(node.operator)) return false;
  const [left, right] = [textOf(source, node.left), textOf(source, node.right)];
  const [consequent, alternate] = [textOf(source, parent.consequent), textOf(source, parent.alternate)];
  if (/^0n?$/.test(alternate)) return consequent === `(${left} - ${right})` || consequent === `(${right} - ${left})`;
  return (consequent === left && alternate === right) || (consequent === right && alternate === left);
}

/** `for (let row = 0; row < rows.used; row++)` */
function isOverTable(node: BinaryExpression, parent: Node | undefined): boolean {
  return (
    parent?.type === "ForStatement" && parent.test === node && node.operator === "<" && lastName(node.right) === "used"
  );
}
