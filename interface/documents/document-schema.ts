// Writes a declaration's schema for OpenAPI and AsyncAPI documents: JSON Schema 2020-12 with standard keywords only,
// and references to the shapes that are described once.

import { shapeName } from "./document-shapes.ts";
import { meaningOf, type Schema } from "./json-schema.ts";

export interface DocumentSchema {
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, DocumentSchema | object>>;
  readonly description?: string;
  readonly [word: string]: unknown;
}

export const venueTime = { type: "integer", description: "venue time in milliseconds since 1970" } as const;

/** @param own the name of this shape when its own description is written, so that it does not refer to itself */
export function documentSchema(schema: Schema, own?: string): DocumentSchema {
  const name = shapeName(schema);
  if (name !== undefined && name !== own) return { $ref: `#/components/schemas/${name}` };
  const { expected: _, additionalItems, items, properties, patternProperties, anyOf, ...words } = schema;
  const { default: fallback, ...withoutDefault } = schema;
  const description = marked(meaningOf(withoutDefault));
  return {
    ...typed(words),
    ...(anyOf === undefined ? {} : alternatives(anyOf)),
    ...(description === "" ? {} : { description }),
    ...(items === undefined ? {} : itemsOf(items)),
    ...(properties === undefined ? {} : { properties: each(properties) }),
    ...(patternProperties === undefined ? {} : { patternProperties: each(patternProperties) }),
  };
}

/** Marks placeholders as code. Descriptions are Markdown, in which `PERP_<BASE>_USDC` would be taken for markup. */
function marked(text: string): string {
  return text.includes("`") ? text : text.replaceAll(/\S*<\w+>[\w$@-]*/g, "`$&`");
}

/**
 * Joins simple alternatives into one value with several types, such as a number that may be text or null, if at most
 * one of them has more than a type.
 */
function alternatives(anyOf: readonly Schema[]): DocumentSchema {
  const ones = anyOf.map((one) => documentSchema(one));
  const kinds = ones.map(({ description: _, type, ...rest }) => ({
    type,
    rest,
    isPlain: Object.keys(rest).length === 0,
  }));
  const special = kinds.filter(({ isPlain }) => !isPlain);
  const isOne = kinds.every(({ type }) => SIMPLE.has(String(type))) && special.length < 2;
  if (!isOne || special.some(({ rest }) => "enum" in rest || "const" in rest)) return { anyOf: ones };
  return { ...special[0]?.rest, type: kinds.map(({ type }) => String(type)) };
}

const SIMPLE: ReadonlySet<string> = new Set(["number", "integer", "string", "boolean", "null"]);

/** Adds the type of enum and const values, because readers of documents look for a type first. */
function typed(words: Schema): Schema {
  const [example] = words.enum ?? [words.const];
  return words.type !== undefined || example === undefined ? words : { type: typeof example, ...words };
}

/** Lists with a schema for each position use another keyword than lists with equal items. */
function itemsOf(items: NonNullable<Schema["items"]>) {
  return isTuple(items)
    ? { prefixItems: items.map((item) => documentSchema(item)), items: false }
    : { items: documentSchema(items) };
}

function isTuple(items: NonNullable<Schema["items"]>): items is readonly Schema[] {
  return Array.isArray(items);
}

function each(schemas: Readonly<Record<string, Schema>>): Record<string, DocumentSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, documentSchema(schema)]));
}
