// What a sandbox simulates: prices that move, and demo traders who trade at them.

import { type Engine, type Millis, priceE8 } from "@evermark/engine";
import { wholeSecond } from "../operation/time/clock.ts";
import { SimulatedPrices } from "../prices/simulated.ts";
import { DemoTraders } from "../sandbox/demo/demo-traders.ts";
import type { Venue } from "../venue.ts";

/** Null when the configuration wants no demo traders. */
export function demoTraders({ configuration, sequencer, clock, log }: Venue, engine: Engine): DemoTraders | null {
  if (!configuration.demo || configuration.mode !== "sandbox") return null;
  const { seed, brokers } = configuration;
  const now = () => clock.now();
  return new DemoTraders({ engine, sequencer, seed, brokerId: brokers[0]!.id, tapeStart: tapeStart(engine), now, log });
}

/**
 * The markets' tape in the engine's order, whatever the order of the configuration; null when no prices are simulated.
 */
export function simulatedPrices({ configuration, feeds }: Venue, engine: Engine): SimulatedPrices | null {
  if (configuration.prices === "manual" || configuration.mode !== "sandbox") return null;
  const markets = Array.from({ length: engine.marketCount }, (_, market) => {
    const { parameters, index } = engine.market(market);
    const configured = configuration.markets.find((known) => known.parameters.symbol === parameters.symbol);
    // A market that is no longer configured continues from its current index.
    return { parameters, initialPrice: configured?.initialPrice ?? priceE8(index * parameters.quoteTick) };
  });
  const fed = markets.flatMap(({ parameters }, market) => (feeds?.isFed(parameters.symbol) ? [market] : []));
  return new SimulatedPrices(configuration.seed, markets, new Set(fed));
}

/** The whole second in which the venue was new; the tape's seconds count from it, across all restarts. */
export function tapeStart(engine: Engine): Millis {
  return wholeSecond(engine.marketCount === 0 ? engine.now : engine.market(0).createdAt);
}
