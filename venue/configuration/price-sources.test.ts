import { expect, test } from "bun:test";
import { parse } from "smol-toml";
import { type PriceSourceConfiguration, readPriceSources } from "./price-sources.ts";
import { ConfigurationMistake } from "./values/mistake.ts";

function read(toml: string): readonly PriceSourceConfiguration[] {
  const { sources } = parse(toml) as unknown as { sources: readonly unknown[] };
  return readPriceSources(sources, { currency: "USD", file: "evermark.toml" });
}

function mistakeIn(toml: string): string {
  try {
    read(toml);
  } catch (error) {
    if (error instanceof ConfigurationMistake) return error.message;
    throw error;
  }
  return "no mistake";
}

const entry = (...lines: string[]): string => ["[[sources]]", ...lines, ""].join("\n");
const BTC = 'market = "PERP_BTC_USDC"';
const KRAKEN = entry(BTC, 'driver = "kraken"', 'pair = "BTC/USD"');
const RATES = ["kraken", "bitstamp"]
  .map((driver) => entry('converts = "USDT"', `driver = "${driver}"`, 'pair = "USDT/USD"'))
  .join("");
const JSON_AT = [BTC, 'driver = "json_http"', 'url = "http://10.0.0.7/btc"', 'pair = "BTC"'];

test("an entry names its market, its feed and its weight", () => {
  expect(read(KRAKEN)).toEqual([
    {
      of: { market: "PERP_BTC_USDC" },
      ...{ name: "kraken", pair: "BTC/USD", currency: "USD", weight: 100_000_000, multiplier: 100_000_000 },
      feed: { driver: "kraken", url: null },
    },
  ] as never);
  const binance = entry(
    BTC,
    'driver = "binance"',
    'pair = "BTCUSDT"',
    'currency = "USDT"',
    "weight = 2.5",
    'name = "b"',
  );
  expect(read(RATES + binance).at(-1)).toMatchObject({ name: "b", currency: "USDT", weight: 250_000_000 } as never);
});

test("JSON needs no code: an address and the paths of its members", () => {
  const [polled] = read(entry(...JSON_AT, 'last = "data.0.last"', 'time = "t"', "poll_seconds = 5"));
  expect(polled!.feed).toEqual({
    ...{ driver: "json_http", url: "http://10.0.0.7/btc", everyMs: 5_000 },
    places: { bid: null, ask: null, last: "data.0.last", time: "t", pair: null },
  });
  const streamed = [BTC, 'driver = "json_websocket"', 'url = "ws://10.0.0.7/"', 'pair = "BTC"', "subscribe = ['BTC']"];
  expect(read(entry(...streamed, 'bid = "b"', 'ask = "a"'))[0]!.feed).toMatchObject({ subscription: ["BTC"] });
});

test("a venue that only ccxt knows is named as ccxt names it", () => {
  const [source] = read(entry(BTC, 'driver = "ccxt"', 'exchange = "gemini"', 'pair = "BTC/USD"', "poll_seconds = 4"));
  expect(source).toMatchObject({
    name: "gemini",
    feed: { driver: "ccxt", exchange: "gemini", everyMs: 4_000 },
  } as never);
});

const MISTAKES: readonly (readonly [toml: string, mistake: string])[] = [
  [
    entry('driver = "kraken"', 'pair = "A"'),
    "sources[0].market: not given (evermark.toml); expected either market or converts",
  ],
  [entry(BTC, 'pair = "A"'), "sources[0].driver: not given"],
  [entry(BTC, 'driver = "kraken"'), "sources[0].pair: not given"],
  [entry(BTC, 'driver = "mtgox"', 'pair = "A"'), 'sources[0].driver: "mtgox" (evermark.toml); expected binance or'],
  [entry(BTC, 'driver = "kraken"', 'pairs = "A"'), "sources[0].pairs: unknown key (evermark.toml); did you mean pair?"],
  [entry(BTC, 'driver = "kraken"', 'pair = "A"', "weight = 0"), "sources[0].weight: 0"],
  [entry(BTC, 'driver = "kraken"', 'pair = "A"', 'last = "x"'), "expected no such key beside driver kraken"],
  [entry(BTC, 'driver = "ccxt"', 'pair = "A"'), "sources[0].exchange: not given"],
  [
    entry(BTC, 'driver = "kraken"', 'pair = "A"') +
      entry(BTC, 'driver = "ccxt"', 'exchange = "kraken"', 'pair = "B"', 'name = "k"'),
    "expected another venue: one venue is one source of a price",
  ],
  [entry(...JSON_AT), "sources[0].last: not given (evermark.toml); expected a place of last, or of bid and ask"],
  [entry(...JSON_AT.map((line) => line.replace("http://", "ws://")), 'last = "x"'), "expected http(s)://…"],
  [KRAKEN + KRAKEN, 'sources[1].name: "kraken" (evermark.toml); expected a name that no other source of it has'],
  [
    KRAKEN + entry(BTC, 'driver = "kraken"', 'pair = "BTC/USDC"', 'name = "another"'),
    'sources[1].driver: "kraken" (evermark.toml); expected another venue: one venue is one source of a price',
  ],
  [
    entry(BTC, 'driver = "binance"', 'pair = "BTCUSDT"', 'currency = "USDT"'),
    'sources[0].currency: "USDT" (evermark.toml); expected USD, or at least 2 [[sources]] that say converts = "USDT"',
  ],
  [entry('converts = "USD"', 'driver = "kraken"', 'pair = "A"'), "expected another currency than USD"],
  [
    entry('converts = "USDT"', 'driver = "kraken"', 'pair = "A"', 'currency = "USDC"'),
    "expected USD, which is converted to",
  ],
];

for (const [toml, mistake] of MISTAKES) {
  test(`a mistake is named: ${mistake}`, () => expect(mistakeIn(toml)).toContain(mistake));
}
