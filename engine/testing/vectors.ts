// The worked figures of rules 12 and the market table of rules 13, typed. `vectors.json` holds them as decimal text; `scaled`
// turns a decimal into a whole number on a given scale, digit by digit.

import { assert, Fault } from "../base/fault.ts";
import type { OrderStatus, OrderType, Side } from "../base/vocabulary.ts";
import { MARKET_PARAMETERS, type MarketParameter, type MarketParameters } from "../language/market-parameters.ts";
import { placesOf } from "../language/parameter-declaration.ts";
import file from "./vectors.json" with { type: "json" };

/** A decimal as a whole number of 10^-places. Throws if it has more decimals than that. */
export function scaled(decimal: string, places: number): bigint {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal);
  if (parts === null) throw new Fault("a vector is a plain decimal", { decimal });
  const fraction = parts[3] ?? "";
  assert(fraction.length <= places, "a vector fits its scale", { decimal, places });
  const magnitude = BigInt(parts[2] + fraction.padEnd(places, "0"));
  return parts[1] === "-" ? -magnitude : magnitude;
}

export const money = (decimal: string): bigint => scaled(decimal, 6);
export const price = (decimal: string): bigint => scaled(decimal, 8);
export const quantity = (decimal: string): bigint => scaled(decimal, 8);
export const rate = (decimal: string): bigint => scaled(decimal, 10);
export const ratio = (decimal: string): bigint => scaled(decimal, 8);

export const marginRatioFunction = file.margin_ratio_function;
export const crossMarginAccount = file.cross_margin_account;
export const averageOpenPriceSteps = file.average_open_price;
export const feeSplit = file.fee_split;
export const pricesVector = file.prices;
export const fundingPayment = file.funding_payment;
export const fundingRateFunction = file.funding_rate_function;
export const liquidationPartial = file.liquidation_partial;
export const liquidationLowMargin = file.liquidation_low_margin;
export const liquidationBankrupt = file.liquidation_bankrupt_insurance_adl;
export const isolatedPosition = file.isolated_position;
export const withdrawalLimit = file.withdrawal_limit;

interface TraceStep {
  readonly input: {
    readonly order_id: number;
    readonly owner: string;
    readonly side: Side;
    readonly order_type: OrderType;
    readonly order_price: string | null;
    readonly order_quantity: string;
    readonly visible_quantity: string;
  };
  readonly executions: readonly {
    readonly resting_order_id: number;
    readonly price: string;
    readonly quantity: string;
    readonly part: string;
    readonly resting_is_maker: boolean;
    readonly incoming_is_maker: boolean;
  }[];
  readonly reports: readonly {
    readonly order_id: number;
    readonly status: OrderStatus;
    readonly executed_quantity?: string;
    readonly reason?: string;
  }[];
}

export const matchingTrace = file.matching_trace as unknown as {
  readonly symbol: string;
  readonly steps: readonly TraceStep[];
  readonly final: readonly {
    readonly order_id: number;
    readonly status: OrderStatus;
    readonly executed_quantity: string;
    readonly order_quantity: string;
    readonly reason: string | null;
  }[];
};

/** The default markets of rules 13, in the order of the table, with three index sources each. */
export const defaultMarkets: readonly MarketParameters[] = file.markets.map((row) => {
  const written: Readonly<Record<string, string | number>> = row;
  const values = MARKET_PARAMETERS.map((each) => [each.field, figureOf(each, written[each.name])]);
  return { ...Object.fromEntries(values), sources: ["one", "two", "three"] } as MarketParameters;
});

/** The value of the table; where it has none, the default, for a sandbox. */
function figureOf({ unit, default: fallback }: MarketParameter, written: string | number | undefined): unknown {
  const given = written ?? (typeof fallback === "object" && "sandbox" in fallback ? fallback.sandbox : fallback);
  const places = placesOf(unit);
  return places === undefined ? given : Number(scaled(String(given), places));
}

export function defaultMarket(symbol: string): MarketParameters {
  const found = defaultMarkets.find((market) => market.symbol === symbol);
  if (found === undefined) throw new Fault("the market is one of the default markets", { symbol });
  return found;
}
