// Opens the part that receives outside prices. It receives them from the first tick on, and ends before anything that
// it reports to.

import type { Sequencer, Unavailable } from "@evermark/core";
import { showFeeds } from "../prices/feeds/feed-metrics.ts";
import { PriceFeeds } from "../prices/feeds/price-feeds.ts";
import type { StartContext } from "./start-context.ts";
import type { VenueCore } from "./venue-core.ts";

/** Undefined when no price comes from outside. */
export function openFeeds(ground: StartContext, ledger: VenueCore): PriceFeeds | undefined {
  const { engine } = ledger;
  const { configuration, clocks, readiness, metrics, log, ends } = ground;
  const parts = { ...{ configuration, engine, sequencer: ofLeader(ledger), clocks, log }, random: Math.random };
  const isFed = configuration.feeds.sources.length > 0;
  const feeds = isFed ? new PriceFeeds({ ...parts, condition: readiness.useful("prices") }) : undefined;
  ends.opened("feeds", () => feeds?.stop());
  showFeeds(metrics.registry, feeds, clocks);
  return feeds;
}

const NOT_LED: Unavailable = { unavailable: "another node leads, and lists what its sources agree on" };

/** All nodes receive prices; only the leader submits the commands that follow from them. */
function ofLeader({ sequencer, leads }: VenueCore): Pick<Sequencer, "send"> {
  return { send: (command) => (leads() ? sequencer.send(command) : Promise.resolve(NOT_LED)) };
}
