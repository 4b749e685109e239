// The declarations of a command's fields: each has bytes, a unit, a meaning and, where the field alone can cause a rejection,
// bounds. The command's type, its encoding, its rows in the reference and the random commands of tests all derive from them.

import type {
  AccountNumber,
  BrokerNumber,
  FeeE5,
  FractionE8,
  MarketNumber,
  Micros,
  Millis,
  PriceE8,
  QuantityE8,
  RatioE10,
} from "../base/units.ts";
import type { MarketParameters } from "./market-parameters.ts";

/** How a field is written; a list of words is written as one byte, the index of the word. */
export type Bytes =
  | "f64"
  | "i32"
  | "bool"
  | "text"
  | "texts"
  | "parameters"
  | readonly string[]
  | { readonly record: FieldTable }
  | { readonly list: FieldTable }
  | { readonly optional: Bytes };

/** Values beyond the bounds are refused for this field alone. For a text or a list they bound its length. */
export interface Bounds {
  readonly least?: number;
  readonly most?: number;
  /** Values outside the range that have a meaning of their own, such as 0 for none. */
  readonly or?: readonly number[];
}

declare const value: unique symbol;

/** `Lacks`: the field may be left out of a new command, not only be absent from an old journal. */
export interface Field<Value = unknown, Lacks extends boolean = boolean> extends Bounds {
  readonly bytes: Bytes;
  readonly unit: string;
  readonly meaning: string;
  /** The field's value in journals that are older than it. Undefined for a field that is as old as its command. */
  readonly absent?: unknown;
  /** The first behaviour that knows the field; undefined when every behaviour that versions can share a journal under does. */
  readonly since?: number;
  readonly lacks: Lacks;
  /** Exists in the type only. */
  readonly [value]?: Value;
}

/** Fields by name, in the order of their bytes. That order is permanent: a field added later goes last. */
export type FieldTable = Readonly<Record<string, Field>>;

type ValueOf<Of> = Of extends Field<infer Value, boolean> ? Value : never;
type LackingIn<Table extends FieldTable> = {
  [Name in keyof Table]: Table[Name] extends Field<unknown, false> ? never : Name;
}[keyof Table];

/** The record that has these fields. */
export type ValuesOf<Table extends FieldTable> = Flat<
  { readonly [Name in Exclude<keyof Table, LackingIn<Table>>]: ValueOf<Table[Name]> } & {
    readonly [Name in LackingIn<Table>]?: ValueOf<Table[Name]>;
  }
>;
export type Flat<Of> = { [Name in keyof Of]: Of[Name] };

type Given<Value> = Field<Value, false>;

function numbers<Value extends number>(kind: "f64" | "i32", unit: string) {
  return (meaning = "", bounds: Bounds = {}): Given<Value> => ({ bytes: kind, unit, meaning, lacks: false, ...bounds });
}

/** Numbers that the engine assigned, counted from 0. */
export const account = numbers<AccountNumber>("i32", "account");
export const market = numbers<MarketNumber>("i32", "market");
export const broker = numbers<BrokerNumber>("i32", "builder");
/** Numbers that the engine assigns and never reuses. */
export const id = <Id extends number>(meaning = "") => numbers<Id>("f64", "id")(meaning);
export const price = numbers<PriceE8>("f64", "price in 10⁻⁸");
export const quantity = numbers<QuantityE8>("f64", "quantity in 10⁻⁸");
export const money = numbers<Micros>("f64", "micros of USDC");
export const time = numbers<Millis>("f64", "milliseconds since 1970");
export const feeRate = numbers<FeeE5>("f64", "rate in 10⁻⁵");
export const fraction = numbers<FractionE8>("f64", "fraction in 10⁻⁸");
export const ratio = numbers<RatioE10>("f64", "ratio in 10⁻¹⁰");
/** A number with any other unit. */
export const count = (unit: string, meaning = "", bounds: Bounds = {}) => numbers<number>("f64", unit)(meaning, bounds);
/** The same, below 2³¹. */
export const small = (unit: string, meaning = "", bounds: Bounds = {}) => numbers<number>("i32", unit)(meaning, bounds);

export function text(meaning = "", bounds: Bounds = {}): Given<string> {
  return { bytes: "text", unit: "text", meaning, lacks: false, ...bounds };
}

export function flag(meaning = ""): Given<boolean> {
  return { bytes: "bool", unit: "yes or no", meaning, lacks: false };
}

/** One of a list of words; a word's index in the list is permanent. */
export function word<const Words extends readonly string[]>(words: Words, meaning = ""): Given<Words[number]> {
  return { bytes: words, unit: "word", meaning, lacks: false };
}

export function texts(meaning: string): Given<readonly string[]> {
  return { bytes: "texts", unit: "texts", meaning, lacks: false };
}

export function record<Table extends FieldTable>(of: Table, meaning: string): Given<ValuesOf<Table>> {
  return { bytes: { record: of }, unit: "record", meaning, lacks: false };
}

export function list<Table extends FieldTable>(
  of: Table,
  meaning = "",
  bounds: Bounds = {},
): Given<readonly ValuesOf<Table>[]> {
  return { bytes: { list: of }, unit: "list", meaning, lacks: false, ...bounds };
}

export function marketParameters(meaning: string): Given<MarketParameters> {
  return { bytes: "parameters", unit: "market parameters", meaning, lacks: false };
}

/** The same field, or null where there is no value. */
export function nullable<Value>(field: Given<Value>): Given<Value | null> {
  return { ...(field as Given<Value | null>), bytes: { optional: field.bytes } };
}

/** A field that older journals lack. @param absent its value in their commands, @param behaviour the first that knows it */
export function since<Value>(field: Given<Value>, absent: Value, behaviour?: number): Given<Value> {
  return { ...field, absent, ...(behaviour !== undefined && { since: behaviour }) };
}

/** The same, for a field that may still be left out of new commands. */
export function lacking<Value>(field: Given<Value>, absent: Value, behaviour?: number): Field<Value, true> {
  return { ...since(field, absent, behaviour), lacks: true };
}

/** The bounds of a field with all defaults, for the rule that refuses values beyond them. */
export function boundsOf({ least = -Infinity, most = Infinity, or = [] }: Bounds): Required<Bounds> {
  return { least, most, or };
}

/** Whether bounds allow a number, or a length. */
export function isWithin({ least, most, or }: Required<Bounds>, n: number): boolean {
  return (n >= least && n <= most) || or.includes(n);
}
