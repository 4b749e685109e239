// Describes in words what a schema expects and what was sent instead, for the message that refuses a parameter.

/**
 * The parts of JSON Schema that our rows use, and two keywords of our own: `expected` replaces the derived description
 * where it would be too long; `emptyIsBlank: false` makes an empty required text invalid instead of blank.
 */
export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly expected?: string;
  readonly emptyIsBlank?: boolean;
}

/** `BUY or SELL`, `an integer from 1 to 500`, … */
export function expectation(schema: JsonSchema): string {
  if (schema.expected !== undefined) return schema.expected;
  if (schema.enum !== undefined) return alternatives(schema.enum.map(String));
  if (schema.const !== undefined) return String(schema.const);
  if (schema.anyOf !== undefined) return ofUnion(schema.anyOf);
  switch (schema.type) {
    case "integer":
      return `an integer${between(bottomOf(schema), schema.maximum)}`;
    case "number":
      return `a number${between(bottomOf(schema), schema.maximum)}`;
    case "boolean":
      return "true or false";
    case "array":
      return `a list${sized(schema.minItems, schema.maxItems, "items")}`;
    case "string":
      return `text${sized(schema.minLength, schema.maxLength, "characters")}${matching(schema.pattern)}`;
    case "null":
      return "null";
    default:
      return "an object";
  }
}

function ofUnion(members: readonly JsonSchema[]): string {
  const types = members.map((member) => member.type);
  const [number] = members.filter((member) => member.type === "number" || member.type === "integer");
  // A number that may also be sent as text is one thing to the caller, not two.
  if (number !== undefined && types.includes("string")) return `${expectation(number)}, also as text`;
  return alternatives(members.map(expectation));
}

function alternatives(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function bottomOf(schema: JsonSchema): string | number | undefined {
  return schema.exclusiveMinimum === undefined ? schema.minimum : `above ${schema.exclusiveMinimum}`;
}

function between(low: string | number | undefined, high: number | undefined): string {
  const bottom = low === undefined || typeof low === "string" ? low : `from ${low}`;
  const parts = [bottom, high === undefined ? undefined : `${low === undefined ? "up " : ""}to ${high}`];
  return parts.map((part) => (part === undefined ? "" : ` ${part}`)).join("");
}

function sized(low: number | undefined, high: number | undefined, what: string): string {
  if (low === undefined && high === undefined) return "";
  if (high === undefined) return ` of at least ${low} ${what}`;
  return low === undefined ? ` of at most ${high} ${what}` : ` of ${low} to ${high} ${what}`;
}

function matching(pattern: string | undefined): string {
  return pattern === undefined ? "" : ` that matches ${pattern}`;
}

const SHOWN_MAX = 64;

/** The value in a form that the caller recognizes, at most 64 characters of it. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return String(value);
  return JSON.stringify(value.length > SHOWN_MAX ? `${value.slice(0, SHOWN_MAX)}…` : value);
}
