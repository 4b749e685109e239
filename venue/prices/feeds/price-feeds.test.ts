import { afterEach, expect, test } from "bun:test";
import { type OraclePrices, quantityE8 } from "@evermark/engine";
import type { MarketConfiguration } from "../../configuration/configuration.ts";
import { defaultMarkets } from "../../configuration/default-markets.ts";
import type { PriceSourceConfiguration } from "../../configuration/price-sources.ts";
import { HandMovedClocks } from "../../operation/time/testing/hand-moved-clocks.ts";
import { memoryVenue } from "../../testing/memory-venue.ts";
import { shownPrices } from "./feeds-view.ts";
import { PriceFeeds } from "./price-feeds.ts";
import { quietLog, until } from "./testing/feed-rig.ts";
import { QuotingServer, sourceAt } from "./testing/quoting-server.ts";
import { neverAnswers } from "./testing/silent-servers.ts";

const opened: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop();
});

const [BTC] = defaultMarkets() as [MarketConfiguration];
const SYMBOL = BTC.parameters.symbol;
const market = { market: SYMBOL } as const;
const E8 = 100_000_000;

interface Rig {
  readonly server: QuotingServer;
  readonly feeds: PriceFeeds;
  readonly clocks: HandMovedClocks;
  readonly troubles: string[];
  readonly venue: ReturnType<typeof memoryVenue>;
  /** Lets a second pass, after which everything that is connected repeats its price. */
  second(): Promise<void>;
  /** The reported prices, in 10⁻⁸, by name of the source. */
  reported(): Record<string, number>;
}

/** Feeds of one market, with a server that sends these prices. */
function feeding(
  prices: Readonly<Record<string, string>>,
  sourcesAt: (url: string) => readonly PriceSourceConfiguration[],
  { isListed = true, minSources = 3 } = {},
): Rig {
  const server = new QuotingServer(prices);
  const rows = sourcesAt(server.server.url);
  const sources = rows.flatMap(({ of, name }) => ("market" in of ? [name] : []));
  const configured = { ...BTC, parameters: { ...BTC.parameters, sources, minSources } };
  const venue = memoryVenue({ markets: isListed ? [configured] : [] });
  const clocks = new HandMovedClocks(1_700_000_000_000);
  const troubles: string[] = [];
  const feeds = new PriceFeeds({
    configuration: {
      ...{ mode: "production", markets: [configured] },
      feeds: { currency: "USD", spreadMaxPpm: 20_000, quietMaxMs: 300_000, sources: rows },
    },
    ...{ engine: venue.engine, sequencer: venue.venue.sequencer, clocks, random: () => 0.5, log: quietLog },
    condition: { broken: (reason) => troubles.push(reason), holds: () => troubles.push("") },
  });
  opened.push(feeds, server);
  const rig: Rig = {
    ...{ server, feeds, clocks, troubles, venue },
    async second() {
      clocks.pass(1_000);
      const heard = messagesOf(feeds);
      const said = server.repeat();
      await until(() => messagesOf(feeds) >= heard + said);
      feeds.look();
    },
    reported() {
      const { parameters } = venue.engine.market(0);
      const reports: OraclePrices["prices"] = feeds.at()?.prices ?? [];
      return Object.fromEntries(reports.map(({ source, price }) => [parameters.sources[source]!, price]));
    },
  };
  feeds.look();
  return rig;
}

function messagesOf({ lines }: PriceFeeds): number {
  return lines.reduce((sum, { status }) => sum + status.messages, 0);
}

const THREE = { a: "60000.1", b: "60010", c: "59990.123456789" };
const threeOf = (url: string) => Object.keys(THREE).map((pair) => sourceAt(url, pair, market));

async function connected({ feeds, server }: Rig, count: number): Promise<void> {
  await until(
    () => server.listening >= count && feeds.lines.filter(({ status }) => status.messages > 0).length >= count,
  );
}

test("each source that counts is reported by its number, exactly, with its weight", async () => {
  const rig = feeding(THREE, (url) => threeOf(url).map((row, i) => ({ ...row, weight: quantityE8((i + 1) * E8) })));
  await connected(rig, 3);
  expect(rig.feeds.at()?.prices).toEqual([
    { market: 0, source: 0, price: 6_000_010_000_000, volume: E8 },
    { market: 0, source: 1, price: 6_001_000_000_000, volume: 2 * E8 },
    { market: 0, source: 2, price: 5_999_012_345_679, volume: 3 * E8 },
  ] as never);
});

test("a source that its operator has removed from the market is no longer reported, and the others keep their numbers", async () => {
  const rig = feeding(THREE, threeOf, { minSources: 2 });
  await connected(rig, 3);
  rig.venue.apply({ type: "set_market_rules", market: 0, sources: ["c", "b"] } as never);
  expect(rig.feeds.at()?.prices.map(({ source }) => source)).toEqual([1, 2]);
});

test("an address that never answers delays no other source, and is shown with the reason", async () => {
  const silent = neverAnswers();
  opened.push(silent);
  const rig = feeding(THREE, (url) => [...threeOf(url), sourceAt(`ws://${silent.host}/`, "d", market)]);
  await connected(rig, 3);
  expect(Object.keys(rig.reported())).toEqual(["a", "b", "c"]);
  for (let i = 0; i < 11; i++) await rig.second();
  const { sources, counting, needed } = shownPrices(rig.feeds, rig.clocks.steady())[0]!;
  expect({ counting, needed }).toEqual({ counting: 3, needed: 3 });
  expect(sources[3]).toMatchObject({ name: "d", counts: false, reason: "no quote yet", trouble: "no answer" });
  expect(Object.keys(rig.reported())).toEqual(["a", "b", "c"]);
});

test("the venue reports when fewer sources count than have to, and when there are enough again", async () => {
  const rig = feeding(THREE, threeOf);
  await connected(rig, 3);
  await rig.second();
  rig.server.forget("c");
  await until(() => rig.server.listening === 2);
  for (let i = 0; i < 11; i++) await rig.second();
  expect(rig.troubles.at(-1)).toBe("PERP_BTC_USDC: 2 sources count, 3 have to");
  rig.server.set("c", "60005");
  while (rig.troubles.at(-1) !== "") await rig.second();
  expect(rig.reported().c).toBe(6_000_500_000_000);
});

test("March 2023: Circle's dollar is worth 0.88, and a price in it counts at its value in dollars", async () => {
  const prices = { usd1: "20000", usd2: "20010", usdc: "22727.27", k: "0.88", s: "0.8801" };
  const rig = feeding(prices, (url) => [
    sourceAt(url, "usd1", market),
    sourceAt(url, "usd2", market),
    sourceAt(url, "usdc", market, { currency: "USDC" }),
    sourceAt(url, "k", { currency: "USDC" }),
    sourceAt(url, "s", { currency: "USDC" }),
  ]);
  await connected(rig, 5);
  // 22,727.27 × 0.88005: the middle of the two.
  expect(rig.reported()).toEqual({ usd1: 2_000_000_000_000, usd2: 2_001_000_000_000, usdc: 2_000_113_396_350 });

  // With only one of the two, the rate is unknown: the source does not count, and too few are left.
  await rig.second();
  rig.server.forget("k");
  for (let i = 0; i < 11; i++) await rig.second();
  expect(Object.keys(rig.reported())).toEqual(["usd1", "usd2"]);
  const usdc = shownPrices(rig.feeds, rig.clocks.steady())[1]!.sources[2]!;
  expect(usdc).toMatchObject({ price: "22727.27", converted: null, counts: false });
  expect(usdc.reason).toBe("no rate of USDC: 1 of its sources count, 2 have to");
  expect(rig.troubles.at(-1)).toBe("PERP_BTC_USDC: 2 sources count, 3 have to");

  // A source that says 1.0 beside one that says 0.88 is no agreement either.
  rig.server.set("k", "1.0");
  while (rig.feeds.states()[0]!.sources.some(({ reason }) => reason !== "")) await rig.second();
  expect(rig.feeds.states()[1]!.sources[2]!.reason).toBe("no rate of USDC: its sources disagree");
});

test("a token's price in USDC follows both rates, and is unknown while either rate is", async () => {
  const prices = { usd: "20000", k: "0.88", s: "0.88", a: "0.99", b: "0.99" };
  const rig = feeding(
    prices,
    (url) => [
      sourceAt(url, "usd", market),
      sourceAt(url, "k", { currency: "USDC" }),
      sourceAt(url, "s", { currency: "USDC" }),
      sourceAt(url, "a", { currency: "USDT" }),
      sourceAt(url, "b", { currency: "USDT" }),
    ],
    { minSources: 1 },
  );
  expect(rig.feeds.worthInUsdc("USDT")).toBeNull();
  await connected(rig, 5);
  rig.feeds.look();
  expect(rig.feeds.worthInUsdc("USDT")).toBe(1_125_000_000_000_000_000n);
  expect(rig.feeds.worthInUsdc("DAI")).toBeNull();
  rig.server.forget("k");
  while (rig.feeds.worthInUsdc("USDT") !== null) await rig.second();

  // Without sources of its own, a USDC counts as one unit of the indexes' currency.
  const alone = feeding(
    { usd: "20000", a: "0.9951", b: "0.9951" },
    (url) => [
      sourceAt(url, "usd", market),
      sourceAt(url, "a", { currency: "USDT" }),
      sourceAt(url, "b", { currency: "USDT" }),
    ],
    { minSources: 1 },
  );
  await connected(alone, 3);
  alone.feeds.look();
  expect(alone.feeds.worthInUsdc("USDT")).toBe(995_100_000_000_000_000n);
});

test("a pair quoted per coin counts for a market quoted per thousand", async () => {
  const rig = feeding(
    { pepe: "0.0000110523" },
    (url) => [sourceAt(url, "pepe", market, { multiplier: quantityE8(1_000 * E8) })],
    { minSources: 1 },
  );
  await connected(rig, 1);
  expect(rig.reported()).toEqual({ pepe: 1_105_230 });
});

test("a feed that repeats one price for a minute while the others move is frozen, until it moves", async () => {
  const rig = feeding(THREE, threeOf);
  await connected(rig, 3);
  for (let i = 1; i <= 62; i++) {
    rig.server.set("a", String(60_000 + 10 * i));
    rig.server.set("b", String(60_010 + 10 * i));
    await rig.second();
  }
  expect(Object.keys(rig.reported())).toEqual(["a", "b"]);
  // Reading the state evaluates nothing, however often it is read.
  expect(rig.feeds.states()[0]!.sources).toBe(rig.feeds.states()[0]!.sources);
  expect(rig.feeds.states()[0]!.sources[2]!.reason).toContain("frozen");
  rig.server.set("c", "60600");
  await rig.second();
  expect(Object.keys(rig.reported())).toEqual(["a", "b", "c"]);
});

test("when all sources are quiet, none is frozen", async () => {
  const rig = feeding(THREE, threeOf);
  await connected(rig, 3);
  for (let i = 0; i < 120; i++) await rig.second();
  expect(Object.keys(rig.reported())).toEqual(["a", "b", "c"]);
});

test("a market is listed once enough sources have agreed within 1 % for a minute, at the price they agree on", async () => {
  const rig = feeding({ ...THREE, c: "60700" }, threeOf, { isListed: false });
  await connected(rig, 3);
  for (let i = 0; i < 70; i++) await rig.second();
  expect(rig.venue.engine.marketCount).toBe(0);
  expect(rig.feeds.at()).toBeNull();
  expect(rig.troubles.at(-1)).toBe("PERP_BTC_USDC is not listed before 3 sources have agreed for a minute: 3 count");
  // A moment of disagreement, and the minute starts again.
  rig.server.set("c", "60020");
  for (let i = 0; i < 40; i++) await rig.second();
  rig.server.set("c", "60700");
  await rig.second();
  rig.server.set("c", "60020");
  for (let i = 0; i <= 59; i++) await rig.second();
  expect(rig.venue.engine.marketCount).toBe(0);
  await rig.second();
  await until(() => rig.venue.engine.marketCount === 1);
  const { index, parameters } = rig.venue.engine.market(0);
  expect(index * parameters.quoteTick).toBe(60_010 * E8);
  expect(Object.keys(rig.reported())).toEqual(["a", "b", "c"]);
  await rig.second();
  expect(rig.troubles.at(-1)).toBe("");
});
