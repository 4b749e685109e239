// Amounts of USDC as they are typed: exact, in millionths.

const PLACES = 6;

/** @returns undefined for what is no decimal, or has more than six places */
export function microsOf(text: string): bigint | undefined {
  const [, whole = "", fraction = ""] = /^(\d*)\.?(\d*)$/.exec(text) ?? [];
  const significant = fraction.replace(/0+$/, "");
  if (whole + fraction === "" || significant.length > PLACES) return undefined;
  return BigInt(whole + significant.padEnd(PLACES, "0"));
}

/** Without zeros that say nothing. */
export function textOfMicros(micros: bigint): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(PLACES + 1, "0");
  const fraction = digits.slice(-PLACES).replace(/0+$/, "");
  return `${micros < 0n ? "-" : ""}${digits.slice(0, -PLACES)}${fraction === "" ? "" : `.${fraction}`}`;
}

export type AmountFault = "notNumber" | "places" | "zero" | "tooMuch" | "tooLittle";

interface Bounds {
  /** Undefined while it is not known. */
  readonly most: string | undefined;
  readonly least?: string | undefined;
}

/** What is wrong with an amount; undefined when nothing is, or nothing is typed. */
export function amountFault(text: string, { most, least }: Bounds): AmountFault | undefined {
  if (text === "") return undefined;
  if (!/\d/.test(text) || !/^\d*\.?\d*$/.test(text)) return "notNumber";
  const amount = microsOf(text);
  if (amount === undefined) return "places";
  if (amount === 0n) return "zero";
  const bound = (limit: string | undefined) => (limit === undefined ? undefined : microsOf(limit));
  if (amount > (bound(most) ?? amount)) return "tooMuch";
  if (amount < (bound(least) ?? amount)) return "tooLittle";
  return undefined;
}

/** An amount less a fee, or undefined when nothing is left. */
export function lessFee(amount: string, fee: string): string | undefined {
  const [paid, kept] = [microsOf(amount), microsOf(fee)];
  return paid === undefined || kept === undefined || paid <= kept ? undefined : textOfMicros(paid - kept);
}
