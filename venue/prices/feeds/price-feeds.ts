// A venue's prices from outside: the lines, the present price of each source, the reports to the engine, and the markets
// that wait to be listed until their sources agree. Rules 6.1.

import { isUnavailable, type Sequencer, type Unstamped } from "@evermark/core";
import {
  type EngineReader,
  type OraclePrices,
  type PriceE8,
  priceE8,
  rejectionWords,
  type SourcePrice,
} from "@evermark/engine";
import type { Logger } from "pino";
import type { Configuration, MarketConfiguration } from "../../configuration/configuration.ts";
import type { PriceSourceConfiguration } from "../../configuration/price-sources.ts";
import type { PriceTape } from "../price-tape.ts";
import type { FeedClocks } from "./lines/clocks.ts";
import type { FeedLine } from "./lines/feed-line.ts";
import { type LinedSource, linesOfSources } from "./lines/lines-of-sources.ts";
import { Agreement } from "./worth/agreement.ts";
import { fromE8, inE8 } from "./worth/conversion.ts";
import { middleOf, ONE_E18 } from "./worth/exact-price.ts";
import { counting, RATE_SOURCES_MIN, type RateOf, rateFrom, SourcedPrice, type SourceState } from "./worth/priced.ts";

/** The condition through which the feeds report trouble. */
interface FeedCondition {
  broken(reason: string): void;
  holds(): void;
}

export interface PriceFeedsParts {
  readonly configuration: Pick<Configuration, "mode" | "markets" | "feeds">;
  readonly engine: Pick<EngineReader, "findMarket" | "market">;
  readonly sequencer: Pick<Sequencer, "send">;
  readonly clocks: FeedClocks;
  /** From 0 to just below 1. */
  readonly random: () => number;
  readonly condition: FeedCondition;
  readonly log: Logger;
}

const LOOK_MS = 1_000;

/** The present state of one price. */
export interface PriceState {
  /** A market's symbol, or a currency's name. */
  readonly of: string;
  /** In 10⁻¹⁸: the market's index as the engine has it, or the currency's rate; null while there is none. */
  readonly index: bigint | null;
  /** How many sources have to count. */
  readonly needed: number;
  readonly sources: readonly SourceState[];
}

interface CurrencyPrice {
  readonly of: string;
  readonly priced: SourcedPrice;
  /** By the last evaluation. `rate` as text says why there is no rate. */
  sources: readonly SourceState[];
  rate: bigint | string;
}

interface MarketPrice {
  readonly configuration: MarketConfiguration;
  readonly priced: SourcedPrice;
  /** By the last evaluation. */
  sources: readonly SourceState[];
  readonly agreement: Agreement;
  listing: "waits" | "sent" | "refused";
}

export class PriceFeeds implements PriceTape {
  readonly #parts: PriceFeedsParts;
  readonly #sources: readonly LinedSource[];
  readonly #lined: ReadonlyMap<PriceSourceConfiguration, LinedSource>;
  readonly #lines: readonly FeedLine[];
  readonly #currencies: ReadonlyMap<string, CurrencyPrice>;
  readonly #markets: readonly MarketPrice[];
  #timer: ReturnType<typeof setInterval> | null = null;
  #wasBroken = "";

  constructor(parts: PriceFeedsParts) {
    this.#parts = parts;
    const { feeds, markets } = parts.configuration;
    const terms = { spreadMaxPpm: feeds.spreadMaxPpm, quietMaxMs: feeds.quietMaxMs };
    this.#sources = linesOfSources(feeds.sources, { ...parts, terms });
    this.#lined = new Map(this.#sources.map((each) => [each.row, each]));
    this.#lines = [...new Set(this.#sources.map(({ line }) => line))];
    const currencies = new Set(feeds.sources.flatMap(({ of }) => ("currency" in of ? [of.currency] : [])));
    this.#currencies = new Map(
      [...currencies].map((of) => [of, { of, priced: this.#pricedOf({ currency: of }), sources: [], rate: "" }]),
    );
    this.#markets = markets
      .filter(({ parameters }) => this.isFed(parameters.symbol))
      .map((configuration) => ({
        configuration,
        priced: this.#pricedOf({ market: configuration.parameters.symbol }),
        ...{ agreement: new Agreement(), sources: [], listing: "waits" },
      }));
    this.#evaluate();
  }

  /** Whether the market has sources among these feeds. */
  isFed(symbol: string): boolean {
    return this.#sources.some(({ row }) => "market" in row.of && row.of.market === symbol);
  }

  /** Source and line of a row. */
  lined(row: PriceSourceConfiguration): LinedSource {
    return this.#lined.get(row)!;
  }

  get lines(): readonly FeedLine[] {
    return this.#lines;
  }

  /** Starts connecting. */
  start(): void {
    this.look();
    this.#timer = setInterval(() => this.look(), LOOK_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    for (const line of this.#lines) line.stop();
  }

  /** Called each second: drives the lines, and lists markets whose sources agree. */
  look(): void {
    for (const line of this.#lines) line.look();
    this.#evaluate();
    this.#say(this.#markets.flatMap((market) => this.#lookAfter(market)).join("; "));
  }

  /** The report for the second that is ticked next: a price for each source that counts. */
  at(): Unstamped<OraclePrices> | null {
    this.#evaluate();
    const prices = this.#markets.flatMap((market) => this.#reportsOf(market));
    return prices.length === 0 ? null : { type: "oracle_prices", prices };
  }

  /**
   * The states by the last evaluation, less than a second ago, so reading them costs next to nothing. Currencies come
   * first, as markets rest on them.
   */
  states(): readonly PriceState[] {
    return [
      ...[...this.#currencies.values()].map(({ of, rate, sources }) => {
        return { of, index: typeof rate === "string" ? null : rate, needed: RATE_SOURCES_MIN, sources };
      }),
      ...this.#markets.map(({ configuration: { parameters }, sources }) => ({
        of: parameters.symbol,
        index: this.#indexOf(parameters.symbol),
        needed: this.#minSources(parameters.symbol, parameters.minSources),
        sources,
      })),
    ];
  }

  /** Price of a currency in USDC, in 10⁻¹⁸, by the last evaluation; null while unknown. */
  worthInUsdc(currency: string): bigint | null {
    const rate = this.#currencies.get(currency)?.rate;
    // Without sources of its own, a USDC counts as one unit of the indexes' currency.
    const usdc = this.#currencies.get("USDC")?.rate ?? ONE_E18;
    return typeof rate === "bigint" && typeof usdc === "bigint" ? (rate * ONE_E18) / usdc : null;
  }

  /** Evaluates the present price of each source, and whether it counts. */
  #evaluate(): void {
    const now = this.#parts.clocks.steady();
    for (const currency of this.#currencies.values()) {
      currency.sources = currency.priced.states(now, this.#ownCurrency);
      currency.rate = rateFrom(currency.of, currency.sources);
    }
    for (const market of this.#markets) market.sources = market.priced.states(now, this.#rateOf);
  }

  #indexOf(symbol: string): bigint | null {
    const market = this.#parts.engine.findMarket(symbol);
    if (market === -1) return null;
    const { index, parameters } = this.#parts.engine.market(market);
    return fromE8(index * parameters.quoteTick);
  }

  #pricedOf(of: { readonly market: string } | { readonly currency: string }): SourcedPrice {
    const [kind, name] = Object.entries(of)[0]!;
    const sources = this.#sources.filter(({ row }) => (row.of as Readonly<Record<string, string>>)[kind] === name);
    return new SourcedPrice(
      sources.map(({ row, source, line }) => ({ row, source, stoodAt: (era) => line.stoodAt(era) })),
    );
  }

  readonly #rateOf: RateOf = (currency) => this.#currencies.get(currency)?.rate ?? this.#ownCurrency(currency);

  readonly #ownCurrency: RateOf = (currency) =>
    currency === this.#parts.configuration.feeds.currency ? ONE_E18 : `no rate of ${currency}`;

  #reportsOf({ configuration, sources }: MarketPrice): SourcePrice[] {
    const { engine } = this.#parts;
    const market = engine.findMarket(configuration.parameters.symbol);
    if (market === -1) return [];
    const names = engine.market(market).parameters.sources;
    return sources.flatMap(({ row, converted, reason }) => {
      // A source that its operator has removed no longer has a number.
      const source = names.indexOf(row.name);
      const price = reason === "" ? inE8(converted!) : undefined;
      if (source === -1 || price === undefined) return [];
      return [{ market, source, price: priceE8(price), volume: row.weight }];
    });
  }

  /** @returns what is wrong with the market, if anything */
  #lookAfter(market: MarketPrice): string[] {
    const { symbol, minSources } = market.configuration.parameters;
    const prices = counting(market.sources);
    if (this.#parts.engine.findMarket(symbol) !== -1) {
      const needed = this.#minSources(symbol, minSources);
      return prices.length >= needed ? [] : [`${symbol}: ${prices.length} sources count, ${needed} have to`];
    }
    const haveAgreed = market.agreement.look(prices, minSources, this.#parts.clocks.steady());
    if (haveAgreed && market.listing === "waits") this.#list(market, middleOf(prices));
    return [`${symbol} is not listed before ${minSources} sources have agreed for a minute: ${prices.length} count`];
  }

  /** The required number of sources, as the market's operator has set it now. */
  #minSources(symbol: string, configured: number): number {
    const market = this.#parts.engine.findMarket(symbol);
    return market === -1 ? configured : this.#parts.engine.market(market).parameters.minSources;
  }

  #list(market: MarketPrice, agreed: bigint): void {
    const { sequencer, log } = this.#parts;
    const { parameters } = market.configuration;
    const price = onTick(agreed, parameters.quoteTick);
    market.listing = "sent";
    sequencer
      .send({ type: "list_market", parameters, price })
      .then((result) => {
        if (isUnavailable(result)) market.listing = "waits";
        else if (result.rejection === null)
          log.info({ symbol: parameters.symbol, price }, "a market is listed: its sources agree");
        else {
          market.listing = "refused";
          log.error({ symbol: parameters.symbol, why: rejectionWords(result.rejection) }, "a market can't be listed");
        }
      })
      .catch((err) => log.error({ err }, "a market can't be listed"));
  }

  #say(trouble: string): void {
    if (trouble === this.#wasBroken) return;
    this.#wasBroken = trouble;
    if (trouble === "") this.#parts.condition.holds();
    else this.#parts.condition.broken(trouble);
  }
}

/** The nearest price that a market can start with. */
function onTick(price: bigint, tick: number): PriceE8 {
  const e8 = inE8(price) ?? 0;
  return priceE8(Math.max(1, Math.round(e8 / tick)) * tick);
}
