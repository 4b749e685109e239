// Reading messages of which nothing is known: whatever arrives, these return something and throw nothing.

type Members = Readonly<Record<string, unknown>>;

const NONE: Members = Object.freeze({});
const NO_ITEMS: readonly unknown[] = Object.freeze([]);

/** An object's members; none of what is no object. */
export function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : NONE;
}

/** A list's items; none of what is no list. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NO_ITEMS;
}

/** Empty for what is no text. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** JSON, or what stands there when it is none: some venues answer a ping with a bare word. */
export function parsedMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const TIME_LENGTH_MAX = 40;

/**
 * A venue's time in milliseconds since 1970, from seconds, milliseconds, microseconds or nanoseconds, as a number or as
 * text, or from a date as RFC 3339 writes it. NaN for anything else.
 */
export function millisOf(value: unknown): number {
  if (typeof value === "number") return scaledToMillis(value);
  if (typeof value !== "string" || value.length > TIME_LENGTH_MAX) return Number.NaN;
  return /^\d+(\.\d+)?$/.test(value) ? scaledToMillis(Number(value)) : Date.parse(value);
}

/** The unit follows from the size: in seconds 10¹¹ lies in the year 5138, in milliseconds in 1973. */
function scaledToMillis(time: number): number {
  if (!(time > 0)) return Number.NaN;
  if (time < 1e11) return time * 1_000;
  if (time < 1e14) return time;
  return time < 1e17 ? time / 1_000 : time / 1_000_000;
}
