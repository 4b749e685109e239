// The console's views of markets, their prices and the insurance fund.

import { CHANGEABLE, type MarketView, placesOf } from "@evermark/engine";
import { operatorViews } from "@evermark/interface/operators/operator.ts";
import type { DataOf } from "@evermark/interface/rows/endpoint.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import { shownPrices } from "../../prices/feeds/feeds-view.ts";
import type { Venue } from "../../venue.ts";
import { fromE8, fromE10, fromMicros, priceOf, quantityOf } from "../../wire/decimals.ts";
import { decimalOf } from "../markets/present-market.ts";
import { allMarkets } from "../named/named-market.ts";

type Row = DataOf<typeof operatorViews.getMarkets>["rows"][number];

const getMarkets = bind(operatorViews.getMarkets, ({ venue }) => ({
  rows: allMarkets(venue).map((market) => rowOf(venue, market)),
}));

function rowOf({ engine, statistics }: Venue, market: number): Row {
  const view = engine.market(market);
  const { parameters } = view;
  const price = (ticks: number): number => priceOf(parameters, ticks);
  const { live, updatedAt } = engine.indexSources(market);
  return {
    symbol: parameters.symbol,
    state: view.state,
    reason: view.stateReason,
    detail: view.stateDetail,
    since: view.stateSince,
    delist_time: view.delistAt === 0 ? null : view.delistAt,
    in_doubt: view.liquidationHeld,
    index_price: price(view.index),
    mark_price: price(view.mark),
    last_price: price(view.lastPrice),
    best_bid: price(view.bestBid),
    best_ask: price(view.bestAsk),
    open_interest: fromMicros(view.openInterest * view.mark * view.microsPerTickLot),
    volume_24h: fromMicros(statistics.rollingDay(market).amount),
    est_funding_rate: fromE10(view.estFundingRate),
    next_funding_time: view.nextFundingTime,
    sources: [...live],
    sources_time: updatedAt,
    rules: rulesOf(view),
  };
}

function rulesOf({ parameters }: MarketView): Row["rules"] {
  return Object.fromEntries(
    CHANGEABLE.map(({ name, field, unit }) => [name, decimalOf(parameters[field], placesOf(unit))]),
  ) as Row["rules"];
}

/** @param steady a clock that never goes back, in milliseconds */
const getPrices = (steady: () => number) =>
  bind(operatorViews.getPrices, ({ venue: { configuration, feeds } }) => ({
    from: configuration.prices,
    rows:
      feeds === undefined
        ? []
        : shownPrices(feeds, steady()).map((row) => ({
            ...row,
            sources: row.sources.map((source) => ({ ...source })),
          })),
  }));

const getFund = bind(operatorViews.getFund, ({ venue: { engine } }) => {
  const fund = engine.liquidations.insuranceFund();
  return {
    balance: fromMicros(fund.holding),
    collateral: fromMicros(fund.collateral),
    debt: fromMicros(Math.max(0, 0 - fund.collateral)),
    free_collateral: fromMicros(fund.freeCollateral),
    notional: fromMicros(fund.notional),
    margin_ratio: fromE8(fund.marginRatioE8),
    initial_margin_ratio: fromE10(fund.initialMarginRatio),
    minimum_margin_ratio: fromE10(fund.minimumMarginRatio),
    solvent: fund.solvent,
    offers: engine.liquidations.offers().length,
    rows: fund.positions.map((position) => {
      const { parameters } = engine.market(position.market);
      return {
        symbol: parameters.symbol,
        position_qty: quantityOf(parameters, position.quantity),
        average_open_price: fromE8(position.averageOpenPrice),
        mark_price: priceOf(parameters, position.mark),
        notional: fromMicros(position.notional),
        unsettled_pnl: fromMicros(position.unsettledPnl),
        purse: fromMicros(engine.liquidations.purse(position.market)),
      };
    }),
  };
});

export function marketBindings(steady: () => number): readonly Binding[] {
  return [getMarkets, getPrices(steady), getFund];
}
