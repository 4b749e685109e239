// The part that hears outside prices. It hears them from the first tick on, and ends before anything that it reports to.

import { showFeeds } from "../prices/feeds/feed-metrics.ts";
import { PriceFeeds } from "../prices/feeds/price-feeds.ts";
import type { Ground } from "./ground.ts";
import type { Ledger } from "./ledger.ts";

/** Undefined where no price comes from outside. */
export function openFeeds(ground: Ground, { engine, sequencer }: Ledger): PriceFeeds | undefined {
  const { configuration, clocks, readiness, metrics, log, ends } = ground;
  const parts = { ...{ configuration, engine, sequencer, clocks, log }, random: Math.random };
  const isFed = configuration.feeds.sources.length > 0;
  const feeds = isFed ? new PriceFeeds({ ...parts, condition: readiness.useful("prices") }) : undefined;
  ends.opened("feeds", () => feeds?.stop());
  showFeeds(metrics.registry, feeds, clocks);
  return feeds;
}
