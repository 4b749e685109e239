// Numbers as shown on the screen: every digit that the venue sent, and no others. Where only the first places have room, the
// rest are cut off, never rounded: an amount on the screen is never larger than the real one.

import { NUMERALS } from "./numerals.ts";

const GROUPS = /\B(?=(\d{3})+(?!\d))/g;
const MINUS = "−";

/** The digits of a number, without an exponent. */
export function digitsOf(value: number): string {
  const text = String(value);
  const [, sign = "", head = "", tail = "", exponent] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const point = head.length + Number(exponent);
  const digits = (head + tail).padEnd(point, "0");
  if (point > 0) return `${sign}${digits.slice(0, point)}${digits.length > point ? `.${digits.slice(point)}` : ""}`;
  return `${sign}0.${"0".repeat(-point)}${digits}`;
}

interface DecimalStyle {
  /** Pads with zeros to this many places; never removes digits. */
  readonly places?: number | undefined;
  /** Whether positive values begin with a plus. */
  readonly isSigned?: boolean | undefined;
}

/** Groups thousands; keeps all decimal places. */
export function decimal(value: number, { places = 0, isSigned = false }: DecimalStyle = {}): string {
  const sign = value < 0 ? MINUS : isSigned && value > 0 ? "+" : "";
  return `${sign}${decimalOfDigits(digitsOf(Math.abs(value)), places)}`;
}

/** The same for plain digits, which may be more than a number can hold. */
export function decimalOfDigits(plain: string, places = 0): string {
  const [whole = "", fraction = ""] = plain.split(".");
  const padded = fraction.padEnd(places, "0");
  return `${whole.replace(GROUPS, NUMERALS.group)}${padded === "" ? "" : `${NUMERALS.point}${padded}`}`;
}

/** Splits a text after the given number of places. */
export function cut(text: string, places: number): readonly [shown: string, rest: string] {
  const point = text.indexOf(NUMERALS.point);
  const end = point < 0 ? text.length : point + (places === 0 ? 0 : places + NUMERALS.point.length);
  return [text.slice(0, end), text.slice(end)];
}

/** Money has cents; amounts below 1 need more places to be meaningful. */
export function moneyPlaces(value: number): number {
  const magnitude = Math.abs(value);
  return magnitude >= 1 || magnitude === 0 ? 2 : magnitude >= 0.01 ? 4 : MICROS;
}

const MICROS = 6;

/** Money as plain text, for places that take no markup. */
export function money(value: number, style: DecimalStyle = {}): string {
  return cut(decimal(value, { ...style, places: 2 }), moneyPlaces(value))[0];
}

/** How many decimal places a step such as 0.01 has. */
export function placesOf(step: number): number {
  return digitsOf(step).split(".")[1]?.length ?? 0;
}

/** A fraction as percent, exact: 0.0001 is 0.01 %. */
export function percent(fraction: number, style: DecimalStyle = {}): string {
  return `${decimal(percentFigure(fraction), style)} %`;
}

/** A fraction in percent, as a number, exact. */
export function percentFigure(fraction: number): number {
  return shifted(fraction, 2);
}

/** Rounds a figure that is not money, such as a change in percent. */
export function rounded(value: number, places: number): number {
  return Number(value.toFixed(places));
}

/** Multiplies by a power of ten on the digits: binary arithmetic would add some. */
function shifted(value: number, places: number): number {
  return Number(`${digitsOf(value)}e${places}`);
}

/** Abbreviates large figures, such as 1.23 M: for volumes, never for money that a trader owns. */
export function short(value: number): string {
  const magnitude = Math.abs(value);
  for (const [unit, size] of UNITS) if (magnitude >= size) return `${decimal(rounded(value / size, 2))} ${unit}`;
  return decimal(rounded(value, 2));
}

const UNITS = [
  ["B", 1e9],
  ["M", 1e6],
  ["K", 1e3],
] as const;
