// `number`: a number becomes one more or one less. Left out are the initial capacity of something that grows as needed,
// and the length of an array.

import type { Node } from "@babel/types";
import { type Operator, replace } from "../mutant.ts";
import { type Around, lastName } from "../syntax.ts";

export const number: Operator = (node, around) => {
  if (isRoom(node, around)) return [];
  if (node.type === "NumericLiteral" && Number.isSafeInteger(node.value)) {
    return [replace(node, String(node.value + 1)), replace(node, below(node.value - 1))];
  }
  if (node.type === "BigIntLiteral") {
    const n = BigInt(node.value);
    return [replace(node, `${n + 1n}n`), replace(node, n === 0n ? "(-1n)" : `${n - 1n}n`)];
  }
  return [];
};

function below(n: number): string {
  return n < 0 ? `(${n})` : String(n);
}

/** `new ByteWriter(64)`, `new Int32Array(4 * LEAF)` */
function isRoom(node: Node, around: Around): boolean {
  const line = [node, ...around];
  const at = line.findIndex(({ type }) => type !== "NumericLiteral" && type !== "BinaryExpression");
  const added = line[at];
  return added?.type === "NewExpression" && added.arguments[0] === line[at - 1] && isRoomy(added.callee);
}

function isRoomy(callee: Node): boolean {
  return /^(ByteWriter|IntMap|ArrayBuffer|\w+Array)$/.test(lastName(callee) ?? "");
}
