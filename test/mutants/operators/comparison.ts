// `comparison`: met exactly counts where it did not, or no longer; equal becomes different.

import { type Operator, replace } from "../mutant.ts";
import { textOf } from "../syntax.ts";

const OTHER: ReadonlyMap<string, string> = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["===", "!=="],
  ["!==", "==="],
]);

export const comparison: Operator = (node, _around, source) => {
  if (node.type !== "BinaryExpression") return [];
  const other = OTHER.get(node.operator);
  if (other === undefined) return [];
  return [replace(node, `${textOf(source, node.left)} ${other} ${textOf(source, node.right)}`)];
};
