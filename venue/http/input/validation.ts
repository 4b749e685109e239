// Checks input against the schemas of an endpoint row. Valid input costs one compiled check; invalid input is then examined
// member by member, in the order in which the row declares them, so that the answer names the first member that is wrong.
// Errors 7.

import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { invalid } from "../../wire/api-error.ts";
import { expectation, type JsonSchema, shown } from "./expectation.ts";

interface ValidationOptions {
  /** Every value is sent as text: integers, numbers, booleans and lists are parsed from it. */
  readonly text?: boolean;
  /** Replaces `<name> must not be blank`. */
  readonly blankMessage?: string | undefined;
}

type Members = Readonly<Record<string, unknown>>;

interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly check: (value: unknown) => boolean;
  /** Validates the members of an object. */
  readonly inner: Validator | undefined;
  /** Validates the objects of a list. */
  readonly item: Validator | undefined;
}

/** Checks objects against one schema. Built once per row. */
export class Validator {
  readonly #check: (value: unknown) => boolean;
  readonly #members: readonly Member[];
  readonly #names: ReadonlySet<string>;
  // A schema with `additionalProperties: false` refuses members that it does not name; others ignore them.
  readonly #isClosed: boolean;
  readonly #requiredTexts: readonly string[];
  readonly #nested: readonly { readonly name: string; readonly inner: Validator }[];
  readonly #options: ValidationOptions;

  /** @param schema an object's */
  constructor(schema: TSchema, options: ValidationOptions = {}) {
    const { properties = {}, required = [], additionalProperties } = schema as JsonSchema;
    this.#options = options;
    this.#check = compiled(schema);
    this.#members = Object.entries(properties).map(([name, property]) => ({
      name,
      required: required.includes(name),
      schema: property,
      check: compiled(property as TSchema),
      inner: validatorOf(property, options),
      item: property.items === undefined ? undefined : validatorOf(property.items, options),
    }));
    this.#isClosed = additionalProperties === false;
    this.#names = new Set(Object.keys(properties));
    this.#nested = this.#members.flatMap(({ name, inner }) => (inner === undefined ? [] : [{ name, inner }]));
    this.#requiredTexts = this.#members.filter(isBlankWhenEmpty).map(({ name }) => name);
  }

  /**
   * @returns the input in the schema's form: numbers sent as text are numbers, members with the value null are absent
   * @throws {ApiError} -1005 for the first member that is missing or invalid, then for an unknown one
   */
  validate(input: Members): Members {
    if (this.#options.text !== true && this.#check(input) && !this.#hasBlank(input)) {
      this.#assertNoForeign(input);
      return input;
    }
    const output: Record<string, unknown> = {};
    for (const member of this.#members) {
      const value = this.#valueOf(member, input[member.name]);
      if (value !== undefined) output[member.name] = value;
    }
    this.#assertNoForeign(input);
    return output;
  }

  /** Whether the schema names this member. */
  knows(name: string): boolean {
    return this.#names.has(name);
  }

  #valueOf(member: Member, given: unknown): unknown {
    if (given === undefined || (given === null && !member.check(null))) {
      if (member.required) throw this.#blank(member);
      return undefined;
    }
    if (given === "" && isBlankWhenEmpty(member)) throw this.#blank(member);
    if (member.inner !== undefined && isPlainObject(given)) return member.inner.validate(given);

    const value = this.#converted(given, member.schema);
    if (!member.check(value)) {
      const items = itemsOf(member, value);
      if (items !== undefined && member.check(items)) return items;
      throw invalid(`${member.name} is invalid: ${shown(given)}, expected ${expectation(member.schema)}`);
    }
    return value;
  }

  #converted(value: unknown, schema: JsonSchema): unknown {
    if (typeof value !== "string") return value;
    // Numbers may always be sent as text; other types only where every value is text.
    if (schema.type === "integer" || schema.type === "number") return numberOf(value, schema.type);
    if (this.#options.text !== true) return value;
    if (schema.type === "boolean") return value === "true" ? true : value === "false" ? false : value;
    if (schema.type === "array") return value.split(",").map((part) => this.#converted(part, schema.items ?? {}));
    return value;
  }

  #hasBlank(input: Members): boolean {
    for (const name of this.#requiredTexts) if (input[name] === "") return true;
    for (const { name, inner } of this.#nested) {
      const value = input[name];
      if (isPlainObject(value) && inner.#hasBlank(value)) return true;
    }
    return false;
  }

  #blank(member: Member) {
    return invalid(this.#options.blankMessage ?? `${member.name} must not be blank`);
  }

  #assertNoForeign(input: Members): void {
    if (!this.#isClosed) return;
    for (const name in input) {
      if (!this.#names.has(name)) throw invalid(`${name.slice(0, 64)} is unknown`);
    }
  }
}

function validatorOf(schema: JsonSchema, options: ValidationOptions): Validator | undefined {
  return schema.properties === undefined ? undefined : new Validator(schema as TSchema, options);
}

/** The objects of a list in their schema's form. @throws {ApiError} for the first member that is wrong in any of them */
function itemsOf({ item }: Member, value: unknown): unknown[] | undefined {
  if (item === undefined || !Array.isArray(value)) return undefined;
  return value.map((each) => (isPlainObject(each) ? item.validate(each) : each));
}

/** Compiles at the first use: compiling is slow, and most schemas of a venue are used late or never. */
function compiled(schema: TSchema): (value: unknown) => boolean {
  let validator: ReturnType<typeof Compile> | undefined;
  return (value) => {
    validator ??= Compile(schema);
    return validator.Check(value);
  };
}

function isBlankWhenEmpty(member: Member): boolean {
  return member.required && member.schema.emptyIsBlank !== false;
}

function isPlainObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const INTEGER = /^-?[0-9]{1,16}$/;
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?$/;

/** The number that a text spells, or else the text itself, which the schema then refuses. */
function numberOf(text: string, type: "integer" | "number"): number | string {
  if (text.length > 64 || !(type === "integer" ? INTEGER : NUMBER).test(text)) return text;
  const n = Number(text);
  return type === "integer" && !Number.isSafeInteger(n) ? text : n;
}
