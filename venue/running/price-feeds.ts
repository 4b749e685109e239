// The part that hears outside prices. It hears them from the first tick on, and ends before anything that it reports to.

import { showFeeds } from "../prices/feeds/feed-metrics.ts";
import { PriceFeeds } from "../prices/feeds/price-feeds.ts";
import type { Ground } from "./ground.ts";
import type { Ledger } from "./ledger.ts";

/** Undefined where no price comes from outside. */
export function openFeeds(ground: Ground, { engine, sequencer }: Ledger): PriceFeeds | undefined {
  const { configuration, clocks, readiness, metrics, log, ends } = ground;
  if (configuration.feeds.sources.length === 0) return undefined;
  const feeds = new PriceFeeds({
    ...{ configuration, engine, sequencer, clocks, log },
    random: Math.random,
    condition: readiness.useful("prices"),
  });
  ends.opened("feeds", () => feeds.stop());
  showFeeds(metrics.registry, feeds, clocks);
  return feeds;
}
