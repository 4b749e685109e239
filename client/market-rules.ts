// The order filters of a market: rounds a price to its tick and a quantity to its lot, and predicts which filters of the
// venue an order would fail. Rules 1.2; the order of the checks is that of rules 1.3.

import type { marketData } from "@evermark/interface/markets/market-data.ts";
import type { DataOf } from "@evermark/interface/rows/endpoint.ts";
import { add, commonUnits, compare, type DecimalInput, decimalOf, multiply, negate, textOf } from "./decimal.ts";

/** The part of a market's row in `getSymbols` that applies to orders. */
export type MarketRules = Pick<
  DataOf<typeof marketData.getSymbol>,
  | "quote_min"
  | "quote_max"
  | "quote_tick"
  | "base_min"
  | "base_max"
  | "base_tick"
  | "min_notional"
  | "price_range"
  | "price_scope"
>;

/** `down` is towards zero, `up` away from it; `nearest` rounds ties as `up` does. */
export type Rounding = "down" | "up" | "nearest";

/**
 * Rounds a value to a multiple of a step.
 * @returns the text of a JSON number, exact, without an exponent: it can be sent in an order unchanged
 * @throws {TypeError} for a value or step that is no decimal, {RangeError} for a step that is not positive
 */
export function quantise(value: DecimalInput, step: DecimalInput, rounding: Rounding): string {
  const { a: amount, b: size, places } = commonUnits(decimalOf(value), decimalOf(step));
  if (size <= 0n) throw new RangeError(`a step is positive, not ${step}`);
  const rest = amount % size;
  const towardsZero = amount - rest;
  const awayFromZero = rest === 0n ? amount : towardsZero + (amount < 0n ? -size : size);
  const isFar = 2n * (rest < 0n ? -rest : rest) >= size;
  const goesUp = rounding === "up" || (rounding === "nearest" && isFar);
  return textOf({ units: goesUp ? awayFromZero : towardsZero, places });
}

/** A price on the market's tick, in quote currency. */
export function quantisePrice(rules: Pick<MarketRules, "quote_tick">, price: DecimalInput, rounding: Rounding): string {
  return quantise(price, rules.quote_tick, rounding);
}

/** The price on the tick that is no worse than the one asked for: a buy is never dearer, a sale never cheaper. */
export function limitPrice(rules: Pick<MarketRules, "quote_tick">, side: "BUY" | "SELL", price: DecimalInput): string {
  return quantise(price, rules.quote_tick, side === "BUY" ? "down" : "up");
}

/** A quantity in whole lots, in base currency; never more than asked for unless the rounding says so. */
export function quantiseQuantity(
  rules: Pick<MarketRules, "base_tick">,
  quantity: DecimalInput,
  rounding: Rounding = "down",
): string {
  return quantise(quantity, rules.base_tick, rounding);
}

/** The fewest lots that the market takes at this price: the larger of `base_min` and the size that reaches `min_notional`. */
export function smallestQuantity(
  rules: Pick<MarketRules, "base_tick" | "base_min" | "min_notional">,
  price: DecimalInput,
): string {
  const lot = decimalOf(rules.base_tick);
  const { a: needed, b: perLot } = commonUnits(decimalOf(rules.min_notional), multiply(decimalOf(price), lot));
  if (perLot <= 0n) throw new RangeError(`a price is positive, not ${price}`);
  const lots = (needed + perLot - 1n) / perLot;
  const byNotional = textOf({ units: lots * lot.units, places: lot.places });
  const byMinimum = quantise(rules.base_min, rules.base_tick, "up");
  return compare(decimalOf(byNotional), decimalOf(byMinimum)) > 0 ? byNotional : byMinimum;
}

export interface OrderToCheck {
  readonly side: "BUY" | "SELL";
  readonly price: DecimalInput;
  readonly quantity: DecimalInput;
  /** The market's mark price; without it, the price's distance from the mark is not checked. */
  readonly markPrice?: DecimalInput;
}

/** A filter that an order fails, with the code of the venue's answer. */
export interface FilterFailure {
  readonly filter:
    | "quote_min"
    | "quote_max"
    | "quote_tick"
    | "price_range"
    | "price_scope"
    | "base_min"
    | "base_max"
    | "base_tick"
    | "min_notional";
  readonly code: -1102 | -1103 | -1104 | -1105;
  readonly message: string;
}

/** @returns every filter that a priced order fails, in the order in which the venue checks them; empty when none */
export function checkOrder(rules: MarketRules, order: OrderToCheck): FilterFailure[] {
  const price = decimalOf(order.price);
  const quantity = decimalOf(order.quantity);
  const failures: FilterFailure[] = [];
  const fail = (filter: FilterFailure["filter"], code: FilterFailure["code"], message: string) =>
    failures.push({ filter, code, message });

  if (price.units <= 0n || compare(price, decimalOf(rules.quote_min)) < 0) {
    fail("quote_min", -1103, `price ${order.price} is below ${rules.quote_min}`);
  }
  if (compare(price, decimalOf(rules.quote_max)) > 0) {
    fail("quote_max", -1103, `price ${order.price} is above ${rules.quote_max}`);
  }
  if (!isMultiple(order.price, rules.quote_tick)) {
    fail("quote_tick", -1103, `price ${order.price} is not a multiple of ${rules.quote_tick}`);
  }
  if (order.markPrice !== undefined) checkAgainstMark(rules, order, order.markPrice, fail);
  if (compare(quantity, decimalOf(rules.base_min)) < 0) {
    fail("base_min", -1104, `quantity ${order.quantity} is below ${rules.base_min}`);
  }
  if (compare(quantity, decimalOf(rules.base_max)) > 0) {
    fail("base_max", -1104, `quantity ${order.quantity} is above ${rules.base_max}`);
  }
  if (!isMultiple(order.quantity, rules.base_tick)) {
    fail("base_tick", -1104, `quantity ${order.quantity} is not a multiple of ${rules.base_tick}`);
  }
  const notional = multiply(price, quantity);
  if (compare(notional, decimalOf(rules.min_notional)) < 0) {
    fail("min_notional", -1102, `notional ${textOf(notional)} is below ${rules.min_notional}`);
  }
  return failures;
}

/** A buy is at most `price_range` above and at most `price_scope` below the mark; a sale the other way round. */
function checkAgainstMark(
  rules: MarketRules,
  order: OrderToCheck,
  markPrice: DecimalInput,
  fail: (filter: FilterFailure["filter"], code: FilterFailure["code"], message: string) => void,
): void {
  const isBuy = order.side === "BUY";
  const highest = awayFromMark(markPrice, isBuy ? rules.price_range : rules.price_scope);
  const lowest = awayFromMark(markPrice, textOf(negate(decimalOf(isBuy ? rules.price_scope : rules.price_range))));
  const price = decimalOf(order.price);
  if (compare(price, decimalOf(highest)) > 0) {
    fail(isBuy ? "price_range" : "price_scope", -1105, `price ${order.price} is above ${highest}`);
  }
  if (compare(price, decimalOf(lowest)) < 0) {
    fail(isBuy ? "price_scope" : "price_range", -1105, `price ${order.price} is below ${lowest}`);
  }
}

function awayFromMark(markPrice: DecimalInput, ratio: DecimalInput): string {
  return textOf(multiply(decimalOf(markPrice), add(decimalOf(1), decimalOf(ratio))));
}

function isMultiple(value: DecimalInput, step: DecimalInput): boolean {
  const { a: amount, b: size } = commonUnits(decimalOf(value), decimalOf(step));
  return amount % size === 0n;
}
