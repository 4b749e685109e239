// Reads messages of unknown shape: whatever arrives, these functions return a value and throw nothing.

type Members = Readonly<Record<string, unknown>>;

const NONE: Members = Object.freeze({});
const NO_ITEMS: readonly unknown[] = Object.freeze([]);

/** An object's members; no members for anything else. */
export function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : NONE;
}

/** A list's items; no items for anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NO_ITEMS;
}

/** The text; "" for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Parsed JSON, or the text itself when it is none: some venues answer a ping with a bare word. */
export function parsedMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const TIME_LENGTH_MAX = 40;

/**
 * A venue's time in milliseconds since 1970, from seconds, milliseconds, microseconds or nanoseconds as a number or as
 * text, or from an RFC 3339 date. NaN for anything else.
 */
export function millisOf(value: unknown): number {
  if (typeof value === "number") return scaledToMillis(value);
  if (typeof value !== "string" || value.length > TIME_LENGTH_MAX) return Number.NaN;
  return /^\d+(\.\d+)?$/.test(value) ? scaledToMillis(Number(value)) : Date.parse(value);
}

/** The unit follows from the size: 10¹¹ is in the year 5138 in seconds, and in 1973 in milliseconds. */
function scaledToMillis(time: number): number {
  if (!(time > 0)) return Number.NaN;
  if (time < 1e11) return time * 1_000;
  if (time < 1e14) return time;
  return time < 1e17 ? time / 1_000 : time / 1_000_000;
}
