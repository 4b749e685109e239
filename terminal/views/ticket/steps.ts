// Sizes in whole steps of a market, exact: a part of a quantity, and what an amount buys at a price. On digits, for
// binary arithmetic would be a step off now and then.

import { digitsOf } from "../../format/decimal.ts";

interface Digits {
  readonly units: bigint;
  readonly places: number;
}

/** The text of a decimal as it is typed, such as `.5` or `1.`, as the venue reads it; undefined for what is none yet. */
export function plainDecimal(typed: string): string | undefined {
  const [, whole = "", fraction = ""] = /^(\d*)(?:\.(\d*))?$/.exec(typed) ?? [];
  if (whole === "" && fraction === "") return undefined;
  const plain = whole.replace(/^0+(?=\d)/, "") || "0";
  const places = fraction.replace(/0+$/, "");
  return places === "" ? plain : `${plain}.${places}`;
}

export function isPositive(plain: string): boolean {
  return /[1-9]/.test(plain);
}

/** So many percent of a quantity, in whole steps, never more. */
export function partOf(quantity: number, percent: number, step: number): string {
  const whole = digits(digitsOf(quantity));
  const one = digits(digitsOf(step));
  const places = Math.max(whole.places, one.places);
  const steps = (at(whole, places) * BigInt(percent)) / (100n * at(one, places));
  return text({ units: steps * one.units, places: one.places });
}

/** What an amount buys at a price, in whole steps, never more. */
export function quantityFor(amount: string, price: string, step: number): string {
  const paid = digits(amount);
  const each = digits(price);
  const one = digits(digitsOf(step));
  const stepValue = { units: each.units * one.units, places: each.places + one.places };
  if (stepValue.units === 0n) return "0";
  const places = Math.max(paid.places, stepValue.places);
  const steps = at(paid, places) / at(stepValue, places);
  return text({ units: steps * one.units, places: one.places });
}

/** A percentage as a fraction: `0.5` is `0.005`. */
export function fractionOf(percent: string): string {
  const { units, places } = digits(percent);
  return text({ units, places: places + 2 });
}

function digits(plain: string): Digits {
  const [whole = "", fraction = ""] = plain.split(".");
  return { units: BigInt(whole + fraction), places: fraction.length };
}

function at({ units, places }: Digits, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - places);
}

function text({ units, places }: Digits): string {
  const padded = String(units).padStart(places + 1, "0");
  const whole = padded.slice(0, padded.length - places);
  const fraction = padded.slice(padded.length - places).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
