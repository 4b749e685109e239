// Reads a typed or pasted number. Thousands may be grouped as the page groups them. Text that could also mean another number
// is doubtful: it is refused with a reason and never corrected, because a stop at 58 instead of 58,000 is no stop.

import { NUMERALS, type Numerals } from "./numerals.ts";

/** Why a text is not a reliable number. */
export type Doubt =
  /** The groups are not thousands: perhaps a fraction in another language's notation. */
  | "groups"
  /** More than one decimal point. */
  | "points"
  /** Characters that are not part of a plain number: letters, a minus, an exponent, a point alone. */
  | "signs"
  | "length";

export type ParsedNumber =
  | { readonly is: "nothing" }
  /** In the venue's notation: digits, and a decimal point only before a non-zero fraction. */
  | { readonly is: "decimal"; readonly plain: string }
  | { readonly is: "doubtful"; readonly why: Doubt };

/** More digits than any price or amount has. */
const DIGITS_MAX = 30;

export function readTyped(text: string, { group, point }: Numerals = NUMERALS): ParsedNumber {
  const typed = text.trim();
  if (typed === "") return { is: "nothing" };
  const digits = digitsIn(typed);
  const others = [...typed].filter((sign) => !isDigit(sign));
  if (digits === 0 || others.some((sign) => sign !== group && sign !== point)) return doubtful("signs");
  if (digits > DIGITS_MAX) return doubtful("length");
  const [whole = "", fraction = "", ...more] = typed.split(point);
  if (more.length > 0) return doubtful(others.includes(group) ? "groups" : "points");
  const groups = whole.split(group);
  if (fraction.includes(group) || !areThousands(groups)) return doubtful("groups");
  return { is: "decimal", plain: plainOf(groups.join(""), fraction) };
}

/** The number in the venue's notation; undefined for an empty or doubtful text. */
export function decimalOf(text: string): string | undefined {
  const typed = readTyped(text);
  return typed.is === "decimal" ? typed.plain : undefined;
}

/** The same, but undefined also unless positive. */
export function positiveOf(text: string): string | undefined {
  const plain = decimalOf(text);
  return plain !== undefined && isPositive(plain) ? plain : undefined;
}

/** A whole number within the safe range; undefined for anything else. */
export function wholeOf(text: string): number | undefined {
  const plain = decimalOf(text);
  const whole = plain === undefined ? undefined : Number(plain);
  return whole !== undefined && Number.isSafeInteger(whole) && !plain?.includes(".") ? whole : undefined;
}

/** Why the text is doubtful; undefined for a number or an empty text. */
export function doubtOf(text: string): Doubt | undefined {
  const typed = readTyped(text);
  return typed.is === "doubtful" ? typed.why : undefined;
}

export function isPositive(plain: string): boolean {
  return /[1-9]/.test(plain);
}

const doubtful = (why: Doubt): ParsedNumber => ({ is: "doubtful", why });

const isDigit = (sign: string): boolean => sign >= "0" && sign <= "9" && sign.length === 1;

const digitsIn = (text: string): number => [...text].filter(isDigit).length;

/**
 * A single group may have any digits; of several, the first has one to three digits and no leading 0, the others have three.
 */
function areThousands(groups: readonly string[]): boolean {
  const [first = "", ...others] = groups;
  if (others.length === 0) return true;
  return first.length >= 1 && first.length <= 3 && first[0] !== "0" && others.every(({ length }) => length === 3);
}

function plainOf(whole: string, fraction: string): string {
  const counted = whole.replace(/^0+(?=\d)/, "") || "0";
  const said = fraction.replace(/0+$/, "");
  return said === "" ? counted : `${counted}.${said}`;
}
