// `number`: one more, one less. Not the room that a writer of bytes begins with: it takes more as it needs it.

import { type Operator, replace } from "../mutant.ts";
import { lastName } from "../syntax.ts";

export const number: Operator = (node, [parent]) => {
  if (parent?.type === "NewExpression" && lastName(parent.callee) === "ByteWriter") return [];
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
