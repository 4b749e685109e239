// Answers about all markets and accounts together: price changes, traders' open positions, and volumes. Interface 4.10.

import { marketFigures } from "@evermark/interface/markets/market-figures.ts";
import { WHOLE_VENUE } from "../../history/index.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import { balanceTotals } from "../../statistics/balance-totals.ts";
import { historyCharts, priceChanges, tradersOpenInterests } from "../../statistics/market-figures.ts";
import { fromMicros } from "../../wire/decimals.ts";
import { namedBroker } from "../named/named-broker.ts";

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

const getVolumeStats = bind(marketFigures.getVolumeStats, async ({ venue, query }) => {
  const { broker_id: brokerId } = query;
  if (brokerId !== undefined) namedBroker(venue, brokerId);
  const after = venue.sequencer.appliedPosition;
  const traded = await venue.history.tradedVolumes(brokerId ?? WHOLE_VENUE, venue.clock.now(), after);
  return {
    perp_volume_ytd: fromMicros(traded.thisYear),
    perp_volume_ltd: fromMicros(traded.ever),
    perp_volume_today: fromMicros(traded.today),
    perp_volume_last_1_day: fromMicros(traded.lastDay),
    perp_volume_last_7_days: fromMicros(traded.last7Days),
    perp_volume_last_30_days: fromMicros(traded.last30Days),
  };
});

const getBalanceStats = bind(marketFigures.getBalanceStats, async ({ venue, query }) => {
  const broker = query.broker_id === undefined ? undefined : namedBroker(venue, query.broker_id);
  const { brokers, at } = await balanceTotals(venue);
  let [holding, unsettledPnl] = [0, 0];
  for (const [number, total] of brokers) {
    if (broker !== undefined && broker !== number) continue;
    holding += total.holding;
    unsettledPnl += total.unsettledPnl;
  }
  return {
    total_holding: fromMicros(holding),
    total_unsettled_balance: fromMicros(unsettledPnl),
    last_update_time: at,
  };
});

export const marketFigureBindings: readonly Binding[] = [
  getPriceChanges,
  getTradersOpenInterests,
  getHistoryCharts,
  getVolumeStats,
  getBalanceStats,
];
