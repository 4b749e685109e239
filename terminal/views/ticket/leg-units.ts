// Units for take profit and stop loss, as traders think of them: a price, a percentage from the entry, or an amount of
// profit. What is sent is the resulting price, on the market's tick.

import { type MarketRules, quantisePrice } from "@evermark/client";
import { digitsOf, rounded } from "../../format/figure-text.ts";
import { positiveOf } from "../../format/typed.ts";

export const LEG_UNITS = ["price", "percent", "profit"] as const;
export type LegUnit = (typeof LEG_UNITS)[number];
export type LegName = "takeProfit" | "stopLoss";

/** The position that a leg protects. */
export interface ProtectedPosition {
  readonly isLong: boolean;
  readonly entry: number;
  /** In base currency; 0 while there is no size. */
  readonly quantity: number;
}

/** 1 when the leg's price is above the entry, -1 when below. */
function way(of: LegName, { isLong }: ProtectedPosition): 1 | -1 {
  return (of === "takeProfit") === isLong ? 1 : -1;
}

/** @returns the trigger price; undefined when none follows from the input */
export function triggerOf(
  of: LegName,
  unit: Exclude<LegUnit, "price">,
  typed: string,
  position: ProtectedPosition,
  rule: MarketRules,
): string | undefined {
  const { entry, quantity } = position;
  const figure = Number(positiveOf(typed) ?? 0);
  if (figure === 0 || (unit === "profit" && quantity === 0)) return undefined;
  const distance = unit === "percent" ? (entry * figure) / 100 : figure / quantity;
  const price = entry + way(of, position) * distance;
  return price > 0 ? quantisePrice(rule, price, "nearest") : undefined;
}

/** A trigger price in another unit, for display and editing; empty when it can't be converted. */
export function figureOf(
  of: LegName,
  unit: Exclude<LegUnit, "price">,
  trigger: string,
  position: ProtectedPosition,
): string {
  const price = Number(positiveOf(trigger) ?? 0);
  const { entry, quantity } = position;
  const distance = (price - entry) * way(of, position);
  if (price === 0 || entry === 0 || distance <= 0) return "";
  const figure = unit === "percent" ? (distance / entry) * 100 : distance * quantity;
  return figure === 0 ? "" : digitsOf(rounded(figure, 2));
}
