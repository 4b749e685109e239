// A statement with named values, built by typed calls. It is built for the names that are given, not for their values, so that
// each is compiled only once: a list with two filters has one text, whatever the filters' values.

import type { SQLQueryBindings } from "bun:sqlite";
import type { TableNode } from "kysely";
import { SCHEMA } from "../schema/schema.ts";
import { compileFunction } from "./compile-function.ts";
import { type Builder, builders, type Compilable, type Dialect, Place } from "./query-builder.ts";

/** A statement's text, and the function that puts its values in order. */
export interface Compiled {
  readonly sql: string;
  /** The tables that it names; null when parts of it are written by hand and the tables are not known. */
  tables(): ReadonlySet<string> | null;
  /** @returns an array of all values, typed as one because the database's types take them singly; reused by the next call */
  bind(values: object): SQLQueryBindings;
}

export interface Statement<Values extends object, Row> {
  compiledFor(values: Values, dialect: Dialect): Compiled;
  /** Never set: it keeps statements of different rows apart. */
  readonly row?: Row;
}

type Build<Values, Row> = (builder: Builder, values: Values) => Compilable<Row>;

/** A statement that is always called with all of its values. */
export class WholeStatement<Values extends object, Row> implements Statement<Values, Row> {
  declare readonly row?: Row;
  readonly #build: Build<Values, Row>;
  readonly #compiled: CompiledFor = { sqlite: undefined, postgres: undefined };

  constructor(build: Build<Values, Row>) {
    this.#build = build;
  }

  compiledFor(values: Values, dialect: Dialect): Compiled {
    this.#compiled[dialect] ??= compile(this.#build(builders[dialect], placesOf(values) as Values));
    return this.#compiled[dialect];
  }

  /** Compiles before there are any values, assuming that all will be given. */
  compiled(dialect: Dialect): Compiled {
    this.#compiled[dialect] ??= compile(this.#build(builders[dialect], anyPlace as Values));
    return this.#compiled[dialect];
  }
}

type CompiledFor = Record<Dialect, Compiled | undefined>;

/** Compiled texts that are kept per statement: one for each set of filters and lengths of lists, usually a few dozen. */
const SHAPES_MAX = 500;

/** A statement that is called with some of its values, among them lists: it has one text for each choice of them. */
class FilteredStatement<Values extends object, Row> implements Statement<Values, Row> {
  declare readonly row?: Row;
  readonly #build: Build<Values, Row>;
  #none = new Shape();
  #count = 0;

  constructor(build: Build<Values, Row>) {
    this.#build = build;
  }

  compiledFor(values: Values, dialect: Dialect): Compiled {
    const shape = this.#none.with(values);
    const known = shape.compiled[dialect];
    if (known !== undefined) return known;
    this.#count += 1;
    if (this.#count === SHAPES_MAX) {
      this.#count = 0;
      this.#none = new Shape();
    }
    const compiled = compile(this.#build(builders[dialect], placesOf(values) as Values));
    shape.compiled[dialect] = compiled;
    return compiled;
  }
}

/** The names of the values that are given. Shapes form a tree: one more value leads to the next shape. */
class Shape {
  readonly #more = new Map<string | number, Shape>();
  readonly compiled: CompiledFor = { sqlite: undefined, postgres: undefined };

  with(values: object): Shape {
    let shape: Shape = this;
    for (const name in values) {
      const value = (values as Record<string, unknown>)[name];
      if (value === undefined) continue;
      shape = shape.#then(name);
      if (Array.isArray(value)) shape = shape.#then(value.length);
      else if (isGroup(value)) shape = shape.with(value);
    }
    return shape;
  }

  #then(part: string | number): Shape {
    const known = this.#more.get(part);
    if (known !== undefined) return known;
    const shape = new Shape();
    this.#more.set(part, shape);
    return shape;
  }
}

/** @param build gets a placeholder for each value; its type is the value's while the statement is built */
export function statement<Values extends object, Row>(build: Build<Values, Row>): WholeStatement<Values, Row> {
  return new WholeStatement(build);
}

/** @param build may only check whether a value is given and how long a list is */
export function filtered<Values extends object, Row>(build: Build<Values, Row>): Statement<Values, Row> {
  return new FilteredStatement(build);
}

const anyPlace = new Proxy({}, { get: (_, name) => new Place(`.${String(name)}`) });

function compile(built: Compilable<unknown>): Compiled {
  const { sql, parameters, query } = built.compile();
  const places = parameters as readonly Place[];
  const bound = places.map(() => null);
  const fill = compileFunction(
    ["bound", "values"],
    places.map(({ path }, i) => `bound[${i}] = values${path};`),
  );
  let tables: ReadonlySet<string> | null | undefined;
  return {
    sql,
    tables() {
      if (tables === undefined) tables = tablesOf(query);
      return tables;
    },
    bind(values) {
      fill(bound, values);
      return bound as unknown as SQLQueryBindings;
    },
  };
}

/** Words that precede the name of a table in SQL that is written by hand. */
const NAMING = /\b(from|join|into|update)\b/i;

function tablesOf(node: object): ReadonlySet<string> | null {
  const found = new Set<string>();
  const isKnown = (part: unknown): boolean => {
    if (typeof part !== "object" || part === null) return true;
    const { table, sqlFragments } = part as Partial<TableNode> & { readonly sqlFragments?: readonly string[] };
    const name = table?.identifier?.name;
    // Other names are aliases that the statement defines.
    if (name !== undefined && name in SCHEMA) found.add(name);
    if (sqlFragments?.some((text) => NAMING.test(text))) return false;
    return Object.values(part).every(isKnown);
  };
  return isKnown(node) ? found : null;
}

function placesOf(values: object, path = ""): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, placeOf(value, `${path}.${name}`)]));
}

function placeOf(value: unknown, path: string): unknown {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.map((_, i) => new Place(`${path}[${i}]`));
  return isGroup(value) ? placesOf(value, path) : new Place(path);
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
