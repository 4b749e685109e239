// The body of a request as an object. Numbers with more digits than a double keeps become the text that was sent, so
// that a decimal is read from the digits of its author. Interface 4.4, errors 7.

import { type ApiError, invalid } from "../../api-error.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

// A run that may hold more than the 15 significant digits that every double keeps. It also finds long texts of digits;
// those cost the slower parse and nothing else.
const LONG_NUMBER = /[0-9][0-9.]{15,}/;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The body as text.
 * @throws {ApiError} -1005 when it is no UTF-8
 */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw unreadable();
  }
}

/** Whether a JSON text may hold a number with more digits than a double keeps. */
export function mayLoseDigits(text: string): boolean {
  return LONG_NUMBER.test(text);
}

/**
 * The object that a JSON text holds. The last of a repeated member counts, as everywhere in JSON.
 * @throws {ApiError} -1005 `invalid request body` for anything that is no JSON object
 */
export function parseJsonObject(text: string): JsonObject {
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unreadable();
  return value as JsonObject;
}

function parse(text: string): unknown {
  try {
    return mayLoseDigits(text) ? parseWithSource(text, keepDigits) : JSON.parse(text);
  } catch {
    // Broken JSON, or nesting deeper than the parser's stack.
    throw unreadable();
  }
}

interface TokenSource {
  /** How the value is spelled in the text; absent for objects and lists. */
  readonly source?: string;
}
type ParseWithSource = (text: string, revive: (name: string, value: unknown, token: TokenSource) => unknown) => unknown;
// The runtime hands the source of each token to the reviver; the compiler's library does not know it yet.
const parseWithSource = JSON.parse as ParseWithSource;

function keepDigits(_name: string, value: unknown, { source }: TokenSource): unknown {
  if (typeof value !== "number" || source === undefined || source.length <= 15) return value;
  return String(value) === source ? value : source;
}

function unreadable(): ApiError {
  return invalid("invalid request body");
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** @throws {ApiError} -1005 when a body is declared to be something else than JSON; without a declaration it is JSON */
export function assertJsonType(contentType: string | null): void {
  if (contentType !== null && !JSON_TYPE.test(contentType)) throw invalid("Content type not supported");
}
