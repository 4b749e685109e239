// `term`: one of two operands is dropped: in a sum, in a difference, or in a combination of conditions.

import { type Operator, replace } from "../mutant.ts";
import { isText, textOf } from "../syntax.ts";

export const term: Operator = (node, _around, source) => {
  if (node.type === "LogicalExpression" && node.operator !== "??") {
    return [replace(node, textOf(source, node.left)), replace(node, textOf(source, node.right))];
  }
  if (node.type !== "BinaryExpression" || isText(node)) return [];
  if (node.operator === "+") {
    return [replace(node, textOf(source, node.left)), replace(node, textOf(source, node.right))];
  }
  return node.operator === "-" ? [replace(node, textOf(source, node.left))] : [];
};
