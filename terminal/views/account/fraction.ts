// Percents as somebody types them, as the fractions that the interface takes: the digits are moved, nothing is computed.

/** `12.5` is `0.125`. Undefined for what is no number, or more than 100. */
export function fractionOf(percent: string): string | undefined {
  const [, whole, parts = ""] = /^(\d{1,3})(?:\.(\d*))?$/.exec(percent) ?? [];
  if (whole === undefined) return undefined;
  const digits = whole.padStart(3, "0") + parts;
  const text = `${digits.slice(0, -parts.length - 2)}.${digits.slice(-parts.length - 2)}`;
  const short = text.replace(/\.?0+$/, "").replace(/^0+(?=\d)/, "");
  const isTooMuch = Number(whole) > 100 || (Number(whole) === 100 && /[1-9]/.test(parts));
  return isTooMuch ? undefined : short === "" ? "0" : short;
}

/** What is left to the whole, of a fraction that `fractionOf` gave, with at most eight decimals. */
export function restOf(fraction: string): string {
  const [whole = "0", parts = ""] = fraction.split(".");
  const left = 100_000_000n - BigInt(whole + parts.padEnd(8, "0").slice(0, 8));
  const digits = String(left).padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, "") || "0";
}
