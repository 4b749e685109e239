// Groups levels of a book by price steps. An ask counts at the next step above it and a bid at the next below, so a group
// never promises a better price than there is. All sums are of whole lots, so nothing is lost.

import type { Level } from "@evermark/client";
import { fromUnits, product, toUnits } from "../../format/exact.ts";
import { placesOf } from "../../format/figure-text.ts";

export type BookSideName = "asks" | "bids";

/** A market's precision: decimal places of prices and quantities. */
export interface Grid {
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
  /** Smallest price step. */
  readonly tick: number;
}

export interface Group {
  readonly price: number;
  readonly quantity: number;
  /** Quantity of this group and all better ones. */
  readonly total: number;
}

export function gridOf({ quote_tick, base_tick }: { readonly quote_tick: number; readonly base_tick: number }): Grid {
  return { pricePlaces: placesOf(quote_tick), quantityPlaces: placesOf(base_tick), tick: quote_tick };
}

/** The price of the group that a price belongs to. */
export function groupPrice(price: number, side: BookSideName, step: number, { pricePlaces }: Grid): number {
  const units = toUnits(price, pricePlaces);
  const stepUnits = toUnits(step, pricePlaces);
  const steps = side === "asks" ? Math.ceil(units / stepUnits) : Math.floor(units / stepUnits);
  return fromUnits(steps * stepUnits, pricePlaces);
}

/**
 * Groups levels by price steps.
 * @param levels best first
 * @param step a multiple of the tick
 * @param most maximum number of groups
 */
export function grouped(levels: readonly Level[], side: BookSideName, step: number, grid: Grid, most: number): Group[] {
  const { quantityPlaces } = grid;
  const sums: { readonly price: number; quantity: number }[] = [];
  for (const [price, quantity] of levels) {
    const at = groupPrice(price, side, step, grid);
    const units = toUnits(quantity, quantityPlaces);
    const last = sums.at(-1);
    if (last?.price === at) last.quantity += units;
    else if (sums.length === most) break;
    else sums.push({ price: at, quantity: units });
  }
  let total = 0;
  return sums.map(({ price, quantity }) => {
    total += quantity;
    return { price, quantity: fromUnits(quantity, quantityPlaces), total: fromUnits(total, quantityPlaces) };
  });
}

/** The groups with sizes in quote currency, at their prices. */
export function inQuote(groups: readonly Group[]): Group[] {
  let total = 0;
  return groups.map(({ price, quantity }) => {
    const worth = product(quantity, price);
    total += worth;
    return { price, quantity: worth, total };
  });
}

/** Counts how many of the prices belong to each group. */
export function countByGroup(prices: readonly number[], side: BookSideName, step: number, grid: Grid) {
  const counts = new Map<number, number>();
  for (const price of prices) {
    const at = groupPrice(price, side, step, grid);
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return counts;
}

const FACTORS = [1, 5] as const;

/** Useful steps at a price: the tick times 1, 5, 10, 50 and so on, up to about a hundredth of the price. */
export function stepsAt(price: number, { tick, pricePlaces }: Grid): number[] {
  const tickUnits = toUnits(tick, pricePlaces);
  const digits = String(Math.floor(toUnits(price, pricePlaces) / tickUnits)).length;
  const steps: number[] = [];
  for (let power = 0; power <= Math.max(0, digits - 3); power++) {
    for (const factor of FACTORS) steps.push(fromUnits(tickUnits * factor * 10 ** power, pricePlaces));
  }
  return steps;
}

/** The spread between the best prices, and the spread as a fraction of the middle price. */
export function spreadOf(ask: number | undefined, bid: number | undefined, { pricePlaces }: Grid) {
  if (ask === undefined || bid === undefined) return undefined;
  const [high, low] = [toUnits(ask, pricePlaces), toUnits(bid, pricePlaces)];
  return { width: fromUnits(high - low, pricePlaces), fraction: (2 * (high - low)) / (high + low) };
}
