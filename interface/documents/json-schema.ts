// Reads the declarations' schemas for the reference: a type in words, a meaning, and an object's fields one by one.
// Fields without a description get one from the interface's list of words.

import { FORMS } from "../rows/shapes.ts";
import { wordOf } from "./glossary.ts";

/** The parts of JSON Schema that the declarations use. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema | readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly additionalItems?: boolean;
  readonly description?: string;
  /** An addition of this project: replaces the derived words where they would be too long. */
  readonly expected?: string;
}

export interface Field {
  /** With its path: `rows[].price`, `message.key`. */
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** A declaration's schema as plain data, without the validator's own keywords and with a meaning for every field. */
export function plainSchema(schema: unknown): Schema {
  return withWords(JSON.parse(JSON.stringify(schema, (name, value) => (name === "emptyIsBlank" ? undefined : value))));
}

function withWords(schema: Schema): Schema {
  const { items, properties, patternProperties, anyOf } = schema;
  return {
    ...schema,
    ...(items === undefined ? {} : { items: isList(items) ? items.map(withWords) : withWords(items) }),
    ...(patternProperties === undefined ? {} : { patternProperties: each(patternProperties, withWords) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(withWords) }),
    ...(properties === undefined
      ? {}
      : { properties: each(properties, (member, name) => named(withWords(member), name)) }),
  };
}

function named(member: Schema, name: string): Schema {
  const said = saidOf(member);
  if (said !== undefined && !forms.has(said)) return member;
  const word = wordOf(name);
  return word === undefined ? member : { ...member, description: said === undefined ? word : `${word}; ${said}` };
}

/** Descriptions that only say how a value is written, not what it means. */
const forms: ReadonlySet<string> = new Set(Object.values(FORMS));

function each<Value>(members: Readonly<Record<string, Value>>, change: (value: Value, name: string) => Value) {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value, name)]));
}

function isList(items: NonNullable<Schema["items"]>): items is readonly Schema[] {
  return Array.isArray(items);
}

/** The description of a schema, or that of its first alternative with one. */
function saidOf({ description, anyOf = [] }: Schema): string | undefined {
  return description ?? anyOf.map(saidOf).find((said) => said !== undefined);
}

/** The members of an object and of the objects and lists inside it, in the order of the declaration. */
export function fieldsOf(schema: Schema, isShape: (schema: Schema) => boolean, path = ""): Field[] {
  if (isShape(schema)) return [];
  const item = schema.items;
  if (item !== undefined && "type" in item) return fieldsOf(item, isShape, `${path}[]`);
  const [byName] = Object.values(schema.patternProperties ?? {});
  if (byName !== undefined) return fieldsOf(byName, isShape, `${path}.*`);
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([member, value]) => {
    const name = path === "" ? member : `${path}.${member}`;
    const field = { name, schema: value, isRequired: required.has(member) };
    return [field, ...fieldsOf(value, isShape, name)];
  });
}

/** `integer from 1 to 500`, `BUY or SELL`, `list of objects`, … */
export function typeText(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map(code).join(", ");
  if (schema.const !== undefined) return code(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeText).join(" or ");
  if (schema.patternProperties !== undefined) {
    const [value = {}] = Object.values(schema.patternProperties);
    return `${typeText(value)} by name`;
  }
  switch (schema.type) {
    case "integer":
    case "number":
      return `${schema.type}${between(schema.minimum, schema.maximum)}`;
    case "string":
      return `text${sized(schema, "characters")}${schema.pattern === undefined ? "" : ` matching ${code(schema.pattern)}`}`;
    case "array":
      return arrayText(schema);
    default:
      return schema.type ?? "any";
  }
}

function arrayText(schema: Schema): string {
  const { items } = schema;
  if (items === undefined) return "list";
  if (!("length" in items)) return `list of ${typeText(items)}${sized(schema, "items")}`;
  return `[${items.map(typeText).join(", ")}]`;
}

function between(low: number | undefined, high: number | undefined): string {
  const top = high === Number.MAX_SAFE_INTEGER ? undefined : high;
  if (low === undefined) return top === undefined ? "" : ` up to ${top}`;
  return top === undefined ? ` from ${low}` : ` from ${low} to ${top}`;
}

function sized({ minLength, maxLength, minItems, maxItems }: Schema, what: string): string {
  const low = minLength ?? minItems;
  const high = maxLength ?? maxItems;
  if (high !== undefined) return `, ${low === undefined ? "at most" : `${low} to`} ${high} ${what}`;
  return low === undefined || low < 2 ? "" : `, at least ${low} ${what}`;
}

/** The meaning of a field, beyond its type, for a table. */
export function meaningOf(schema: Schema): string {
  const { default: fallback } = schema;
  const words = [saidOf(schema) ?? schema.expected, fallback === undefined ? undefined : `default ${code(fallback)}`];
  return words.filter((word) => word !== undefined).join("; ");
}

function code(value: unknown): string {
  return `\`${String(value)}\``;
}

/** Escapes the text for a cell of a Markdown table, which a bar would end. */
export function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "\\<");
}
