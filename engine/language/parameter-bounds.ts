// Checks the value of a market parameter against its declaration, and words the refusal when it fails. Rules 1.2.

import { decimalText } from "../base/numbers/arithmetic.ts";
import type { Behaviour } from "../base/units.ts";
import { BOUNDS_SINCE, CHANGEABLE, INITIAL_PRICE, MARKET_PARAMETERS } from "./market-parameters.ts";
import { type NamedParameter, type ParameterBounds, placesOf } from "./parameter-declaration.ts";
import { type Rejection, rejection } from "./rejections.ts";

const SYMBOL = /^PERP_[A-Z0-9]+_USDC$/;

/** A parameter with an invalid value, in the operator's terms. */
export interface Mistake {
  readonly name: string;
  readonly value: string;
  readonly expected: string;
}

/** Parameters by field name, not yet checked. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** The first of a listing's values that is out of its bounds, or null. */
export function findUnlistable(values: ParameterValues, behaviour: Behaviour): Mistake | null {
  const heldTo = ({ bounds, formerly }: NamedParameter) =>
    behaviour < BOUNDS_SINCE && formerly !== undefined ? formerly : bounds;
  return findOutOfBounds([...MARKET_PARAMETERS, INITIAL_PRICE], values, heldTo);
}

/** The same for a change: checks those parameters of `values` that are neither absent nor null. */
export function findUnchangeable(values: ParameterValues, behaviour: Behaviour): Mistake | null {
  const heldTo = ({ bounds, formerly }: NamedParameter) => (behaviour < BOUNDS_SINCE ? (formerly ?? bounds) : bounds);
  const changed = CHANGEABLE.filter(({ field }) => values[field] !== undefined && values[field] !== null);
  return findOutOfBounds(changed, values, heldTo);
}

/** Checks first each value by itself, then each against the other parameters. */
function findOutOfBounds(
  declared: readonly NamedParameter[],
  values: ParameterValues,
  heldTo: (declared: NamedParameter) => ParameterBounds | null | undefined,
): Mistake | null {
  const isSound = (each: NamedParameter) => isAlone(each, heldTo(each) ?? {}, values);
  const isFitting = (each: NamedParameter) => isBeside(each, heldTo(each) ?? {}, values);
  const broken = declared.find((each) => !isSound(each)) ?? declared.find((each) => !isFitting(each));
  return broken === undefined ? null : mistakeIn(broken.name, values, expectedOf(broken));
}

function isAlone({ field, unit }: NamedParameter, bounds: ParameterBounds, values: ParameterValues): boolean {
  const value = values[field];
  if (unit === "symbol") return typeof value === "string" && SYMBOL.test(value);
  if (unit === "flag") return typeof value === "boolean";
  if (unit === "names") return areNames(value) && isBetween(value.length, bounds, {});
  return Number.isSafeInteger(value) && isBetween(value as number, withoutOthers(bounds), {});
}

function areNames(value: unknown): value is readonly string[] {
  if (!Array.isArray(value)) return false;
  return value.every((name) => typeof name === "string" && name !== "") && new Set(value).size === value.length;
}

function isBeside({ field }: NamedParameter, bounds: ParameterBounds, values: ParameterValues): boolean {
  const value = values[field];
  return typeof value !== "number" || isBetween(value, bounds, values);
}

function isBetween(value: number, bounds: ParameterBounds, values: ParameterValues): boolean {
  const { above, from, below, upTo, among, stepOf } = bounds;
  const at = (edge: number | string) => (typeof edge === "number" ? edge : (values[edge] as number));
  if (above !== undefined && value <= at(above)) return false;
  if (from !== undefined && value < at(from)) return false;
  if (below !== undefined && value >= at(below)) return false;
  if (upTo !== undefined && value > at(upTo)) return false;
  if (stepOf !== undefined && value % at(stepOf) !== 0) return false;
  return among === undefined || among.includes(value);
}

/** The bounds that do not depend on another parameter. */
function withoutOthers(bounds: ParameterBounds): ParameterBounds {
  return Object.fromEntries(Object.entries(bounds).filter(([, edge]) => typeof edge !== "string"));
}

/** The expected value in words, such as "a number above 0, up to 1". */
export function expectedOf({ unit, bounds = {} }: NamedParameter): string {
  if (unit === "symbol") return "PERP_<BASE>_USDC with upper-case letters and digits";
  if (unit === "flag") return "true or false";
  if (bounds.among !== undefined) return listed(bounds.among);
  if (unit === "names") return `${bounds.from} to ${bounds.upTo} names of price sources, each once`;
  const places = placesOf(unit)!;
  const nounOf = places === 0 ? "a whole number" : "a number";
  const noun = bounds.stepOf === undefined ? nounOf : `a multiple of ${nameOf(bounds.stepOf)}`;
  const edges = (["above", "from", "below", "upTo"] as const).flatMap((kind) => {
    const edge = bounds[kind];
    if (edge === undefined) return [];
    return `${WORDS[kind]} ${typeof edge === "number" ? decimalText(edge, places) : nameOf(edge)}`;
  });
  return edges.length === 0 ? noun : `${noun} ${edges.join(", ")}`;
}

const WORDS = { above: "above", from: "from", below: "below", upTo: "up to" } as const;

function nameOf(field: string): string {
  return MARKET_PARAMETERS.find((each) => each.field === field)!.name;
}

function listed(values: readonly number[]): string {
  return `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}

/** @param name the parameter that the operator has to correct */
export function mistakeIn(name: string, values: ParameterValues, expected: string): Mistake {
  const declared = [...MARKET_PARAMETERS, INITIAL_PRICE].find((each) => each.name === name)!;
  return { name, value: writtenValue(declared, values[declared.field]), expected };
}

/** A value as an operator would write it. */
export function writtenValue({ unit }: NamedParameter, value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  return Number.isSafeInteger(value) ? decimalText(value as number, placesOf(unit) ?? 0) : String(value);
}

export function refuseMistake({ name, value, expected }: Mistake, symbol: string): Rejection {
  const message = `${name} of ${symbol} is invalid: ${value}, expected ${expected}`;
  return rejection("invalid_parameter", { field: name, expected }, message);
}
