// From the quotes a maker has to the quotes it wants, with few requests: an order that is near enough stays, one that is
// not is amended, and what is missing is placed. Pure.

import type { Quote } from "./maker-quotes.ts";

/** An order on the book that stands for one quote; its quantity is what is left of it. */
export interface LiveQuote extends Quote {
  readonly orderId: number;
}

export type QuoteChange =
  | { readonly type: "place"; readonly quote: Quote }
  | { readonly type: "amend"; readonly orderId: number; readonly quote: Quote }
  | { readonly type: "cancel"; readonly orderId: number };

/** An order may be off by this part of its distance to the middle before it is moved. */
const TOLERANCE = 0.3;
/** An order with less than this part of its quantity left is replaced. */
const LEFT_MIN = 0.5;

/**
 * What to do now, most urgent first: cancels, then what stands in the way of the price, then what follows it.
 * @param middle the price half-way between the two sides that are wanted
 */
export function quoteChanges(wanted: readonly Quote[], live: readonly LiveQuote[], middle: number): QuoteChange[] {
  const liveBySlot = new Map<string, LiveQuote>();
  const changes: QuoteChange[] = [];
  for (const order of live) {
    const slot = slotOf(order);
    if (liveBySlot.has(slot)) changes.push({ type: "cancel", orderId: order.orderId });
    else liveBySlot.set(slot, order);
  }

  const moves: { readonly change: QuoteChange; readonly urgency: number }[] = [];
  for (const quote of wanted) {
    const order = liveBySlot.get(slotOf(quote));
    liveBySlot.delete(slotOf(quote));
    if (order === undefined) {
      moves.push({ change: { type: "place", quote }, urgency: 1 / (1 + quote.level) });
      continue;
    }
    if (order.quantity < quote.quantity * LEFT_MIN) {
      changes.push({ type: "cancel", orderId: order.orderId });
      moves.push({ change: { type: "place", quote }, urgency: 1 / (1 + quote.level) });
      continue;
    }
    const off = Math.abs(order.price - quote.price);
    if (off <= Math.abs(quote.price - middle) * TOLERANCE) continue;
    // An order that the price is running into goes first; one that it leaves behind can wait.
    const isInTheWay = quote.side === "BUY" ? order.price > quote.price : order.price < quote.price;
    moves.push({
      change: { type: "amend", orderId: order.orderId, quote },
      urgency: (isInTheWay ? 2 : 0) + 1 / (1 + quote.level),
    });
  }
  for (const order of liveBySlot.values()) changes.push({ type: "cancel", orderId: order.orderId });
  // `toSorted` is stable: of the same urgency, the order of the wanted quotes decides.
  return [...changes, ...moves.toSorted((a, b) => b.urgency - a.urgency).map((move) => move.change)];
}

/** One order per side and level. */
function slotOf({ side, level }: Pick<Quote, "side" | "level">): string {
  return `${side}-${level}`;
}
