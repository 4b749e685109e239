// What is wrong with an amount of USDC that was typed, to the last millionth.

import { isMore, placesIn, rest } from "../../format/exact.ts";
import { decimalOf, isPositive } from "../../format/typed.ts";

const PLACES = 6;

export type AmountFault = "places" | "zero" | "tooMuch" | "tooLittle";

interface Bounds {
  /** Undefined while it is not known. */
  readonly most: string | undefined;
  readonly least?: string | undefined;
}

/**
 * @returns the amount as the venue reads it, when nothing is wrong with it; else what is wrong, if that is not that
 * nothing is typed, or that it is no number, which its field says
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

/** An amount that was typed less a fee, or undefined when nothing is left. */
export function lessFee(typed: string, fee: string): string | undefined {
  const amount = decimalOf(typed);
  return amount === undefined ? undefined : rest(amount, fee);
}
