// What can be said of a market parameter when it is declared, and the units that parameters have.

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
  /** "" stands where one was that is none any more. */
  names: readonly string[];
  flag: boolean;
}
export type Unit = keyof UnitTypes;

interface Form {
  readonly bytes: "text" | "texts" | "f64" | "bool";
  readonly places?: number;
}

/** How the bytes of each unit are written, and of a number its decimals outside of the engine. */
export const UNITS: Readonly<Record<Unit, Form>> = {
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

/** Its decimals outside of the engine; undefined of what is no number. */
export function placesOf(unit: Unit): number | undefined {
  const { places }: Form = UNITS[unit];
  return places;
}

/** What a value keeps to: numbers on the engine's scale, or the value of another parameter. Of names, how many there are. */
export interface Bounds<Field extends string = string> {
  readonly above?: number | Field;
  readonly from?: number | Field;
  readonly below?: number | Field;
  readonly upTo?: number | Field;
  readonly among?: readonly number[];
  /** It is a whole number of these. */
  readonly stepOf?: Field;
}

/** As the operator would write it, of each mode where the modes differ; or what another parameter is, or its opposite. */
export type Default<Field extends string = string> =
  | string
  | boolean
  | { readonly sandbox: string | boolean; readonly production: string | boolean }
  | { readonly sameAs: Field }
  | { readonly minus: Field };

export interface Declaration<Field extends string = string> {
  /** In configuration, interface and refusals. */
  readonly name: string;
  readonly unit: Unit;
  /** One line for users. */
  readonly words: string;
  readonly bounds?: Bounds<Field>;
  /** Before `BOUNDS_SINCE`, where that was not the same; null for nothing, but for a change. */
  readonly formerly?: Bounds<Field> | null;
  /** Absent: it must be given. */
  readonly default?: Default<Field>;
  /** Whether `GET /v1/public/info` shows it. */
  readonly shown?: boolean;
  /** Absent: what a market is listed with stays. */
  readonly change?: Change;
  /** What it is of markets that were listed before there was such a parameter. */
  readonly absent?: number | boolean;
  /** The first behaviour that knows it; absent: all that several versions can share a journal under. */
  readonly since?: number;
  /** The first format of snapshots that has it; absent: all have. */
  readonly format?: number;
}

/** An operator may change it while the market is listed. */
interface Change {
  /** In the bytes of `set_market_rules`, for ever. */
  readonly place: number;
  readonly holds: "at once" | "after the next funding";
  /** The first format of snapshots that keeps a change; absent: all do. */
  readonly format?: number;
}

/** With the name of its field in the engine. */
export interface Declared<Field extends string = string> extends Declaration<Field> {
  readonly field: Field;
}
