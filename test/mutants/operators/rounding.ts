// `rounding`: rounds in the other direction. If the function for that is not imported yet, the import is added.

import type { Node } from "@babel/types";
import { type Edit, type Operator, replace } from "../mutant.ts";
import { lastName, type Source, walk } from "../syntax.ts";

const OTHER: ReadonlyMap<string, string> = new Map([
  ["mulDivFloor", "mulDivCeil"],
  ["mulDivCeil", "mulDivFloor"],
  ["divFloor", "divCeil"],
  ["divCeil", "divFloor"],
  ["divRoundHalfAway", "divFloor"],
]);

const OTHER_OF_MATH: ReadonlyMap<string, string> = new Map([
  ["floor", "ceil"],
  ["ceil", "floor"],
  ["trunc", "floor"],
  ["round", "floor"],
]);

export const rounding: Operator = (node, _around, source) => {
  if (node.type !== "CallExpression") return [];
  const { callee } = node;
  if (callee.type === "MemberExpression") {
    const opposite = OTHER_OF_MATH.get(lastName(callee) ?? "");
    return lastName(callee.object) === "Math" && opposite !== undefined ? [replace(callee.property, opposite)] : [];
  }
  const name = lastName(callee) ?? "";
  const opposite = OTHER.get(name);
  if (opposite === undefined) return [];
  const importEdits = imported(source, name);
  return importEdits === undefined ? [] : [[...replace(callee, opposite), ...importEdits]];
};

/**
 * The edits that make the other function available: none if it is already, otherwise an addition to the import of the
 * first function.
 */
function imported(source: Source, name: string): Edit[] | undefined {
  const opposite = OTHER.get(name)!;
  const specifiers = bodyOf(source.tree).flatMap((statement) =>
    statement.type === "ImportDeclaration" ? statement.specifiers : [],
  );
  if (declares(source, opposite) || specifiers.some(({ local }) => local.name === opposite)) return [];
  const place = specifiers.find(({ local }) => local.name === name);
  return place === undefined ? undefined : [{ start: place.end!, end: place.end!, text: `, ${opposite}` }];
}

function declares(source: Source, name: string): boolean {
  let found = false;
  walk(source.tree, (node) => {
    found ||= node.type === "FunctionDeclaration" && node.id?.name === name;
  });
  return found;
}

function bodyOf(tree: Node): readonly Node[] {
  return tree.type === "Program" ? tree.body : [];
}
