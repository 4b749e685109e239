// Values of market parameters that tests try, derived from the declarations: values at the edges of the bounds, inside and
// just outside, and the values that random worlds use instead of a given one.

import fc from "fast-check";
import {
  BOUNDS_SINCE,
  MARKET_PARAMETERS,
  type MarketParameter,
  type MarketParameters,
} from "../language/market-parameters.ts";
import { findUnlistable } from "../language/parameter-bounds.ts";
import { type NamedParameter, placesOf } from "../language/parameter-declaration.ts";

interface EdgeValues {
  readonly inside: readonly number[];
  readonly outside: readonly number[];
}

/** The edge values of a number, given the other parameters of its market. */
export function edgesOf({ field, bounds = {} }: NamedParameter, market: Readonly<Record<string, unknown>>): EdgeValues {
  const { above, from, below, upTo, among, stepOf } = bounds;
  if (among !== undefined) return { inside: among, outside: [Math.min(...among) - 1, Math.max(...among) + 1] };
  const at = (edge: number | string) => (typeof edge === "number" ? edge : (market[edge] as number));
  const step = stepOf === undefined ? 1 : at(stepOf);
  const inside: number[] = [];
  const outside: number[] = [];
  if (above !== undefined) inside.push(upwards(at(above) + step, step));
  if (above !== undefined) outside.push(at(above));
  if (from !== undefined) inside.push(upwards(at(from), step));
  if (from !== undefined) outside.push(at(from) - step);
  if (below !== undefined) inside.push(at(below) - step);
  if (below !== undefined) outside.push(at(below));
  if (upTo !== undefined) inside.push(at(upTo) - (at(upTo) % step));
  if (upTo !== undefined) outside.push(at(upTo) + step);
  if (step > 1) outside.push((market[field] as number) + 1);
  return { inside, outside };
}

function upwards(value: number, step: number): number {
  return Math.floor(value / step) * step;
}

/** Values that a random world may use instead of the listed one: the same, a third or three times as much. */
export function valuesToTry(parameter: MarketParameter, listed: MarketParameters): readonly number[] {
  const { field, bounds = {} } = parameter;
  if (bounds.among !== undefined) return bounds.among;
  const value = listed[field] as number;
  const tried = [value, Math.trunc(value / 3), value * 3];
  return tried.filter(
    (each) => findUnlistable({ ...listed, initialPrice: 0, [field]: each }, BOUNDS_SINCE)?.name !== parameter.name,
  );
}

export function isNumber({ unit }: NamedParameter): boolean {
  return placesOf(unit) !== undefined;
}

/** Parameters mostly within the bounds that each has by itself; whether they fit each other is left to chance. */
export const anyParameters = fc
  .record(Object.fromEntries(MARKET_PARAMETERS.map((each) => [each.field, anyValue(each)])))
  .map((values) => values as unknown as MarketParameters);

/** A market with a few of its parameters changed. */
export function anyParametersOf(market: MarketParameters): fc.Arbitrary<MarketParameters> {
  const some = fc.uniqueArray(fc.constantFrom(...MARKET_PARAMETERS), { maxLength: 3 });
  return some
    .chain((changed) => fc.record(Object.fromEntries(changed.map((each) => [each.field, anyValue(each)]))))
    .map((changes) => ({ ...market, ...changes }));
}

function anyValue({ unit, bounds = {} }: MarketParameter): fc.Arbitrary<unknown> {
  if (unit === "symbol") return fc.stringMatching(/^PERP_[A-Z0-9]{1,8}_USDC$/);
  if (unit === "flag") return fc.boolean();
  if (unit === "names") return fc.uniqueArray(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 32 });
  if (bounds.among !== undefined) return fc.constantFrom(...bounds.among);
  const edge = (given: number | string | undefined, otherwise: number) =>
    typeof given === "number" ? given : otherwise;
  const least = edge(bounds.from, edge(bounds.above, 0));
  const most = edge(bounds.upTo, edge(bounds.below, Number.MAX_SAFE_INTEGER));
  // Of any magnitude: most markets that can be listed have small steps.
  const sized = fc.integer({ min: 0, max: 53 }).map((power) => least + 2 ** power);
  return fc.oneof(fc.maxSafeInteger(), sized, fc.integer({ min: least, max: most }));
}
