// How an operator writes a market down: its parameters by the names that the engine declares them with, decimals as people
// write them. Read once, digit by digit, into the engine's scales, and held to what the engine lists. Rules 1.2, 13.

import { expectedOf, findListingMistake, INITIAL_PRICE, MARKET_PARAMETERS, placesOf } from "@evermark/engine";
import { parseDecimal } from "../wire/decimals.ts";
import type { MarketConfiguration } from "./configuration.ts";
import type { Mode } from "./keys.ts";

/** One market in the operator's words; what is absent has its declared default. */
export type MarketRow = Readonly<Record<string, unknown>>;

/** The key is what has to be mended. */
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

/** A configuration is held to all that the engine holds any listing to. */
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
  // A default that is another key's value is as good as that is.
  if (row[key] === undefined && followed !== undefined) {
    return { mistake: { key: followed.name, value: row[followed.name], expected: expectedOf(followed) } };
  }
  return { mistake: { key, value: row[key] ?? "its default", expected } };
}

/** The key whose value, or its opposite, is the default of this one. */
function followedBy({ default: fallback }: MarketKey): MarketKey | undefined {
  if (typeof fallback !== "object" || "sandbox" in fallback) return undefined;
  const field = "sameAs" in fallback ? fallback.sameAs : fallback.minus;
  return MARKET_KEYS.find((key) => key.field === field);
}

/** What the row says of a key, or else its default. */
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
  // A negative zero is no number of ours.
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
