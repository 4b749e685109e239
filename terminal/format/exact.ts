// Lossless decimal arithmetic, as whole numbers of the last place. For the venue's figures, and for typed digits (typed.ts),
// which may be more than a number can hold.

import { digitsOf, placesOf } from "./figure-text.ts";

/** 0.35 with 2 places is 35. */
export function toUnits(value: number, places: number): number {
  return Number(`${digitsOf(value)}e${places}`);
}

/** 35 with 2 places is 0.35. */
export function fromUnits(units: number, places: number): number {
  return Number(`${digitsOf(units)}e-${places}`);
}

export function difference(a: number, b: number): number {
  const places = Math.max(placesOf(a), placesOf(b));
  return fromUnits(toUnits(a, places) - toUnits(b, places), places);
}

export function doubled(quantity: number): number {
  const places = placesOf(quantity);
  return fromUnits(2 * toUnits(quantity, places), places);
}

/** The exact product, such as of a quantity and a price. */
export function product(a: number, b: number): number {
  const [one, other] = [read(digitsOf(Math.abs(a))), read(digitsOf(Math.abs(b)))];
  const plain = written({ units: one.units * other.units, places: one.places + other.places });
  return Math.sign(a) * Math.sign(b) * Number(plain);
}

interface Digits {
  readonly units: bigint;
  readonly places: number;
}

/** A percentage of a quantity, rounded down to whole steps. */
export function partOf(quantity: number, percent: number, step: number): string {
  const whole = read(digitsOf(quantity));
  const one = read(digitsOf(step));
  const places = Math.max(whole.places, one.places);
  const steps = (at(whole, places) * BigInt(percent)) / (100n * at(one, places));
  return written({ units: steps * one.units, places: one.places });
}

/** The quantity that an amount buys at a price, rounded down to whole steps. */
export function quantityFor(amount: string, price: string, step: number): string {
  const paid = read(amount);
  const each = read(price);
  const one = read(digitsOf(step));
  const stepValue = { units: each.units * one.units, places: each.places + one.places };
  if (stepValue.units === 0n) return "0";
  const places = Math.max(paid.places, stepValue.places);
  const steps = at(paid, places) / at(stepValue, places);
  return written({ units: steps * one.units, places: one.places });
}

/** A percentage as a fraction: `0.5` is `0.005`. */
export function fractionOf(percent: string): string {
  const { units, places } = read(percent);
  return written({ units, places: places + 2 });
}

/** One amount less another; undefined unless it is positive. */
export function rest(of: string, less: string): string | undefined {
  const [a, b] = [read(of), read(less)];
  const places = Math.max(a.places, b.places);
  const units = at(a, places) - at(b, places);
  return units <= 0n ? undefined : written({ units, places });
}

export function isMore(plain: string, than: string): boolean {
  return rest(plain, than) !== undefined;
}

/** How many decimal places the text has. */
export function placesIn(plain: string): number {
  return read(plain).places;
}

function read(plain: string): Digits {
  const [whole = "", fraction = ""] = plain.split(".");
  return { units: BigInt(whole + fraction), places: fraction.length };
}

function at({ units, places }: Digits, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - places);
}

function written({ units, places }: Digits): string {
  const padded = String(units).padStart(places + 1, "0");
  const whole = padded.slice(0, padded.length - places);
  const fraction = padded.slice(padded.length - places).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
