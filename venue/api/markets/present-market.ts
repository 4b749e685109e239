// A market as the interface shows it: its rules and its snapshot. Interface 2.2, rules 1.2 and 13.

import { MARKET_PARAMETERS, type MarketParameters, type MarketView, placesOf } from "@evermark/engine";
import type { marketData } from "@evermark/interface/markets/market-data.ts";
import type { shownParameters } from "@evermark/interface/markets/market-parameters.ts";
import type { DataOf } from "@evermark/interface/rows/endpoint.ts";
import type { RollingDay } from "../../statistics/market-statistics.ts";
import { fromE10, fromMicros, fromPlaces, fromUnitaryFunding, priceOf, quantityOf } from "../../wire/decimals.ts";

export function presentSymbolRule(view: MarketView): DataOf<typeof marketData.getSymbol> {
  return {
    ...shownOf(view.parameters),
    status: view.state,
    status_reason: view.stateReason,
    status_detail: view.stateDetail,
    status_time: view.stateSince,
    in_doubt: view.liquidationHeld,
    ...(view.delistAt > 0 && { delist_time: view.delistAt }),
    created_time: view.createdAt,
    updated_time: view.updatedAt,
  };
}

const SHOWN = MARKET_PARAMETERS.filter(({ shown }) => shown === true);

type Shown = Pick<DataOf<typeof marketData.getSymbol>, keyof typeof shownParameters>;

function shownOf(parameters: MarketParameters): Shown {
  const values = SHOWN.map(({ name, field, unit }) => [name, decimalOf(parameters[field], placesOf(unit))]);
  return Object.fromEntries(values) as Shown;
}

/** A parameter's value as a decimal; a value that is not a number is shown unchanged. */
export function decimalOf(value: unknown, places: number | undefined): unknown {
  return places === undefined ? value : fromPlaces(value as number, places);
}

export function presentSnapshot(view: MarketView, day: RollingDay): DataOf<typeof marketData.getMarket> {
  const { parameters } = view;
  return {
    symbol: parameters.symbol,
    index_price: priceOf(parameters, view.index),
    ...(view.settlementPrice > 0 && { expected_settlement_price: priceOf(parameters, view.settlementPrice) }),
    mark_price: priceOf(parameters, view.mark),
    sum_unitary_funding: fromUnitaryFunding(view.sumUnitaryFunding),
    est_funding_rate: fromE10(view.estFundingRate),
    last_funding_rate: fromE10(view.lastFundingRate),
    next_funding_time: view.nextFundingTime,
    open_interest: quantityOf(parameters, view.openInterest),
    "24h_open": priceOf(parameters, day.open),
    "24h_close": priceOf(parameters, day.close),
    "24h_high": priceOf(parameters, day.high),
    "24h_low": priceOf(parameters, day.low),
    "24h_amount": fromMicros(day.amount),
    "24h_volume": quantityOf(parameters, day.volume),
  };
}
