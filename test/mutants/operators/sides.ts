// `side`: the other side of the book, of a trade or of a bound.

import type { Node } from "@babel/types";
import { type Operator, replace } from "../mutant.ts";
import { isValue, lastName, textOf } from "../syntax.ts";

const WORDS = bothWays([
  ["BUY", "SELL"],
  ["LONG", "SHORT"],
  ["BID", "ASK"],
]);

/** Properties and their counterparts. */
const PROPERTIES = bothWays([
  ["bids", "asks"],
  ["bid", "ask"],
  ["bestBid", "bestAsk"],
  ["impactBid", "impactAsk"],
  ["pendingBuy", "pendingSell"],
  ["pendingLong", "pendingShort"],
  ["reserveBuy", "reserveSell"],
  ["buyMax", "sellMax"],
  ["buyMin", "sellMin"],
  ["min", "max"],
]);

const FLAGS: ReadonlySet<string> = new Set(["isBuy", "buy", "buys", "isLong", "long", "isShort", "short"]);

export const side: Operator = (node, around, source) => {
  if (node.type === "StringLiteral") {
    const counterpart = WORDS.get(node.value);
    return counterpart === undefined || !isValue(node, around) ? [] : [replace(node, `"${counterpart}"`)];
  }
  if (node.type === "MemberExpression" && !node.computed && node.property.type === "Identifier") {
    const counterpart = PROPERTIES.get(node.property.name);
    return counterpart === undefined ? [] : [replace(node.property, counterpart)];
  }
  if (node.type === "CallExpression" && FLAGS.has(lastName(node.callee) ?? "")) {
    return [replace(node, `!${textOf(source, node)}`)];
  }
  const flag = node.type === "Identifier" && FLAGS.has(node.name) && isValue(node, around);
  return flag && !isCalled(node, around[0]) ? [replace(node, inverse(node, around[0]))] : [];
};

function isCalled(node: Node, parent: Node | undefined): boolean {
  return parent?.type === "CallExpression" && parent.callee === node;
}

function inverse(node: { name: string }, parent: Node | undefined): string {
  const shorthand = parent?.type === "ObjectProperty" && parent.shorthand;
  return shorthand ? `${node.name}: !${node.name}` : `(!${node.name})`;
}

function bothWays(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  return new Map(pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));
}
