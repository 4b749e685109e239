// A declaration's schema as OpenAPI and AsyncAPI documents hold it: JSON Schema 2020-12 in public words alone, with
// references in place of the shapes that are described once.

import { meaningOf, type Schema } from "./schema.ts";
import { shapeName } from "./shapes.ts";

export interface DocumentSchema {
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, DocumentSchema | object>>;
  readonly description?: string;
  readonly [word: string]: unknown;
}

export const venueTime = { type: "integer", description: "venue time in milliseconds since 1970" } as const;

/** @param own the name of the shape that this is the description of */
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

/** Descriptions are Markdown, which would take `PERP_<BASE>_USDC` for markup. */
function marked(text: string): string {
  return text.includes("`") ? text : text.replaceAll(/\S*<\w+>[\w$@-]*/g, "`$&`");
}

/** A number that may also come as text, or be null, is one value of several types: of these few, one has more to say. */
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

/** A word of a list has a type too, which readers of documents look for first. */
function typed(words: Schema): Schema {
  const [example] = words.enum ?? [words.const];
  return words.type !== undefined || example === undefined ? words : { type: typeof example, ...words };
}

/** A list whose places differ has them under another word than a list whose items are alike. */
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
