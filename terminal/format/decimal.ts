// Numbers as they stand on the screen: every digit that the venue said, none that it did not. Where there is room for the
// first places alone, the others are cut off, never rounded: what is shown is never more than there is.

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
  /** Zeros are added up to so many places; nothing is taken away. */
  readonly places?: number | undefined;
  /** Whether what is more than nothing begins with a plus. */
  readonly isSigned?: boolean | undefined;
}

/** Thousands in groups, as many places as there are. */
export function decimal(value: number, { places = 0, isSigned = false }: DecimalStyle = {}): string {
  const sign = value < 0 ? MINUS : isSigned && value > 0 ? "+" : "";
  return `${sign}${decimalOfDigits(digitsOf(Math.abs(value)), places)}`;
}

/** The same of digits as the venue reads them, of which there may be more than a number holds. */
export function decimalOfDigits(plain: string, places = 0): string {
  const [whole = "", fraction = ""] = plain.split(".");
  const padded = fraction.padEnd(places, "0");
  return `${whole.replace(GROUPS, NUMERALS.group)}${padded === "" ? "" : `${NUMERALS.point}${padded}`}`;
}

/** The digits of a text up to so many places, and those after them. */
export function cut(text: string, places: number): readonly [shown: string, rest: string] {
  const point = text.indexOf(NUMERALS.point);
  const end = point < 0 ? text.length : point + (places === 0 ? 0 : places + NUMERALS.point.length);
  return [text.slice(0, end), text.slice(end)];
}

/** Money is read in cents; what is less than 1 needs more of them to say anything. */
export function moneyPlaces(value: number): number {
  const magnitude = Math.abs(value);
  return magnitude >= 1 || magnitude === 0 ? 2 : magnitude >= 0.01 ? 4 : MICROS;
}

const MICROS = 6;

/** Money where only a text fits. */
export function money(value: number, style: DecimalStyle = {}): string {
  return cut(decimal(value, { ...style, places: 2 }), moneyPlaces(value))[0];
}

/** Places of a step such as 0.01. */
export function placesOf(step: number): number {
  return digitsOf(step).split(".")[1]?.length ?? 0;
}

/** A fraction as percent, exact: 0.0001 is 0.01 %. */
export function percent(fraction: number, style: DecimalStyle = {}): string {
  return `${decimal(percentFigure(fraction), style)} %`;
}

/** How many percent a fraction is, exact. */
export function percentFigure(fraction: number): number {
  return shifted(fraction, 2);
}

/** A figure that is no money, such as a change in percent, rounded to so many places. */
export function rounded(value: number, places: number): number {
  return Number(value.toFixed(places));
}

/** Times a power of ten, on the digits: binary arithmetic would add some. */
function shifted(value: number, places: number): number {
  return Number(`${digitsOf(value)}e${places}`);
}

/** Large figures in short, such as 1.23 M: for volumes, never for money that a trader owns. */
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
