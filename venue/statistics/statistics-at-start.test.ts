// Whatever history's tables held when the last process ended, a venue starts with the figures of one that saw everything.

import { expect, test } from "bun:test";
import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { recover } from "@evermark/core";
import { type Engine, type Listener, quantityE8, silent } from "@evermark/engine";
import { listMarket, placeOrder } from "@evermark/engine/testing/setup.ts";
import { SnapshotStore } from "@evermark/journal";
import { defaultMarkets } from "../configuration/default-markets.ts";
import { beginHistory, startHistory } from "../history/index.ts";
import { EngineJournal } from "../history/testing/engine-journal.ts";
import { inTemporaryDirectory } from "../history/testing/projected.ts";
import type { Candle } from "../sums/candle-sums.ts";
import { silentLog } from "../testing/kept-log.ts";
import { createMarketStatistics, type MarketStatistics } from "./market-statistics.ts";
import { StatisticsAtStart } from "./statistics-at-start.ts";

const CHOICES = Array.from({ length: 200 }, (_, i) => (i * 7919) % 10_007);

/** A journal, and statistics that see every command of it. */
function watchedJournal(directory: string): { journal: EngineJournal; watching: MarketStatistics } {
  let listener: Listener = silent;
  const later = new Proxy(silent, { get: (_, name) => listener[name as keyof Listener] });
  const journal = new EngineJournal(directory, later);
  const watching = createMarketStatistics(journal.engine, { now: () => journal.engine.now });
  listener = watching.consumer;
  return { journal, watching };
}

/** Lets history project what is durable, then ends it. */
async function project(dataDirectory: string, durable: number): Promise<void> {
  const history = await startHistory({ dataDirectory, durable, onFailure: () => {} });
  await history.close();
}

async function start(dataDirectory: string, journal: EngineJournal) {
  const rebuilds: string[] = [];
  const starting = beginHistory({
    dataDirectory,
    onFailure: (error) => rebuilds.push(`failed: ${error.message}`),
    onRebuild: (reason) => rebuilds.push(reason),
  });
  const atStart = new StatisticsAtStart(starting);
  const found = await recover({
    snapshots: new SnapshotStore({ directory: journal.paths.snapshots }),
    journalDirectory: journal.paths.journal,
    segmentBytes: 64 * 1024,
    listener: { onDurable() {}, onFailure() {} },
    acceptLoss: false,
    audience: atStart,
    log: silentLog,
  });
  const { engine } = found;
  const ended = await atStart.end(engine, { now: () => engine.now }, found.journal.durablePosition);
  const { statistics, history, completed } = ended;
  // On a slow machine the venue trades before they are complete.
  await completed;
  const close = async () => {
    await history.close();
    await found.journal.close();
  };
  return { engine, statistics, history, durable: found.journal.durablePosition, rebuilds, close };
}

function figures({ now, marketCount, accountCount }: Engine, statistics: MarketStatistics): object {
  const markets = Array.from({ length: marketCount }, (_, market) => ({
    day: statistics.rollingDay(market),
    ofBrokers: ["even", "odd"].map((broker) => statistics.rollingDayOfBroker(market, broker)),
    trades: statistics.recentTrades(market, 500),
    candles: (["1m", "1h", "1M"] as const).map((each) => plain(statistics.runningCandle(market, each, now))),
  }));
  const accounts = Array.from({ length: accountCount }, (_, account) => statistics.fillSums(account));
  return { markets, accounts };
}

/** Drops the other columns of a table's row. */
function plain({ start, end, open, high, low, close, volume, amount, count }: Candle): Candle {
  return { start, end, open, high, low, close, volume, amount, count };
}

/** @param live what happens to a data directory. @returns the reasons for rebuilds at the next start */
async function afterLife(live: (journal: EngineJournal, directory: string) => Promise<void>): Promise<string[]> {
  let rebuilds: string[] = [];
  await inTemporaryDirectory(async (directory) => {
    const { journal, watching } = watchedJournal(directory);
    await journal.open();
    await live(journal, directory);
    await journal.close();
    const started = await start(directory, journal);
    expect(figures(started.engine, started.statistics)).toEqual(figures(journal.engine, watching));
    await started.history.catchUp(started.durable);
    const trades = await started.history.reads.trades(0, 500, started.durable);
    expect(trades.map(({ matchId }) => matchId)).toEqual(watching.recentTrades(0, 500).map(({ matchId }) => matchId));
    expect(trades.length).toBeGreaterThan(5);
    expect(started.history.position()).toBe(started.durable);
    await started.close();
    rebuilds = started.rebuilds;
  });
  return rebuilds;
}

test("tables that hold everything, or all but the last moments, are continued, with or without a snapshot", async () => {
  for (const hasSnapshot of [true, false]) {
    for (const missing of [0, 1, 60]) {
      const rebuilds = await afterLife(async (journal, directory) => {
        await journal.trade(CHOICES.slice(0, 60));
        if (hasSnapshot) await journal.snapshot();
        await project(directory, await journal.trade(CHOICES.slice(60, 120)));
        if (missing > 0) await journal.trade(CHOICES.slice(120, 120 + missing));
      });
      expect(rebuilds).toEqual([]);
    }
  }
});

test("a start waits for tables that are behind the snapshot", async () => {
  const rebuilds = await afterLife(async (journal, directory) => {
    await project(directory, await journal.trade(CHOICES.slice(0, 60)));
    await journal.trade(CHOICES.slice(60, 120));
    await journal.snapshot();
    await journal.trade(CHOICES.slice(120, 180));
  });
  expect(rebuilds).toEqual([]);
});

test("a market listed between the snapshot and the tables' position has its figures", async () => {
  const btc = defaultMarkets().find(({ parameters }) => parameters.symbol === "PERP_BTC_USDC")!;
  const rebuilds = await afterLife(async (journal, directory) => {
    await journal.trade(CHOICES.slice(0, 60));
    await journal.snapshot();
    const at = journal.engine.now;
    await journal.append([{ ...listMarket(btc.parameters, btc.initialPrice), at }]);
    const market = journal.engine.findMarket("PERP_BTC_USDC");
    const [maker, taker] = journal.accounts as [number, number];
    const order = { at, market, price: btc.initialPrice, quantity: quantityE8(1_000_000) };
    await journal.append([
      placeOrder({ ...order, account: maker, side: "BUY" }),
      placeOrder({ ...order, account: taker, side: "SELL" }),
    ]);
    expect(journal.engine.market(market).lastPrice).toBeGreaterThan(0);
    await project(directory, await journal.trade(CHOICES.slice(60, 120)));
    await journal.trade(CHOICES.slice(120, 130));
  });
  expect(rebuilds).toEqual([]);
});

test("tables of another journal, and a file that is not a database, are rebuilt before the venue begins", async () => {
  await inTemporaryDirectory(async (elsewhere) => {
    const other = new EngineJournal(elsewhere, silent);
    await project(elsewhere, await other.open().then(() => other.trade(CHOICES.slice(100, 130))));
    await other.close();
    const rebuilds = await afterLife(async (journal) => {
      await journal.snapshot();
      await journal.trade(CHOICES);
      for (const part of ["", "-sums"]) copyFileSync(other.paths.history + part, journal.paths.history + part);
      expect(existsSync(`${other.paths.history}-wal`)).toBe(false);
    });
    expect(rebuilds).toEqual([expect.stringContaining("another journal")]);
  });
  const rebuilds = await afterLife(async (journal) => {
    await journal.trade(CHOICES);
    writeFileSync(journal.paths.history, "not a database, but long enough to be looked at as one ".repeat(100));
  });
  expect(rebuilds).toEqual([expect.stringContaining("cannot be read")]);
});
