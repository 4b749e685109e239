// The prices that a venue has from outside: its lines, what each source of each price says now, what the engine is reported
// of it, and the markets that wait to be listed until their sources agree. Rules 6.1.

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
import { counting, Priced, RATE_SOURCES_MIN, type RateOf, rateFrom, type SourceState } from "./worth/priced.ts";

/** What the feeds say of themselves, as the venue's conditions do. */
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

/** One price as it stands now. */
export interface PriceState {
  /** A market's symbol, or a currency. */
  readonly of: string;
  /** In 10⁻¹⁸: the market's index as the engine has it, or the currency's rate; null while there is none. */
  readonly index: bigint | null;
  /** How many sources have to count. */
  readonly needed: number;
  readonly sources: readonly SourceState[];
}

interface CurrencyPrice {
  readonly of: string;
  readonly priced: Priced;
  /** As evaluated last; of the rate, why there is none. */
  sources: readonly SourceState[];
  rate: bigint | string;
}

interface MarketPrice {
  readonly configuration: MarketConfiguration;
  readonly priced: Priced;
  /** As evaluated last. */
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

  /** Whether the market has sources here. */
  isFed(symbol: string): boolean {
    return this.#sources.some(({ row }) => "market" in row.of && row.of.market === symbol);
  }

  /** Of one of its rows. */
  lined(row: PriceSourceConfiguration): LinedSource {
    return this.#lined.get(row)!;
  }

  get lines(): readonly FeedLine[] {
    return this.#lines;
  }

  /** Begins to connect. */
  start(): void {
    this.look();
    this.#timer = setInterval(() => this.look(), LOOK_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    for (const line of this.#lines) line.stop();
  }

  /** Each second: lines are looked after, and markets whose sources agree are listed. */
  look(): void {
    for (const line of this.#lines) line.look();
    this.#evaluate();
    this.#say(this.#markets.flatMap((market) => this.#lookAfter(market)).join("; "));
  }

  /** What is reported for the second that is ticked next: of each source that counts. */
  at(): Unstamped<OraclePrices> | null {
    this.#evaluate();
    const prices = this.#markets.flatMap((market) => this.#reportsOf(market));
    return prices.length === 0 ? null : { type: "oracle_prices", prices };
  }

  /** As evaluated last, less than a second ago: to be asked costs next to nothing. Currencies first, as markets rest on them. */
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

  /** What one of a currency is worth in USDC, in 10⁻¹⁸, as evaluated last; null while that is not known. */
  worthInUsdc(currency: string): bigint | null {
    const rate = this.#currencies.get(currency)?.rate;
    // Without sources of its own a USDC is one of what the indexes are in.
    const usdc = this.#currencies.get("USDC")?.rate ?? ONE_E18;
    return typeof rate === "bigint" && typeof usdc === "bigint" ? (rate * ONE_E18) / usdc : null;
  }

  /** What each source says now, and whether it counts. */
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

  #pricedOf(of: { readonly market: string } | { readonly currency: string }): Priced {
    const [kind, name] = Object.entries(of)[0]!;
    const sources = this.#sources.filter(({ row }) => (row.of as Readonly<Record<string, string>>)[kind] === name);
    return new Priced(sources.map(({ row, source, line }) => ({ row, source, stoodAt: (era) => line.stoodAt(era) })));
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
      // One that its operator took away has no number any more.
      const source = names.indexOf(row.name);
      const price = reason === "" ? inE8(converted!) : undefined;
      if (source === -1 || price === undefined) return [];
      return [{ market, source, price: priceE8(price), volume: row.weight }];
    });
  }

  /** @returns what is wrong with it, if anything */
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

  /** As its operator has it now. */
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

/** The nearest price that a market can begin with. */
function onTick(price: bigint, tick: number): PriceE8 {
  const e8 = inE8(price) ?? 0;
  return priceE8(Math.max(1, Math.round(e8 / tick)) * tick);
}
