// Parses the body of a request into an object. Numbers with more digits than a double holds become the text that was sent,
// so that a decimal is read from the digits that the caller wrote. Interface 4.4, errors 7.

import { type ApiError, invalid, refusal } from "../../wire/api-error.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

// A run that may hold more than the 15 significant digits that every double holds. It also finds long texts of digits, at
// the cost of a second look and nothing else.
const LONG_NUMBER = /[0-9][0-9.]{15,}/;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The body as text.
 * @throws {ApiError} -1005 when it is not UTF-8
 */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw unreadable();
  }
}

/** Whether a JSON text may have a number with more digits than a double holds. */
export function mayLoseDigits(text: string): boolean {
  return LONG_NUMBER.test(text);
}

/**
 * The object in a JSON text. The last of a repeated member counts, as usual in JSON.
 * @throws {ApiError} -1005 `invalid request body` for anything but a JSON object
 */
export function parseJsonObject(text: string): JsonObject {
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unreadable();
  return value as JsonObject;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return mayLoseDigits(text) ? JSON.parse(withDigitsAsText(text)) : value;
  } catch {
    // Broken JSON, or nested more deeply than the parser's stack allows.
    throw unreadable();
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;

/**
 * Puts quotes around each number that a double would not hold exactly, in a single pass: a reviver over all values costs
 * several times as much.
 * @param json valid JSON: every quote is paired, and digits outside of texts are numbers
 */
function withDigitsAsText(json: string): string {
  let written = "";
  let from = 0;
  let at = 0;
  while (at < json.length) {
    const letter = json.charCodeAt(at);
    if (letter === QUOTE) {
      at = endOfText(json, at);
    } else if (letter === MINUS || isDigit(letter)) {
      const end = endOfNumber(json, at);
      const digits = json.slice(at, end);
      if (!isKept(digits)) {
        written += `${json.slice(from, at)}"${digits}"`;
        from = end;
      }
      at = end;
    } else {
      at++;
    }
  }
  return written + json.slice(from);
}

/** The index after the quote that ends the text which begins at `start`. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  for (let letter = json.charCodeAt(at); letter !== QUOTE; letter = json.charCodeAt(at)) {
    at += letter === BACKSLASH ? 2 : 1;
  }
  return at + 1;
}

function endOfNumber(json: string, start: number): number {
  let at = start + 1;
  while (isOfNumber(json.charCodeAt(at))) at++;
  return at;
}

/** Digits, `.`, `e`, `E`, `+` and `-`. */
function isOfNumber(letter: number): boolean {
  return isDigit(letter) || letter === 0x2e || (letter | 0x20) === 0x65 || letter === 0x2b || letter === MINUS;
}

function isDigit(letter: number): boolean {
  return letter >= 0x30 && letter <= 0x39;
}

function isKept(digits: string): boolean {
  return digits.length <= 15 || String(Number(digits)) === digits;
}

function unreadable(): ApiError {
  return invalid("invalid request body");
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** @throws {ApiError} 415 when a body is declared as anything but JSON; without a declaration it counts as JSON */
export function assertJsonType(contentType: string | null): void {
  if (contentType !== null && !JSON_TYPE.test(contentType)) throw refusal("content_type_not_supported");
}
