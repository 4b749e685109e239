// Answers about all markets at once: how prices have moved, what traders hold. Interface 4.10.

import { marketFigures } from "@evermark/interface/market-figures.ts";
import { historyCharts, priceChanges, tradersOpenInterests } from "../../market-figures.ts";
import { type Binding, bind } from "../binding.ts";

const CHART_DEFAULT = "1d";

const getPriceChanges = bind(marketFigures.getPriceChanges, ({ venue }) => ({
  rows: priceChanges(venue, venue.clock.now()),
}));

const getTradersOpenInterests = bind(marketFigures.getTradersOpenInterests, ({ venue }) => ({
  rows: tradersOpenInterests(venue),
}));

const getHistoryCharts = bind(marketFigures.getHistoryCharts, ({ venue, query }) => ({
  rows: historyCharts(venue, query.time_interval ?? CHART_DEFAULT, venue.clock.now()),
}));

export const marketFigureBindings: readonly Binding[] = [getPriceChanges, getTradersOpenInterests, getHistoryCharts];
