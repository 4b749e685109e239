// Any command at all, made from its declaration: each field within its bounds, at their edges and beyond, and now and then one
// that names what a small world has. Histories that mean something are made by scripts; these ask what scripts do not think of.

import fc from "fast-check";
import { type Command, DECLARATIONS } from "../language/commands/commands.ts";
import { boundsOf, type Field, type FieldTable } from "../language/field.ts";
import { edgesOf } from "./field-edges.ts";
import { START } from "./setup.ts";
import { defaultMarket } from "./vectors.ts";

const E8 = 100_000_000;
const LARGEST = [0, -1, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER];

/** What numbers of a unit are like in a world of few accounts around a price of 150; of other units anything. */
const NUMBERS: Readonly<Record<string, fc.Arbitrary<number>>> = {
  account: fc.integer({ min: -1, max: 9 }),
  market: fc.integer({ min: -1, max: 2 }),
  builder: fc.integer({ min: -1, max: 1 }),
  id: fc.integer({ min: -1, max: 12 }),
  "price in 10⁻⁸": fc.oneof(
    fc.integer({ min: 148_000, max: 152_000 }).map((ticks) => (ticks * E8) / 1_000),
    fc.constantFrom(...LARGEST, 7),
  ),
  "quantity in 10⁻⁸": fc.oneof(
    fc.integer({ min: 1, max: 500 }).map((lots) => (lots * E8) / 100),
    fc.constantFrom(...LARGEST, 7),
  ),
  "micros of USDC": fc.oneof(fc.integer({ min: 1, max: 2_000_000_000_000 }), fc.constantFrom(...LARGEST)),
  "milliseconds since 1970": fc.oneof(
    fc.integer({ min: -90_000, max: 90_000 }).map((ms) => START + ms),
    fc.constantFrom(...LARGEST),
  ),
};
/** Some of them often, so that one command names what another made. */
const TEXTS = fc.constantFrom(
  "",
  "a",
  "A_TAG",
  "builder",
  "nobody",
  "read,trading",
  `0x${"ab".repeat(20)}`,
  `0x${"0".repeat(64)}`,
);

/** @param types which of the commands; its `at` is the start */
export function anyDeclared(types: readonly Command["type"][]): fc.Arbitrary<Command> {
  return fc.oneof(
    ...types.map((type) => anyRecord(DECLARATIONS[type].fields, { type, at: START })),
  ) as fc.Arbitrary<Command>;
}

function anyRecord(table: FieldTable, more: object = {}): fc.Arbitrary<object> {
  const values = Object.entries(table).map(([name, field]) => [name, anyValue(field)] as const);
  return fc.record(Object.fromEntries(values)).map((record) => ({ ...more, ...record }));
}

function anyValue(field: Field): fc.Arbitrary<unknown> {
  const { bytes } = field;
  if (bytes === "f64" || bytes === "i32") return anyNumber(field);
  if (bytes === "bool") return fc.boolean();
  if (bytes === "text") return fc.oneof(TEXTS, ...lengthsOf(field).map((n) => fc.constant("A".repeat(n))));
  if (bytes === "texts") return fc.array(TEXTS, { maxLength: 3 });
  if (bytes === "parameters") return fc.constantFrom(defaultMarket("PERP_SOL_USDC"), defaultMarket("PERP_BTC_USDC"));
  if ("optional" in bytes) return fc.option(anyValue({ ...field, bytes: bytes.optional }));
  if ("record" in bytes) return anyRecord(bytes.record);
  if (!("list" in bytes)) return fc.constantFrom(...bytes);
  const items = fc.array(anyRecord(bytes.list), { maxLength: 3 });
  const full = lengthsOf(field).map((n) => anyRecord(bytes.list).map((item) => Array<object>(n).fill(item)));
  return fc.oneof({ weight: 4, arbitrary: items }, ...full);
}

function anyNumber(field: Field): fc.Arbitrary<number> {
  const ofUnit = NUMBERS[field.unit] ?? fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(...LARGEST));
  const { least, most } = boundsOf(field);
  const between = Number.isFinite(least) && Number.isFinite(most) ? [fc.integer({ min: least, max: most })] : [];
  const edges = edgesOf(field);
  const any = fc.oneof(ofUnit, ...between, ...(edges.length === 0 ? [] : [fc.constantFrom(...edges)]));
  // What four bytes can hold.
  return field.bytes === "i32" ? any.map((n) => n | 0) : any;
}

function lengthsOf(field: Field): number[] {
  return edgesOf(field).filter((n) => n >= 0 && n <= 5_000);
}
