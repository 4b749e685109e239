// Simulated index prices of a sandbox: three sources per market report every second, each slightly off the hidden path.
// The same seed gives the same tape. Rules 6.1, design 7.

import type { Unstamped } from "@evermark/core";
import { type OraclePrices, priceE8, quantityE8, type SourcePrice } from "@evermark/engine";
import type { MarketConfiguration } from "../configuration/configuration.ts";
import { SIMULATED_SOURCES } from "../configuration/default-markets.ts";
import { Wave } from "./activity.ts";
import type { PriceTape } from "./price-tape.ts";
import { fractionOf, hashOf, hashOfText } from "./random.ts";
import { SimulatedPath } from "./simulated-path.ts";
import { yearlyVolatilityOf } from "./volatility.ts";

/** The largest distance of a source from the path, 1 basis point; within a minute it moves from one distance to another. */
const STRAY_MAX = 0.0001;
const STRAY_PERIOD_S = 60;
/** Volume of each source in 4 hours, in USDC; only the proportions count, as weights of the index. */
const SOURCE_VOLUMES_USDC = [400_000, 250_000, 150_000] as const;
/** By rules 6.1 the weights are refreshed every 5 minutes. */
const VOLUME_PERIOD_S = 300;

interface SimulatedMarket {
  readonly market: number;
  /** The engine's numbers of its sources, without removed ones. */
  readonly numbers: readonly number[];
  readonly configuration: MarketConfiguration;
  readonly path: SimulatedPath;
  readonly strays: readonly Wave[];
  readonly hash: number;
}

/** The tape of all markets, except those whose price is set by hand. */
export class SimulatedPrices implements PriceTape {
  readonly #seed: number;
  readonly #markets: SimulatedMarket[] = [];
  readonly #pinned = new Set<number>();

  /**
   * @param markets in the engine's order: the index in the list is the market's number
   * @param fed numbers of the markets that have other sources
   */
  constructor(seed: number, markets: readonly MarketConfiguration[], fed: ReadonlySet<number> = new Set()) {
    this.#seed = seed;
    for (const [market, configuration] of markets.entries()) {
      if (fed.has(market)) continue;
      const hash = hashOfText(configuration.parameters.symbol);
      const yearlyVolatility = yearlyVolatilityOf(configuration.parameters.symbol);
      this.#markets.push({
        market,
        numbers: configuration.parameters.sources.flatMap((name, number) => (name === "" ? [] : [number])),
        configuration,
        hash,
        strays: SIMULATED_SOURCES.map((_, source) => new Wave(STRAY_PERIOD_S, seed, hash, 200 + source)),
        path: new SimulatedPath({ seed, market: hash, yearlyVolatility }),
      });
    }
  }

  /** The market leaves the simulation: from now on its price moves only by hand. */
  pin(market: number): void {
    this.#pinned.add(market);
  }

  /** The market returns to the simulation, where its tape would be by now. */
  free(market: number): void {
    this.#pinned.delete(market);
  }

  /** A market's position on its path, in 10⁻⁸ USDC, not rounded to ticks; `second` may be fractional. */
  hidden(market: number, second: number): number {
    const { configuration, path } = this.#markets.find((simulated) => simulated.market === market)!;
    return configuration.initialPrice * path.at(Math.max(0, second));
  }

  /** The reports of the sources at a second, counted from the venue's first; null when every market is pinned. */
  at(second: number): Unstamped<OraclePrices> | null {
    const prices: SourcePrice[] = [];
    for (const simulated of this.#markets) {
      if (!this.#pinned.has(simulated.market)) this.#report(simulated, second, prices);
    }
    return prices.length === 0 ? null : { type: "oracle_prices", prices };
  }

  #report(
    { market, numbers, configuration, path, strays, hash }: SimulatedMarket,
    second: number,
    out: SourcePrice[],
  ): void {
    const { quoteTick, quoteMin, quoteMax } = configuration.parameters;
    const hidden = configuration.initialPrice * path.at(second);
    const lowest = Math.max(quoteMin, quoteTick);
    for (const [i, source] of numbers.slice(0, SIMULATED_SOURCES.length).entries()) {
      const stray = (2 * strays[i]!.at(second) - 1) * STRAY_MAX;
      const onTick = Math.round((hidden * (1 + stray)) / quoteTick) * quoteTick;
      const price = priceE8(Math.min(Math.max(onTick, lowest), quoteMax));
      out.push({ market, source, price, volume: this.#volume(configuration, hash, i, second) });
    }
  }

  #volume({ initialPrice }: MarketConfiguration, hash: number, source: number, second: number): SourcePrice["volume"] {
    const period = Math.floor(second / VOLUME_PERIOD_S);
    const busyness = 0.75 + 0.5 * fractionOf(hashOf(this.#seed, hash, 300 + source, period));
    const base = (SOURCE_VOLUMES_USDC[source]! * busyness * 1e16) / initialPrice;
    return quantityE8(Math.min(Math.floor(base), Number.MAX_SAFE_INTEGER));
  }
}
