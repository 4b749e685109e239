// Labels of drawings: the text, and for a range also its extent.

import { decimal, rounded } from "../../../format/figure-text.ts";
import { words } from "../../../texts/words.ts";
import type { Drawing } from "./drawing.ts";

/** @param candles how many candles lie between its first anchor and its last */
export function labelOf({ kind, anchors, text }: Drawing, candles: number, price: (price: number) => string): string {
  const [from, to] = anchors;
  if (kind !== "range" || from === undefined || to === undefined) return text;
  const change = rounded(((to.price - from.price) / from.price) * 100, 2);
  const [rise, percent] = [to.price - from.price, decimal(change, { isSigned: true, places: 2 })];
  const measured = words.drawings.range(`${rise > 0 ? "+" : ""}${price(rise)}`, percent, decimal(candles));
  return text === "" ? measured : `${text}: ${measured}`;
}

/** The kind, prices and text of a drawing, for screen readers and for the list of drawings. */
export function nameOf({ kind, anchors, text }: Drawing, price: (price: number) => string): string {
  const prices = anchors.map((anchor) => price(anchor.price));
  return words.drawings.named(words.drawings.kinds[kind], prices, text);
}
