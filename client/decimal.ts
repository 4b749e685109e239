// Exact decimals: a whole number of units of 10^-places. Prices and sizes go through here and never through binary
// floating point, because a double of 0.1 + 0.2 is off the tick.

/** A number, or its text: digits, a point, an exponent. */
export type DecimalInput = number | string;

interface Decimal {
  readonly units: bigint;
  readonly places: number;
}

const shape = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Reads a decimal digit by digit; of a number, the digits of `String(n)`.
 * @throws {TypeError} for anything else, such as NaN, `""` or `1,5`
 */
export function decimalOf(input: DecimalInput): Decimal {
  const [, sign, whole, fraction = "", exponent = "0"] = shape.exec(String(input)) ?? [];
  if (whole === undefined) throw new TypeError(`not a decimal number: ${JSON.stringify(input)}`);
  const units = BigInt(whole + fraction) * (sign === "-" ? -1n : 1n);
  const places = fraction.length - Number(exponent);
  return places >= 0 ? { units, places } : { units: units * 10n ** BigInt(-places), places: 0 };
}

/** The shortest plain text of a decimal, valid as a JSON number: no exponent, no trailing zeros, no `-0`. */
export function textOf({ units, places }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, places: a.places + b.places };
}

export function add(a: Decimal, b: Decimal): Decimal {
  const common = commonUnits(a, b);
  return { units: common.a + common.b, places: common.places };
}

export function negate(a: Decimal): Decimal {
  return { units: -a.units, places: a.places };
}

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const common = commonUnits(a, b);
  return common.a < common.b ? -1 : common.a > common.b ? 1 : 0;
}

/** Both as whole numbers of the finer of their two units. */
export function commonUnits(a: Decimal, b: Decimal): { a: bigint; b: bigint; places: number } {
  const places = Math.max(a.places, b.places);
  return { a: unitsAt(a, places), b: unitsAt(b, places), places };
}

function unitsAt(decimal: Decimal, places: number): bigint {
  return decimal.units * 10n ** BigInt(places - decimal.places);
}

/**
 * An amount as a whole number of a token's smallest unit.
 * @throws {TypeError} for what is no decimal, or has more decimals than the token
 */
export function unitsOf(amount: DecimalInput, places: number): bigint {
  const decimal = decimalOf(amount);
  if (decimal.places > places) throw new TypeError(`more than ${places} decimals: ${amount}`);
  return unitsAt(decimal, places);
}
