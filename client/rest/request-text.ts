// Turns a row and its input into a request on the wire: path, query and body as the exact text that is signed and sent.
// Interface 4.4 rule 3 and 5.2: the body is compact, and sent byte for byte as signed.

import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { decimalOf, textOf } from "../decimal.ts";

/** The input of one call, separated by where it travels. */
export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface RequestText {
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  /** The path with the query, as the venue sees it and as it is signed. */
  readonly path: string;
  /** Empty when the endpoint takes no body. */
  readonly body: string;
}

/** The members of a schema that matter here; TypeBox schemas are JSON Schema. */
export interface JsonSchema {
  readonly type?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/** @throws {TypeError} when a path parameter is missing, or a number is not finite */
export function requestText(row: EndpointRow, input: CallInput, baseUrl: string): RequestText {
  const template = row.path.replace(/\{(\w+)\}/g, (_, name: string) => pathParameter(row, name, input.params?.[name]));
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, "");
  // The URL parser escapes a few more characters (such as '), so the text to sign is read back from the URL.
  const url = new URL(`${base.origin}${prefix}${template}${queryText(input.query ?? {})}`);
  return {
    method: row.method,
    url: url.href,
    path: url.pathname.slice(prefix.length) + url.search,
    body: row.body === undefined ? "" : jsonText(input.body ?? {}, row.body as JsonSchema),
  };
}

function pathParameter(row: EndpointRow, name: string, value: unknown): string {
  if (value === undefined || value === "") throw new TypeError(`${row.method} ${row.path} needs ${name}`);
  return encodeURIComponent(String(value));
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(query).filter(([, value]) => value !== undefined);
  if (members.length === 0) return "";
  return `?${members.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join("&")}`;
}

const numberText = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * Compact JSON. Numbers are written without an exponent. A string that reads as a number is written as a number where the
 * schema takes one, so that a price can keep digits that a double would lose.
 */
export function jsonText(value: unknown, schema?: JsonSchema): string {
  if (typeof value === "number") return textOf(decimalOf(value));
  if (typeof value === "string") return takesNumber(schema) && numberText.test(value) ? value : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => jsonText(item, schema?.items)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member, schema?.properties?.[name])}`);
  return `{${members.join(",")}}`;
}

function takesNumber(schema: JsonSchema | undefined): boolean {
  return schema?.type === "number" || schema?.type === "integer" || (schema?.anyOf?.some(takesNumber) ?? false);
}
