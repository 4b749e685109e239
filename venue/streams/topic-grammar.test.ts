import { describe, expect, test } from "bun:test";
import { type TopicRow, topics } from "@evermark/interface/streams/topics.ts";
import { sampleTopic } from "@evermark/interface/testing/sample-topic.ts";
import { parseTopicName } from "./topic-grammar.ts";

const ETH = "PERP_ETH_USDC";

describe("a topic's name", () => {
  const known: [string, string, string, string, string][] = [
    [`${ETH}@ticker`, "ticker", ETH, "", ""],
    ["tickers", "tickers", "", "", ""],
    [`demo$${ETH}@ticker`, "brokerTicker", ETH, "demo", ""],
    ["demo$tickers", "brokerTickers", "", "demo", ""],
    [`${ETH}@kline_1m`, "kline", ETH, "", "1m"],
    [`${ETH}@kline_1M`, "kline", ETH, "", "1M"],
    [`${ETH}@kline_1mon`, "kline", ETH, "", "1mon"],
    ["SPOT_ETH_USDC@indexprice", "indexprice", "SPOT_ETH_USDC", "", ""],
    [`${ETH}@indexprice`, "indexprice", ETH, "", ""],
    ["traders_open_interests", "traders_open_interests", "", "", ""],
    ["traders_open_interest", "traders_open_interests", "", "", ""],
    ["history_charts_1m", "history_charts", "", "", "1m"],
    ["history_charts_1M", "history_charts", "", "", "1M"],
    ["notification", "notification", "", "", ""],
    ["PERP_1000BONK_USDC@bbo", "bbo", "PERP_1000BONK_USDC", "", ""],
  ];
  for (const [text, key, symbol, brokerId, interval] of known) {
    test(`${text} is ${key}`, () => {
      expect<unknown>(parseTopicName(text)).toEqual({ key, symbol, brokerId, interval });
    });
  }

  test.each(Object.entries<TopicRow>(topics))("%s is found by each name that is declared for it", (key, row) => {
    for (const name of [row.name, ...(row.aliases ?? [])])
      expect<unknown>(parseTopicName(sampleTopic(name))?.key).toBe(key);
  });

  const foreign = [
    "",
    "ticker",
    "Tickers",
    "perp_eth_usdc@ticker",
    "SPOT_ETH_USDC@ticker",
    `${ETH}@Ticker`,
    `${ETH}@ticker `,
    ` ${ETH}@ticker`,
    `${ETH}@ticker\n`,
    `${ETH}@kline_2m`,
    `${ETH}@kline_1y`,
    `${ETH}@kline_`,
    "history_charts_5m",
    "history_charts_1mon",
    "history_charts_",
    `${ETH}@kline_1m_`,
    `$${ETH}@ticker`,
    "$tickers",
    "a$b$tickers",
    `${ETH}@bbo@bbo`,
    "executionreports",
  ];
  for (const text of foreign) {
    test(`${JSON.stringify(text)} is none`, () => expect(parseTopicName(text)).toBeUndefined());
  }
});
