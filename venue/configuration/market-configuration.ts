// Reads a market as an operator writes it: its parameters under the engine's names, with ordinary decimals. They are
// read digit by digit into the engine's scales, and checked by the engine's own rules for listing. Rules 1.2, 13.

import { expectedOf, findListingMistake, INITIAL_PRICE, MARKET_PARAMETERS, placesOf } from "@evermark/engine";
import { parseDecimal } from "../wire/decimals.ts";
import type { MarketConfiguration } from "./configuration.ts";
import type { Mode } from "./configuration-keys.ts";

/** One market as written in the file; absent values have their declared defaults. */
export type MarketRow = Readonly<Record<string, unknown>>;

/** A mistake, with the key to be corrected. */
interface Mistake {
  readonly key: string;
  readonly value: unknown;
  readonly expected: string;
}
type MarketReading = { readonly market: MarketConfiguration } | { readonly mistake: Mistake };

const [SYMBOL, ...OTHERS] = MARKET_PARAMETERS;
/** Every key of a `[[markets]]` entry, in the order of the reference page. */
export const MARKET_KEYS = [SYMBOL!, INITIAL_PRICE, ...OTHERS];
export const MARKET_KEY_NAMES: readonly string[] = MARKET_KEYS.map(({ name }) => name);

export type MarketKey = (typeof MARKET_KEYS)[number];

/** A configuration must pass the engine's listing checks of every behaviour. */
const EVERY_BEHAVIOUR = Number.POSITIVE_INFINITY;

/** Reads one market and checks that it can be listed. @param defaultSources names of its index price sources */
export function readMarket(row: MarketRow, defaultSources: readonly string[], mode: Mode = "sandbox"): MarketReading {
  const values: Record<string, unknown> = {};
  for (const key of MARKET_KEYS) {
    const { value, mistake } = readKey(key, { sources: defaultSources, ...row }, mode);
    if (mistake !== undefined) return { mistake };
    values[key.field] = value;
  }
  const { initialPrice, ...parameters } = values;
  const market = { parameters, initialPrice } as unknown as MarketConfiguration;
  const broken = findListingMistake(market.parameters, market.initialPrice, EVERY_BEHAVIOUR);
  if (broken === null) return { market };
  const { name: key, expected } = broken;
  const followed = followedBy(MARKET_KEYS.find(({ name }) => name === key)!);
  // If the default is another key's value, the mistake is in that key.
  if (row[key] === undefined && followed !== undefined) {
    return { mistake: { key: followed.name, value: row[followed.name], expected: expectedOf(followed) } };
  }
  return { mistake: { key, value: row[key] ?? "its default", expected } };
}

/** The key whose value, or its negative, is this key's default. */
function followedBy({ default: fallback }: MarketKey): MarketKey | undefined {
  if (typeof fallback !== "object" || "sandbox" in fallback) return undefined;
  const field = "sameAs" in fallback ? fallback.sameAs : fallback.minus;
  return MARKET_KEYS.find((key) => key.field === field);
}

/** The row's value for a key, or the key's default. */
function readKey(key: MarketKey, row: MarketRow, mode: Mode): { readonly value?: unknown; readonly mistake?: Mistake } {
  const { name, unit, default: fallback } = key;
  const followed = followedBy(key);
  if (row[name] === undefined && followed !== undefined) {
    const reading = readKey(followed, row, mode);
    return typeof fallback === "object" && "minus" in fallback ? negated(reading) : reading;
  }
  const written = row[name] ?? defaultOf(fallback, mode);
  const places = placesOf(unit);
  if (places === undefined) return written === undefined ? wrong(name, written, expectedOf(key)) : { value: written };
  const decimal = parseDecimal(written, places);
  return decimal.kind === "exact" ? { value: decimal.value } : wrong(name, written, expectedNumber(places));
}

function negated(reading: ReturnType<typeof readKey>): ReturnType<typeof readKey> {
  // Subtraction from 0 keeps 0 from becoming −0.
  return reading.mistake === undefined ? { value: 0 - (reading.value as number) } : reading;
}

function defaultOf(fallback: MarketKey["default"], mode: Mode): string | boolean | undefined {
  if (typeof fallback !== "object") return fallback;
  return "sandbox" in fallback ? fallback[mode] : undefined;
}

function wrong(key: string, value: unknown, expected: string): { readonly mistake: Mistake } {
  return { mistake: { key, value, expected } };
}

function expectedNumber(places: number): string {
  return places === 0 ? "a whole number" : `a number with at most ${places} decimal${places === 1 ? "" : "s"}`;
}
