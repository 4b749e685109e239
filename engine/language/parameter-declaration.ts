// The form of a market parameter's declaration, and the units that parameters have.

import type { Hours, Micros, PriceE8, QuantityE8, RatioE10 } from "../base/units.ts";

/** The type of a value in each unit. */
export interface UnitTypes {
  symbol: string;
  /** In 10⁻⁸. */
  price: PriceE8;
  /** In 10⁻⁸. */
  quantity: QuantityE8;
  money: Micros;
  /** In 10⁻¹⁰: 0.0000000910, as rules 13.2 prints it, is 910. */
  ratio: RatioE10;
  /** A factor in tenths: 7.5 is 75. */
  tenths: number;
  hours: Hours;
  count: number;
  /** A name that was removed leaves "" in its place. */
  names: readonly string[];
  flag: boolean;
}
export type Unit = keyof UnitTypes;

interface UnitEncoding {
  readonly bytes: "text" | "texts" | "f64" | "bool";
  readonly places?: number;
}

/** How each unit is written in bytes and, for numbers, how many decimals the outside of the engine uses. */
export const UNITS: Readonly<Record<Unit, UnitEncoding>> = {
  symbol: { bytes: "text" },
  price: { bytes: "f64", places: 8 },
  quantity: { bytes: "f64", places: 8 },
  money: { bytes: "f64", places: 6 },
  ratio: { bytes: "f64", places: 10 },
  tenths: { bytes: "f64", places: 1 },
  hours: { bytes: "f64", places: 0 },
  count: { bytes: "f64", places: 0 },
  names: { bytes: "texts" },
  flag: { bytes: "bool" },
};

/** The decimals that the outside of the engine uses; undefined for units that are not numbers. */
export function placesOf(unit: Unit): number | undefined {
  const { places }: UnitEncoding = UNITS[unit];
  return places;
}

/** The limits of a value: numbers on the engine's scale, or the value of another parameter. For names, limits of their count. */
export interface ParameterBounds<Field extends string = string> {
  readonly above?: number | Field;
  readonly from?: number | Field;
  readonly below?: number | Field;
  readonly upTo?: number | Field;
  readonly among?: readonly number[];
  /** The value is a multiple of that parameter. */
  readonly stepOf?: Field;
}

/** The text an operator would write, per mode where the modes differ; or the value of another parameter, or its negative. */
export type Default<Field extends string = string> =
  | string
  | boolean
  | { readonly sandbox: string | boolean; readonly production: string | boolean }
  | { readonly sameAs: Field }
  | { readonly minus: Field };

export interface ParameterDeclaration<Field extends string = string> {
  /** The name in configuration, interface and refusals. */
  readonly name: string;
  readonly unit: Unit;
  /** One line for users. */
  readonly words: string;
  readonly bounds?: ParameterBounds<Field>;
  /** The bounds before `BOUNDS_SINCE`, where they differed; null: no bounds at a listing, and `bounds` for a change. */
  readonly formerly?: ParameterBounds<Field> | null;
  /** Absent: the parameter must be given. */
  readonly default?: Default<Field>;
  /** Whether `GET /v1/public/info` shows it. */
  readonly shown?: boolean;
  /** Absent: the value of the listing is permanent. */
  readonly change?: Change;
  /** The value for markets that were listed before the parameter existed. */
  readonly absent?: number | boolean;
  /** The first behaviour that knows it; absent when every behaviour that versions can share a journal under does. */
  readonly since?: number;
  /** The first snapshot format that has it; absent when all have it. */
  readonly format?: number;
}

/** How an operator may change the parameter while the market is listed. */
interface Change {
  /** Its place among the fields of `set_market_rules`; permanent. */
  readonly place: number;
  readonly holds: "at once" | "after the next funding";
  /** The first snapshot format that keeps a change; absent when all do. */
  readonly format?: number;
}

/** A declaration with the name of its field in the engine. */
export interface NamedParameter<Field extends string = string> extends ParameterDeclaration<Field> {
  readonly field: Field;
}
