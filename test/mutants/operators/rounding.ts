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
    const other = OTHER_OF_MATH.get(lastName(callee) ?? "");
    return lastName(callee.object) === "Math" && other !== undefined ? [replace(callee.property, other)] : [];
  }
  const name = lastName(callee) ?? "";
  const other = OTHER.get(name);
  if (other === undefined) return [];
  const known = imported(source, name);
  return known === undefined ? [] : [[...replace(callee, other), ...known]];
};

/**
 * The edits that make the other function available: none if it is already, otherwise an addition to the import of the
 * first function.
 */
function imported(source: Source, name: string): Edit[] | undefined {
  const other = OTHER.get(name)!;
  const specifiers = bodyOf(source.tree).flatMap((one) => (one.type === "ImportDeclaration" ? one.specifiers : []));
  if (declares(source, other) || specifiers.some(({ local }) => local.name === other)) return [];
  const place = specifiers.find(({ local }) => local.name === name);
  return place === undefined ? undefined : [{ start: place.end!, end: place.end!, text: `, ${other}` }];
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
