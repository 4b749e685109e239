// How a market's parameters are written, in the journal and in a snapshot. The bytes follow from their declarations.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import {
  CHANGEABLE,
  type FundingTerms,
  MARKET_PARAMETERS,
  type MarketParameter,
  type MarketParameters,
} from "../market-parameters.ts";
import { UNITS } from "../parameter-declaration.ts";
import { type Fields, type FieldValues, readFields, writeFields } from "./fields.ts";

/** All parameters that a market is listed with. */
export const PARAMETERS = parametersUnder(Number.POSITIVE_INFINITY);

/** Those of them that a behaviour knows. */
export function parametersUnder(behaviour: number): Fields<keyof MarketParameters> {
  const known = MARKET_PARAMETERS.filter(({ since = 0 }) => since <= behaviour);
  return known.map((each) => {
    const { field, absent } = each;
    return absent === undefined ? [field, bytesOf(each)] : [field, bytesOf(each), absent];
  });
}

function bytesOf({ unit }: MarketParameter) {
  return UNITS[unit].bytes;
}

/** For a snapshot: the parameters that the market was listed with. */
export function writeParameters(out: ByteWriter, parameters: MarketParameters): void {
  writeFields(out, PARAMETERS, parameters as unknown as FieldValues);
}

export function readParameters(input: ByteReader): MarketParameters {
  const written = MARKET_PARAMETERS.filter(({ format = 0 }) => format <= input.format);
  const parameters: FieldValues = Object.fromEntries(MARKET_PARAMETERS.map(({ field, absent }) => [field, absent]));
  readFields(input, layoutOf(written), parameters);
  return parameters as unknown as MarketParameters;
}

/** For a snapshot: the current values of the parameters that may have changed since the listing. */
export function writeChangeable(out: ByteWriter, parameters: MarketParameters): void {
  writeFields(out, layoutOf(CHANGEABLE), parameters as unknown as FieldValues);
}

export function readChangeable(input: ByteReader, listed: MarketParameters): MarketParameters {
  const parameters: FieldValues = { ...listed };
  readFields(input, layoutOf(keptIn(input.format, CHANGEABLE)), parameters);
  return parameters as unknown as MarketParameters;
}

/** For a snapshot: changes to a market's funding that wait for the next payment. */
export function writeFundingTerms(out: ByteWriter, terms: FundingTerms): void {
  writeFields(out, layoutOf(OF_FUNDING), terms as unknown as FieldValues);
}

export function readFundingTerms(input: ByteReader, before: MarketParameters): FundingTerms {
  const terms: FieldValues = Object.fromEntries(OF_FUNDING.map(({ field }) => [field, before[field]]));
  readFields(input, layoutOf(keptIn(input.format, OF_FUNDING)), terms);
  return terms as unknown as FundingTerms;
}

const OF_FUNDING = CHANGEABLE.filter(({ change }) => change.holds === "after the next funding");

function keptIn(format: number, declared: typeof CHANGEABLE): typeof CHANGEABLE {
  return declared.filter(({ change: { format: since = 0 } }) => since <= format);
}

function layoutOf(declared: readonly MarketParameter[]): Fields {
  return declared.map((each) => [each.field, bytesOf(each)]);
}
