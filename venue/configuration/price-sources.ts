// Reads the outside price sources as an operator writes them: `[[sources]]` entries of the file. Each provides one
// price: a market's, or a currency's in the currency of the indexes. Rules 6.1.

import { type QuantityE8, quantityE8 } from "@evermark/engine";
import { parseDecimal } from "../wire/decimals.ts";
import { unknownKey, wrongValue } from "./values/mistake.ts";
import { type Kind, oneOf, text, wholeNumber } from "./values/value-kinds.ts";

/** Venues whose feeds are built in. Other drivers read JSON at any address, or use the package ccxt where that is installed. */
export const VENUE_DRIVERS = [
  "binance",
  "coinbase",
  "kraken",
  "okx",
  "bybit",
  "bitget",
  "kucoin",
  "gate",
  "crypto.com",
  "bitstamp",
  "bitfinex",
] as const;
const OTHER_DRIVERS = ["json_http", "json_websocket", "ccxt"] as const;

export type VenueDriver = (typeof VENUE_DRIVERS)[number];

/** Paths of a message's members, such as `data.0.bid`; null for members that it does not have. */
export interface JsonPlaces {
  readonly bid: string | null;
  readonly ask: string | null;
  readonly last: string | null;
  readonly time: string | null;
  /** Null when all messages are about one pair. */
  readonly pair: string | null;
}

export type PriceFeedConfiguration =
  /** `url` null: the driver's own address. */
  | { readonly driver: VenueDriver; readonly url: string | null }
  | { readonly driver: "json_http"; readonly url: string; readonly places: JsonPlaces; readonly everyMs: number }
  | {
      readonly driver: "json_websocket";
      readonly url: string;
      readonly places: JsonPlaces;
      readonly subscription: readonly string[];
    }
  /** `exchange`: ccxt's name of the venue. */
  | { readonly driver: "ccxt"; readonly exchange: string; readonly everyMs: number };

export interface PriceSourceConfiguration {
  /** The market or the currency that this source prices. */
  readonly of: { readonly market: string } | { readonly currency: string };
  /** Its name in the engine and wherever prices are shown. */
  readonly name: string;
  readonly feed: PriceFeedConfiguration;
  /** The venue's name of the pair. */
  readonly pair: string;
  /** The currency in which the pair is quoted. */
  readonly currency: string;
  readonly weight: QuantityE8;
  /** How many units of the pair's base make one of the market's, in 10⁻⁸. */
  readonly multiplier: QuantityE8;
}

interface SourceKey {
  readonly kind: Kind<unknown>;
  /** The default as the reference shows it; absent when the key must be given. */
  readonly fallback?: string;
  readonly description: string;
}

const PLACE = /^[^\s.]+(\.[^\s.]+)*$/;
const CURRENCY = /^[A-Z][A-Z0-9]{1,11}$/;
const CURRENCY_WORDS = "a currency such as USDT";
const place = (): Kind<string> => text(PLACE, "a place such as data.0.bid");

/** In the order of the reference page. */
export const SOURCE_KEYS = {
  market: {
    kind: text(/^PERP_[A-Z0-9]+_[A-Z0-9]+$/, "the symbol of a market"),
    fallback: "none",
    description: "the market whose price the source reports",
  },
  converts: {
    kind: text(CURRENCY, CURRENCY_WORDS),
    fallback: "none",
    description:
      "instead of `market`: the currency whose value in `feeds.currency` it reports; without at least two of them, no source that is " +
      "quoted in that currency counts",
  },
  driver: {
    kind: oneOf(...VENUE_DRIVERS, ...OTHER_DRIVERS),
    description:
      "the venue whose feed it is, or how JSON is fetched from an address; ccxt only if that package is installed",
  },
  pair: {
    kind: text(/^[\x21-\x7e]{1,40}$/, "up to 40 printable characters"),
    description: "the pair, as the venue names it",
  },
  currency: {
    kind: text(CURRENCY, CURRENCY_WORDS),
    fallback: "`feeds.currency`",
    description: "currency in which the pair is quoted",
  },
  name: {
    kind: text(/^[a-z0-9][a-z0-9._-]{0,31}$/, "up to 32 lower-case letters, digits, points, hyphens and underscores"),
    fallback: "`driver` or `exchange`",
    description: "name of the source where prices are shown; unique among the sources of a market",
  },
  weight: {
    kind: decimal("0.01", "1000"),
    fallback: "1",
    description: "weight of the source relative to the others",
  },
  multiplier: {
    kind: decimal("0.00000001", "1000000"),
    fallback: "1",
    description: "number of units of the pair in one unit of the market: 1000 for PERP_1000PEPE_USDC",
  },
  url: {
    kind: text(/^(https?|wss?):\/\/[^\s"<>]+$/, "a URL"),
    fallback: "the venue's",
    description: "a different address of the venue's feed; must be given for JSON",
  },
  bid: { kind: place(), fallback: "none", description: "JSON: place of the best bid in a message" },
  ask: { kind: place(), fallback: "none", description: "JSON: place of the best ask" },
  last: { kind: place(), fallback: "none", description: "JSON: place of the last price" },
  time: { kind: place(), fallback: "none", description: "JSON: place of the venue's own time" },
  pair_place: {
    kind: place(),
    fallback: "none",
    description: "JSON: place of the pair in a message; messages for a pair other than `pair` are ignored",
  },
  subscribe: {
    kind: texts(),
    fallback: "none",
    description: "`json_websocket`: messages to send when the connection is open",
  },
  poll_seconds: {
    kind: wholeNumber(1, 8),
    fallback: "2",
    description: "`json_http` and `ccxt`: seconds between two requests",
  },
  exchange: {
    kind: text(/^[a-z0-9]{2,32}$/, "an id of ccxt such as gemini"),
    fallback: "none",
    description: "`ccxt`: id of the venue in that package; must be given",
  },
} as const satisfies Readonly<Record<string, SourceKey>>;

export type SourceKeyName = keyof typeof SOURCE_KEYS;
export const SOURCE_KEY_NAMES = Object.keys(SOURCE_KEYS) as readonly SourceKeyName[];

/** The least number of sources that convert a currency. */
export const CONVERSION_SOURCES = 2;

/** Whether a token has a known worth. USDC is the currency in which everything is counted. */
export function isPriced(token: string, sources: readonly PriceSourceConfiguration[]): boolean {
  return token === "USDC" || convertingIn(sources, token) >= CONVERSION_SOURCES;
}

function convertingIn(sources: readonly PriceSourceConfiguration[], currency: string): number {
  return sources.filter(({ of }) => "currency" in of && of.currency === currency).length;
}

interface SourceDefaults {
  /** The currency of the indexes. */
  readonly currency: string;
  /** The file's path, for error messages. */
  readonly file: string;
}

/** @throws {ConfigurationMistake} */
export function readPriceSources(
  entries: readonly unknown[],
  defaults: SourceDefaults,
): readonly PriceSourceConfiguration[] {
  const sources = entries.map((entry, i) => readSource(entry, `sources[${i}]`, defaults));
  for (const [i, source] of sources.entries()) refuseBeside(source, `sources[${i}]`, sources, defaults);
  return sources;
}

type Values = Readonly<Partial<Record<SourceKeyName, unknown>>>;

function readSource(entry: unknown, at: string, { currency: index, file }: SourceDefaults): PriceSourceConfiguration {
  const row = readRow(entry, at, file);
  const must = <Name extends SourceKeyName>(name: Name): unknown => {
    if (row[name] === undefined) throw wrongValue(`${at}.${name}`, undefined, file, SOURCE_KEYS[name].kind.expected);
    return row[name];
  };
  const driver = must("driver") as PriceFeedConfiguration["driver"];
  if ((row.market === undefined) === (row.converts === undefined)) {
    throw wrongValue(`${at}.market`, row.market, file, "either market or converts");
  }
  return {
    of: row.market === undefined ? { currency: row.converts as string } : { market: row.market as string },
    name: (row.name as string | undefined) ?? (row.exchange as string | undefined) ?? driver,
    feed: readFeed(driver, row, must, { at, file }),
    pair: must("pair") as string,
    currency: (row.currency as string | undefined) ?? index,
    weight: (row.weight as QuantityE8 | undefined) ?? ONE,
    multiplier: (row.multiplier as QuantityE8 | undefined) ?? ONE,
  };
}

const ONE = quantityE8(100_000_000);

function readRow(entry: unknown, at: string, file: string): Values {
  if (typeof entry !== "object" || entry === null) throw wrongValue(at, entry, file, "a table");
  const values: Partial<Record<SourceKeyName, unknown>> = {};
  for (const [key, raw] of Object.entries(entry)) {
    const name = SOURCE_KEY_NAMES.find((known) => known === key);
    if (name === undefined) throw unknownKey(`${at}.${key}`, file, SOURCE_KEY_NAMES);
    const { kind }: SourceKey = SOURCE_KEYS[name];
    values[name] = kind.read(raw);
    if (values[name] === undefined) throw wrongValue(`${at}.${name}`, raw, file, kind.expected);
  }
  return values;
}

/** Keys that only some drivers take. */
const OWN_KEYS: Readonly<Record<string, readonly SourceKeyName[]>> = {
  json_http: ["bid", "ask", "last", "time", "pair_place", "poll_seconds", "url"],
  json_websocket: ["bid", "ask", "last", "time", "pair_place", "subscribe", "url"],
  ccxt: ["exchange", "poll_seconds"],
};
const OF_SOME = new Set(Object.values(OWN_KEYS).flat());

function readFeed(
  driver: PriceFeedConfiguration["driver"],
  row: Values,
  must: (name: "url" | "exchange") => unknown,
  { at, file }: { readonly at: string; readonly file: string },
): PriceFeedConfiguration {
  const own = OWN_KEYS[driver] ?? ["url"];
  const odd = [...OF_SOME].find((name) => row[name] !== undefined && !own.includes(name));
  if (odd !== undefined) throw wrongValue(`${at}.${odd}`, row[odd], file, `no such key beside driver ${driver}`);
  const everyMs = ((row.poll_seconds as number | undefined) ?? 2) * 1_000;
  if (driver === "ccxt") return { driver, exchange: must("exchange") as string, everyMs };
  if (driver !== "json_http" && driver !== "json_websocket") {
    return { driver, url: (row.url as string | undefined) ?? null };
  }
  const url = must("url") as string;
  const scheme = driver === "json_http" ? /^http/ : /^ws/;
  if (!scheme.test(url)) throw wrongValue(`${at}.url`, url, file, driver === "json_http" ? "http(s)://…" : "ws(s)://…");
  const places = readPlaces(row);
  if (places.last === null && (places.bid === null || places.ask === null)) {
    throw wrongValue(`${at}.last`, undefined, file, "a place of last, or of bid and ask");
  }
  if (driver === "json_http") return { driver, url, places, everyMs };
  return { driver, url, places, subscription: (row.subscribe as readonly string[]) ?? [] };
}

function readPlaces(row: Values): JsonPlaces {
  const at = (name: SourceKeyName): string | null => (row[name] as string | undefined) ?? null;
  return { bid: at("bid"), ask: at("ask"), last: at("last"), time: at("time"), pair: at("pair_place") };
}

/** Checks a source against the others. */
function refuseBeside(
  source: PriceSourceConfiguration,
  at: string,
  all: readonly PriceSourceConfiguration[],
  { currency: index, file }: SourceDefaults,
): void {
  const { of, name, feed, currency } = source;
  const earlier = all.slice(0, all.indexOf(source)).filter((other) => isOfTheSame(other, source));
  if (earlier.some((other) => other.name === name)) {
    throw wrongValue(`${at}.name`, name, file, "a name that no other source of it has");
  }
  // Two pairs of one venue fail together, and a pair in USDC may be the one in USD under another name.
  const venue = venueOf(feed);
  if (venue !== null && earlier.some((other) => venueOf(other.feed) === venue)) {
    throw wrongValue(`${at}.driver`, feed.driver, file, "another venue: one venue is one source of a price");
  }
  if ("currency" in of) {
    if (of.currency === index) throw wrongValue(`${at}.converts`, of.currency, file, `another currency than ${index}`);
    if (currency !== index) throw wrongValue(`${at}.currency`, currency, file, `${index}, which is converted to`);
    return;
  }
  if (currency === index) return;
  if (convertingIn(all, currency) >= CONVERSION_SOURCES) return;
  const expected = `${index}, or at least ${CONVERSION_SOURCES} [[sources]] that say converts = "${currency}"`;
  throw wrongValue(`${at}.currency`, currency, file, expected);
}

/** Null for JSON feeds, whose venue only the operator knows. */
function venueOf(feed: PriceFeedConfiguration): string | null {
  if (feed.driver === "json_http" || feed.driver === "json_websocket") return null;
  return feed.driver === "ccxt" ? feed.exchange : feed.driver;
}

function isOfTheSame(a: PriceSourceConfiguration, b: PriceSourceConfiguration): boolean {
  if ("market" in a.of) return "market" in b.of && a.of.market === b.of.market;
  return "currency" in b.of && a.of.currency === b.of.currency;
}

function decimal(least: string, most: string): Kind<QuantityE8> {
  const e8Of = (raw: unknown): number | undefined => {
    const read = parseDecimal(raw, 8);
    return read.kind === "exact" ? read.value : undefined;
  };
  return {
    expected: `a number from ${least} to ${most} with at most 8 decimals`,
    read(raw) {
      const value = e8Of(raw);
      const isWithin = value !== undefined && value >= e8Of(least)! && value <= e8Of(most)!;
      return isWithin ? quantityE8(value) : undefined;
    },
  };
}

function texts(): Kind<readonly string[]> {
  return {
    expected: "a list of up to 10 texts",
    read: (raw) =>
      Array.isArray(raw) && raw.length <= 10 && raw.every((each) => typeof each === "string") ? raw : undefined,
  };
}
