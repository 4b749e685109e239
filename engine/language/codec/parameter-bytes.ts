// How a market's parameters are written, in the journal and in a snapshot.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { MarketParameters } from "../market-parameters.ts";
import { type Fields, readFields, type Values, writeFields } from "./fields.ts";

/** Of markets that were listed before there were such rules: 1 %, and any source at its own weight. */
const STOP_SLIPPAGE = 100_000_000;
const MIN_SOURCES = 1;
const CAPS_WEIGHTS = false;

export const PARAMETERS: Fields<keyof MarketParameters> = [
  ["symbol", "text"],
  ["quoteMin", "f64"],
  ["quoteMax", "f64"],
  ["quoteTick", "f64"],
  ["baseMin", "f64"],
  ["baseMax", "f64"],
  ["baseTick", "f64"],
  ["minNotional", "f64"],
  ["priceRange", "f64"],
  ["priceScope", "f64"],
  ["baseImr", "f64"],
  ["baseMmr", "f64"],
  ["imrFactor", "f64"],
  ["maxNotional", "f64"],
  ["globalMaxOiCap", "f64"],
  ["fundingPeriodHours", "f64"],
  ["capFunding", "f64"],
  ["floorFunding", "f64"],
  ["capIr", "f64"],
  ["floorIr", "f64"],
  ["interestRate", "f64"],
  ["markFactorTenths", "f64"],
  ["maxMarkDeviation", "f64"],
  ["liquidationTier", "f64"],
  ["stdLiquidationFee", "f64"],
  ["liquidatorFee", "f64"],
  ["claimInsuranceFundDiscount", "f64"],
  ["sources", "texts"],
  // Of markets that were listed before there was such a limit, or a gate.
  ["maxIndexJump", "f64", 2_000_000_000],
  ["gated", "bool", false],
  ["stopSlippage", "f64", STOP_SLIPPAGE],
  ["minSources", "f64", MIN_SOURCES],
  ["capsWeights", "bool", CAPS_WEIGHTS],
];
/** How many of them snapshots before format 14 do not have. */
const SINCE_14 = 3;

export function writeParameters(out: ByteWriter, parameters: MarketParameters): void {
  writeFields(out, PARAMETERS, parameters as unknown as Values);
}

/** Of a snapshot. */
export function readParameters(input: ByteReader): MarketParameters {
  const parameters: Values = { stopSlippage: STOP_SLIPPAGE, minSources: MIN_SOURCES, capsWeights: CAPS_WEIGHTS };
  readFields(input, input.format >= 14 ? PARAMETERS : PARAMETERS.slice(0, -SINCE_14), parameters);
  return parameters as unknown as MarketParameters;
}
