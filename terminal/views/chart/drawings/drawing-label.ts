// What a drawing says: its text, and of a range how far it goes.

import { decimal, rounded } from "../../../format/decimal.ts";
import { words } from "../../../texts/words.ts";
import type { Drawing } from "./drawing.ts";

/** @param candles how many there are from its first anchor to its last */
export function labelOf({ kind, anchors, text }: Drawing, candles: number, price: (price: number) => string): string {
  const [from, to] = anchors;
  if (kind !== "range" || from === undefined || to === undefined) return text;
  const change = rounded(((to.price - from.price) / from.price) * 100, 2);
  const [rise, percent] = [to.price - from.price, decimal(change, { isSigned: true, places: 2 })];
  const measured = words.drawings.range(`${rise > 0 ? "+" : ""}${price(rise)}`, percent, decimal(candles));
  return text === "" ? measured : `${text}: ${measured}`;
}

/** What it is and where, for those who can't see it, and in the list of all. */
export function nameOf({ kind, anchors, text }: Drawing, price: (price: number) => string): string {
  const prices = anchors.map((anchor) => price(anchor.price));
  return words.drawings.named(words.drawings.kinds[kind], prices, text);
}
