// Statistics that are completed while the venue trades equal those that saw everything, whenever history answers.

import { expect, test } from "bun:test";
import type { Consumer } from "@evermark/core";
import { silent } from "@evermark/engine";
import { type History, HistoryUnavailable, startHistory } from "../history/index.ts";
import { EngineJournal } from "../history/testing/engine-journal.ts";
import { inTemporaryDirectory } from "../history/testing/projected.ts";
import { inTurn } from "./in-turn.ts";
import { LateStatistics } from "./late-statistics.ts";
import { createMarketStatistics, type MarketStatistics } from "./market-statistics.ts";

const CHOICES = Array.from({ length: 400 }, (_, i) => (i * 7919) % 10_007);

interface Started {
  readonly journal: EngineJournal;
  readonly watching: MarketStatistics;
  readonly late: LateStatistics;
  readonly history: History;
  figures(statistics: MarketStatistics): object;
}

/** A venue that has traded and was restarted, with statistics that know nothing of the earlier trades. */
async function started(run: (venue: Started) => Promise<void>): Promise<void> {
  await inTemporaryDirectory(async (dataDirectory) => {
    let listener: Consumer = { ...silent, commandEnd() {} };
    const later = new Proxy(listener, { get: (_, name) => listener[name as keyof Consumer] });
    const journal = new EngineJournal(dataDirectory, later);
    const { engine } = journal;
    const clock = { now: () => engine.now };
    const watching = createMarketStatistics(engine, clock);
    listener = watching.consumer;
    await journal.open();
    const durable = await journal.trade(CHOICES.slice(0, 100));
    const late = new LateStatistics(() => createMarketStatistics(engine, clock), durable);
    listener = inTurn(watching.consumer, late.consumer);
    const onFailure = (error: Error) => {
      throw error;
    };
    const history = await startHistory({ dataDirectory, durable, onFailure });
    const figures = (statistics: MarketStatistics) => ({
      day: statistics.rollingDay(0),
      ofBrokers: ["even", "odd"].map((broker) => statistics.rollingDayOfBroker(0, broker)),
      trades: statistics.recentTrades(0, 500),
      candles: (["1m", "1h", "1M"] as const).map((interval) => {
        const { start, open, high, low, close, volume, count } = statistics.runningCandle(0, interval, engine.now);
        return { start, open, high, low, close, volume, count };
      }),
      accounts: journal.accounts.map((account) => statistics.fillSums(account)),
    });
    await run({ journal, watching, late, history, figures });
    await history.close();
    await journal.close();
  });
}

test("trades before, during and after the query of history are counted once", async () => {
  await started(async ({ journal, watching, late, history, figures }) => {
    expect(late.rollingDay(0).count).toBe(0);
    history.durable(await journal.trade(CHOICES.slice(100, 150)));
    const before = late.rollingDay(0).count;
    expect(before).toBeGreaterThan(0);
    await late.complete({
      catchUp: (position) => history.catchUp(position),
      async askAt(...asked) {
        // History knows the first 50 of these when it answers, and none of the 50 after them.
        const last = await journal.trade(CHOICES.slice(150, 200));
        history.durable(last);
        await history.catchUp(last);
        const answer = await history.askAt(...asked);
        expect(answer.position).toBe(last);
        history.durable(await journal.trade(CHOICES.slice(200, 250)));
        expect(late.rollingDay(0).count).toBeGreaterThan(before);
        return answer;
      },
    });
    expect(figures(late)).toEqual(figures(watching));
    history.durable(await journal.trade(CHOICES.slice(250, 300)));
    expect(figures(late)).toEqual(figures(watching));
  });
});

test("while history can't answer, statistics keep what they have seen, and a later attempt completes them", async () => {
  await started(async ({ journal, watching, late, history, figures }) => {
    history.durable(await journal.trade(CHOICES.slice(100, 150)));
    const heard = late.rollingDay(0);
    expect(heard.count).toBeGreaterThan(0);
    expect(() => late.recentTrades(0, 5)).toThrow(HistoryUnavailable);
    const refusing = {
      catchUp: async () => {},
      askAt: () => Promise.reject(new HistoryUnavailable("its disk is full")),
    };
    await expect(late.complete(refusing)).rejects.toBeInstanceOf(HistoryUnavailable);
    expect(late.rollingDay(0)).toEqual(heard);
    await late.complete(history);
    expect(figures(late)).toEqual(figures(watching));
  });
});
