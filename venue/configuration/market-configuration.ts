// How an operator writes a market down: the words of the market rule row (`GET /v1/public/info`), decimals as people
// write them. Read once, digit by digit, into the engine's scales, and checked against the listing rule. Rules 1.2, 13.

import { type MarketParameters, micros, priceE8, quantityE8, ratioE10 } from "@evermark/engine";
import { parseDecimal } from "../decimals.ts";
import type { MarketConfiguration } from "./configuration.ts";
import type { Mode } from "./keys.ts";
import { checkListing } from "./listing-rule.ts";

/** One market in the operator's words; what is absent has the default of `MARKET_KEYS`. */
export type MarketRow = Readonly<Record<string, unknown>>;

type MarketReading =
  | { readonly market: MarketConfiguration }
  /** `key` is empty when the row as a whole is at fault. */
  | { readonly mistake: { readonly key: string; readonly value: unknown; readonly expected: string } };

interface MarketKey {
  /** Decimals of the scale; 0 for a count. */
  readonly places: number;
  readonly description: string;
  /** A value, or the key it is taken from, with its sign. Absent: the key must be given. */
  readonly default?: string | Readonly<Record<Mode, string>> | { readonly sameAs: string } | { readonly minus: string };
}

/** The numbers of a market, in the order of the reference page. */
export const MARKET_KEYS: Readonly<Record<string, MarketKey>> = {
  initial_price: { places: 8, description: "index price of a new venue, in USDC; simulated prices start here" },
  quote_min: { places: 8, default: "0", description: "lowest order price" },
  quote_max: { places: 8, default: "10000000", description: "highest order price" },
  quote_tick: { places: 8, description: "price step" },
  base_min: { places: 8, default: { sameAs: "base_tick" }, description: "smallest order quantity" },
  base_max: { places: 8, description: "largest order quantity" },
  base_tick: { places: 8, description: "quantity step" },
  min_notional: { places: 6, default: "10", description: "smallest order value, in USDC" },
  price_range: { places: 10, default: "0.03", description: "how far beyond the mark price an order may reach" },
  price_scope: { places: 10, default: "0.4", description: "how far behind the mark price an order may rest" },
  base_imr: { places: 10, description: "base initial margin ratio; 1 ÷ this is the highest leverage" },
  base_mmr: { places: 10, description: "base maintenance margin ratio" },
  imr_factor: { places: 10, description: "how fast margin ratios grow with notional" },
  max_notional: { places: 6, description: "largest position of one account, in USDC" },
  global_max_oi_cap: { places: 6, description: "largest open interest of the market, in USDC" },
  funding_period: { places: 0, default: "8", description: "hours between funding payments: 1, 4 or 8" },
  cap_funding: { places: 10, description: "highest funding rate of one period" },
  floor_funding: { places: 10, default: { minus: "cap_funding" }, description: "lowest funding rate of one period" },
  cap_ir: { places: 10, description: "highest interest part of the funding rate" },
  floor_ir: { places: 10, default: { minus: "cap_ir" }, description: "lowest interest part of the funding rate" },
  interest_rate: { places: 10, default: "0.0001", description: "interest rate of 8 hours" },
  mark_factor: {
    places: 1,
    default: "7",
    description: "the mark price stays within this many funding caps of the index",
  },
  max_mark_deviation: {
    places: 10,
    description: "and never further from the index than this, nor than base_imr ÷ 8",
  },
  liquidation_tier: { places: 0, default: "2", description: "1 or 2: which liquidation rules apply" },
  std_liquidation_fee: { places: 10, description: "fee rate that a liquidated account pays" },
  liquidator_fee: { places: 10, description: "the part of it that the liquidator gets" },
  claim_insurance_fund_discount: {
    places: 10,
    description: "discount on positions claimed from the insurance fund, at most base_mmr − base_imr ÷ 4",
  },
  max_index_jump: {
    places: 10,
    default: "0.2",
    description: "an index that moves by more than this at once halts the market until its sources agree",
  },
  min_sources: {
    places: 0,
    default: { sandbox: "1", production: "3" },
    description: "with fewer price sources than this that have spoken in the last ten seconds, the index is in doubt",
  },
  stop_slippage: {
    places: 10,
    default: "0.01",
    description: "how far from the index price a triggered order without a price, or a close in a pause, may trade",
  },
};

const OTHER_KEYS = ["symbol", "sources", "cap_source_weights", "gated"];

/** Every key of a `[[markets]]` entry. */
export const MARKET_KEY_NAMES: readonly string[] = [...OTHER_KEYS, ...Object.keys(MARKET_KEYS)];

/** Reads one market and checks that it can be listed. @param defaultSources names of its index price sources */
export function readMarket(row: MarketRow, defaultSources: readonly string[], mode: Mode = "sandbox"): MarketReading {
  const { symbol } = row;
  if (typeof symbol !== "string") {
    return { mistake: { key: "symbol", value: symbol, expected: "PERP_<BASE>_USDC" } };
  }
  const sources = row.sources ?? defaultSources;
  if (!areNames(sources)) {
    return { mistake: { key: "sources", value: sources, expected: "a list of names of price sources, each once" } };
  }
  const { gated = false, cap_source_weights: capsWeights = mode === "production" } = row;
  if (typeof gated !== "boolean") return { mistake: { key: "gated", value: gated, expected: "true or false" } };
  if (typeof capsWeights !== "boolean") {
    return { mistake: { key: "cap_source_weights", value: capsWeights, expected: "true or false" } };
  }
  const numbers = new Map<string, number>();
  for (const key of Object.keys(MARKET_KEYS)) {
    const mistake = readNumber({ row, mode }, key, numbers);
    if (mistake !== null) return { mistake };
  }
  const market = assemble({ symbol, sources, capsWeights, gated }, (key) => numbers.get(key)!);
  const broken = checkListing(market);
  return broken === null ? { market } : { mistake: { ...broken, value: row[broken.key] ?? "its default" } };
}

interface Written {
  readonly row: MarketRow;
  readonly mode: Mode;
}

function areNames(sources: unknown): sources is string[] {
  if (!Array.isArray(sources)) return false;
  return sources.every((name) => typeof name === "string" && name !== "") && new Set(sources).size === sources.length;
}

type Mistake = { readonly key: string; readonly value: unknown; readonly expected: string };

/** Puts the number of `key`, or its default, into `numbers`. */
function readNumber(written: Written, key: string, numbers: Map<string, number>): Mistake | null {
  const { row, mode } = written;
  const { places, default: given } = MARKET_KEYS[key]!;
  const fallback = typeof given === "object" && "sandbox" in given ? given[mode] : given;
  if (row[key] === undefined && typeof fallback === "object") {
    const from = "sameAs" in fallback ? fallback.sameAs : fallback.minus;
    // A default that follows another key is read after it, whatever the order of the table.
    const mistake = numbers.has(from) ? null : readNumber(written, from, numbers);
    if (mistake !== null) return mistake;
    numbers.set(key, "minus" in fallback ? -numbers.get(from)! + 0 : numbers.get(from)!);
    return null;
  }
  const value = row[key] ?? fallback;
  const decimal = parseDecimal(value, places);
  if (decimal.kind !== "exact") return { key, value, expected: expectedNumber(places) };
  numbers.set(key, decimal.value);
  return null;
}

function expectedNumber(places: number): string {
  return places === 0 ? "a whole number" : `a number with at most ${places} decimal${places === 1 ? "" : "s"}`;
}

function assemble(
  { symbol, sources, capsWeights, gated }: Pick<MarketParameters, "symbol" | "sources" | "capsWeights" | "gated">,
  of: (key: string) => number,
): MarketConfiguration {
  const parameters: MarketParameters = {
    symbol,
    quoteMin: priceE8(of("quote_min")),
    quoteMax: priceE8(of("quote_max")),
    quoteTick: priceE8(of("quote_tick")),
    baseMin: quantityE8(of("base_min")),
    baseMax: quantityE8(of("base_max")),
    baseTick: quantityE8(of("base_tick")),
    minNotional: micros(of("min_notional")),
    priceRange: ratioE10(of("price_range")),
    priceScope: ratioE10(of("price_scope")),
    baseImr: ratioE10(of("base_imr")),
    baseMmr: ratioE10(of("base_mmr")),
    imrFactor: ratioE10(of("imr_factor")),
    maxNotional: micros(of("max_notional")),
    globalMaxOiCap: micros(of("global_max_oi_cap")),
    fundingPeriodHours: of("funding_period"),
    capFunding: ratioE10(of("cap_funding")),
    floorFunding: ratioE10(of("floor_funding")),
    capIr: ratioE10(of("cap_ir")),
    floorIr: ratioE10(of("floor_ir")),
    interestRate: ratioE10(of("interest_rate")),
    markFactorTenths: of("mark_factor"),
    maxMarkDeviation: ratioE10(of("max_mark_deviation")),
    liquidationTier: of("liquidation_tier"),
    stdLiquidationFee: ratioE10(of("std_liquidation_fee")),
    liquidatorFee: ratioE10(of("liquidator_fee")),
    claimInsuranceFundDiscount: ratioE10(of("claim_insurance_fund_discount")),
    sources,
    minSources: of("min_sources"),
    capsWeights,
    maxIndexJump: ratioE10(of("max_index_jump")),
    stopSlippage: ratioE10(of("stop_slippage")),
    gated,
  };
  return { parameters, initialPrice: priceE8(of("initial_price")) };
}
