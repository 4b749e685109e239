// Checks a typed amount of USDC, exactly to the millionth.

import { isMore, placesIn, rest } from "../../format/exact.ts";
import { decimalOf, isPositive } from "../../format/typed.ts";

const PLACES = 6;

export type AmountFault = "places" | "zero" | "tooMuch" | "tooLittle";

interface Bounds {
  /** Undefined while unknown. */
  readonly most: string | undefined;
  readonly least?: string | undefined;
}

/**
 * @returns the amount in the venue's notation if it is valid, otherwise the fault; neither when nothing or no number is
 *   typed, which the field itself reports
 */
export function amountOf(typed: string, bounds: Bounds): { amount?: string; fault?: AmountFault } {
  const amount = decimalOf(typed);
  if (amount === undefined) return {};
  const fault = amountFault(amount, bounds);
  return fault === undefined ? { amount } : { fault };
}

function amountFault(amount: string, { most, least }: Bounds): AmountFault | undefined {
  if (placesIn(amount) > PLACES) return "places";
  if (!isPositive(amount)) return "zero";
  if (most !== undefined && isMore(amount, most)) return "tooMuch";
  if (least !== undefined && isMore(least, amount)) return "tooLittle";
  return undefined;
}

/** A typed amount less a fee; undefined when nothing is left. */
export function lessFee(typed: string, fee: string): string | undefined {
  const amount = decimalOf(typed);
  return amount === undefined ? undefined : rest(amount, fee);
}
