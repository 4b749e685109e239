import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { millis, silent } from "@evermark/engine";
import { lockDirectory } from "@evermark/journal";
import { seenThreads } from "@evermark/journal/testing/seen-threads.ts";
import fc from "fast-check";
import { DAY_MS } from "../../sums/candle-sums.ts";
import type { RetentionReport } from "../retention/retention-report.ts";
import { openTables } from "../tables/open-tables.ts";
import { dump } from "../testing/databases.ts";
import { EngineJournal } from "../testing/engine-journal.ts";
import { NaiveHistory } from "../testing/naive-history.ts";
import { inTemporaryDirectory } from "../testing/projected.ts";
import { TradingDays } from "../testing/trading-days.ts";
import { rebuildHistory } from "./history-rebuild.ts";
import { type History, HistoryUnavailable, startHistory } from "./history-thread.ts";

const CHOICES = Array.from({ length: 400 }, (_, i) => (i * 7919) % 10_007);

function start(dataDirectory: string, durable: number, failures: Error[] = []): Promise<History> {
  return startHistory({ dataDirectory, durable, onFailure: (error) => failures.push(error) });
}

async function openAndTrade(journal: EngineJournal): Promise<number> {
  await journal.open();
  return journal.trade(CHOICES);
}

function tablesOf(journal: EngineJournal) {
  const opened = openTables(journal.paths.history);
  if ("unusable" in opened) throw new Error(opened.unusable);
  const tables = dump(opened.tables);
  opened.tables.close();
  return tables;
}

test("what the engine did is read back through the thread", async () => {
  await inTemporaryDirectory(async (directory) => {
    const naive = new NaiveHistory();
    const journal = new EngineJournal(directory, naive);
    const last = await openAndTrade(journal);
    const history = await start(directory, last);
    expect(history.position()).toBe(last);

    const account = journal.accounts[1]!;
    const filter = { account, page: 1, size: 500, sort: "CREATED_TIME_DESC" } as const;
    expect(await history.reads.orders(filter, last)).toEqual(naive.orders(filter));
    expect(await history.reads.fills({ account, page: 1, size: 500 }, last)).toEqual(
      naive.fills({ account, page: 1, size: 500 }),
    );
    const [order] = naive.orders(filter).rows;
    expect(await history.reads.order(account, order!.orderId, last)).toEqual(order!);
    expect(await history.reads.order(account + 1, order!.orderId, last)).toBeUndefined();
    const named = naive.orders(filter).rows.find((row) => row.clientOrderId !== "");
    expect(await history.reads.orderByClientId(account, named!.clientOrderId, last)).toEqual(named!);
    const fill = naive.fillRows.find((row) => row.account === account);
    expect(await history.reads.fill(account, fill!.tradeId, last)).toEqual(fill!);
    expect(await history.reads.trades(0, 50, last)).toEqual(naive.trades(0, 50));
    expect(await history.reads.ledger({ account, page: 1, size: 5 }, last)).toEqual(
      naive.ledgerPage({ account, page: 1, size: 5 }),
    );
    const now = journal.engine.now;
    const all = { markets: 1, tradesMax: 500, candlesSince: 0, daySince: 0, priceTimes: [] };
    const figures = await history.reads.runningFigures(all, last);
    expect(figures.accountMinutes).toEqual(naive.accountMinutesSince(0));
    expect(figures.markets[0]!.minutes.reduce((sum, minute) => sum + minute.count, 0)).toBe(naive.tradeRows.length);
    expect(naive.tradeRows.length).toBeGreaterThan(20);
    expect((await history.reads.candles(0, "5m", 10, now, last)).at(-1)!.close).toBe(naive.tradeRows.at(-1)!.price);
    const brokers = new Set(figures.brokerMinutes.map((row) => row.brokerId));
    expect(brokers).toEqual(new Set(["even", "odd"]));
    await history.close();
    await journal.close();
  });
});

test("a read after a write shows the write, however far behind history is", async () => {
  await inTemporaryDirectory(async (directory) => {
    const naive = new NaiveHistory();
    const journal = new EngineJournal(directory, naive);
    const opened = await journal.open();
    const history = await start(directory, opened);
    for (let i = 0; i < 20; i++) {
      const last = await journal.trade(CHOICES.slice(i * 20, i * 20 + 20));
      if (i % 2 === 0) history.durable(last);
      const filter = { account: journal.accounts[i % 4]!, page: 1, size: 500, sort: "UPDATED_TIME_DESC" } as const;
      expect(await history.reads.orders(filter, last)).toEqual(naive.orders(filter));
      expect(history.position()).toBe(last);
    }
    await history.close();
    await journal.close();
  });
});

test("durable commands are projected without being asked for", async () => {
  await inTemporaryDirectory(async (directory) => {
    const journal = new EngineJournal(directory, silent);
    const history = await start(directory, await journal.open());
    for (const choice of CHOICES.slice(0, 50)) {
      history.durable(await journal.trade([choice]));
    }
    const last = await journal.trade([1]);
    history.durable(last);
    const deadline = Date.now() + 5_000;
    while (history.position() < last && Date.now() < deadline) await Bun.sleep(5);
    expect(history.position()).toBe(last);
    await history.close();
    await journal.close();
  });
});

test("a read waits for what is not durable yet, and does not make history look for it", async () => {
  await inTemporaryDirectory(async (directory) => {
    const naive = new NaiveHistory();
    const journal = new EngineJournal(directory, naive);
    const first = await journal.open();
    const failures: Error[] = [];
    const onFailure = (error: Error) => failures.push(error);
    const history = await startHistory({ dataDirectory: directory, durable: first, onFailure, isBehindEngine: true });
    // As many commands as one batch has: on a node, the engine applies a batch before the disk has it.
    const filter = { account: journal.accounts[1]!, page: 1, size: 500, sort: "CREATED_TIME_DESC" } as const;
    const reads = [1, CHOICES.length].map((more) => history.reads.orders(filter, first + more));
    expect((await history.reads.orders(filter, first)).total).toBe(0);
    const last = await journal.trade(CHOICES);
    expect(last).toBeGreaterThanOrEqual(first + CHOICES.length);
    history.durable(last);
    await Promise.all(reads);
    expect(await history.reads.orders(filter, last)).toEqual(naive.orders(filter));
    expect(failures).toEqual([]);
    await history.close();
    await journal.close();
  });
});

test("stopped at any point and started again, from any snapshot, the tables equal those of one uninterrupted run", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ orders: fc.nat(60), snapshot: fc.boolean() }), { maxLength: 4 }), (lives) =>
      inTemporaryDirectory(async (directory) => {
        const journal = new EngineJournal(directory, silent);
        let last = await journal.open();
        for (const { orders, snapshot } of lives) {
          if (snapshot) await journal.snapshot();
          const history = await start(directory, last);
          last = await journal.trade(CHOICES.slice(0, orders));
          history.durable(last);
          await history.close();
        }
        await journal.close();
        const followed = tablesOf(journal);
        if (lives.length === 0) return;
        expect(await rebuildHistory(directory, () => {})).toBe(last);
        expect(tablesOf(journal)).toEqual(followed);
      }),
    ),
    { numRuns: 5 },
  );
});

test("killed with its process while it projects, history ends as if it had never been killed", async () => {
  await inTemporaryDirectory(async (directory) => {
    const journal = new EngineJournal(directory, silent);
    await journal.open();
    const last = await journal.trade(Array.from({ length: 10_000 }, (_, i) => (i * 7919) % 10_007));
    await journal.close();
    const script = new URL("../testing/doomed-history.ts", import.meta.url).pathname;
    for (const lifeMs of [60, 120, 180, 240, 300]) {
      const doomed = Bun.spawn([process.execPath, script, directory, String(last)], { stdout: "pipe" });
      await doomed.stdout.getReader().read();
      await Bun.sleep(lifeMs);
      doomed.kill("SIGKILL");
      await doomed.exited;
    }
    const history = await start(directory, last);
    await history.close();
    const followed = tablesOf(journal);
    await rebuildHistory(directory, () => {});
    expect(followed.meta).toMatchObject([{ position: last }]);
    expect(tablesOf(journal)).toEqual(followed);
  });
});

test("a rebuild reports its progress and refuses while a venue holds the directory", async () => {
  await inTemporaryDirectory(async (directory) => {
    const journal = new EngineJournal(directory, silent);
    const last = await openAndTrade(journal);
    await journal.close();
    const seen: number[] = [];
    await rebuildHistory(directory, ({ position }) => seen.push(position));
    expect(seen.at(-1)).toBe(last);

    const lock = lockDirectory(directory);
    await expect(rebuildHistory(directory, () => {})).rejects.toThrow("in use");
    lock.release();
  });
});

test("when the thread can't continue, every question is refused and the venue is notified once", async () => {
  await inTemporaryDirectory(async (directory) => {
    const journal = new EngineJournal(directory, silent);
    const last = await journal.open();
    const failures: Error[] = [];
    const history = await start(directory, last, failures);
    // A position that the journal never had, as if the journal were not the one that the venue writes.
    const refused = await history.catchUp(last + 5).catch((error) => error);
    expect(refused).toBeInstanceOf(HistoryUnavailable);
    await expect(history.reads.trades(0, 1, 0)).rejects.toBeInstanceOf(HistoryUnavailable);
    expect(failures).toHaveLength(1);
    await history.close();
    await journal.close();
  });
});

test("a history that can't be opened is refused at start", async () => {
  await inTemporaryDirectory(async (directory) => {
    const journal = new EngineJournal(directory, silent);
    const last = await openAndTrade(journal);
    await journal.close();
    writeFileSync(`${journal.paths.journal}/segment-0000000000000001.log`, "not a segment");
    const failures: Error[] = [];
    await expect(start(directory, last, failures)).rejects.toBeInstanceOf(HistoryUnavailable);
    expect(failures).toEqual([]);
  });
});

test("closing catches up, and ends reads", async () => {
  await inTemporaryDirectory(async (directory) => {
    const journal = new EngineJournal(directory, silent);
    const history = await start(directory, await journal.open());
    const last = await journal.trade(CHOICES);
    history.durable(last);
    await history.close();
    expect(tablesOf(journal).meta).toMatchObject([{ position: last }]);
    await expect(history.reads.trades(0, 1, 0)).rejects.toThrow("it is closed");
    await history.close();
    await journal.close();
  });
});

test("the kept copy has the last committed position", async () => {
  await inTemporaryDirectory(async (directory) => {
    const journal = new EngineJournal(directory, silent);
    const last = await journal.open();
    const history = await start(directory, last);
    expect(await history.keep()).toBe(last);
    const later = await journal.trade(CHOICES);
    history.durable(later);
    await history.catchUp(later);
    expect(await history.keep()).toBe(later);
    await history.close();
    await journal.close();
  });
});

/** The ways in which a thread dies: it is terminated, or it throws an error that nothing catches. */
const DEATHS: readonly [how: string, kill: (thread: Worker) => void][] = [
  ["is ended", (thread) => thread.terminate()],
  ["throws", (thread) => thread.postMessage({ type: "no such message" })],
];

test.each(DEATHS)(
  "a thread that %s leaves nothing open, and another one continues with nothing lost",
  async (_, kill) => {
    await inTemporaryDirectory(async (directory) => {
      using threads = seenThreads();
      const journal = new EngineJournal(directory, silent);
      const first = await openAndTrade(journal);
      const failures: Error[] = [];
      const restarts: string[] = [];
      const history = await startHistory({
        ...{ dataDirectory: directory, durable: first },
        onFailure: (error) => failures.push(error),
        onRestart: (reason) => restarts.push(reason),
      });
      const last = await journal.trade(CHOICES);
      const answers = Array.from({ length: 20 }, () => history.reads.trades(0, 1, last));
      kill(threads.started[0]!);
      // Each is either answered or refused: none is left open.
      for (const { status, ...how } of await Promise.allSettled(answers)) {
        if (status === "rejected") expect(how).toEqual({ reason: expect.any(HistoryUnavailable) });
      }
      while (restarts.length === 0) await Bun.sleep(1);
      history.durable(last);
      await history.catchUp(last);
      expect(history.position()).toBe(last);
      expect(await history.keep()).toBe(last);
      await history.close();
      expect(failures).toEqual([]);
      expect(threads.started).toHaveLength(2);
      expect(tablesOf(journal).meta).toMatchObject([{ position: last }]);
      await journal.close();
    });
  },
);

test("a thread that dies again and again is not restarted once more, and queries are refused at once", async () => {
  await inTemporaryDirectory(async (directory) => {
    using threads = seenThreads();
    const journal = new EngineJournal(directory, silent);
    const last = await openAndTrade(journal);
    const failed = Promise.withResolvers<Error>();
    const history = await startHistory({ dataDirectory: directory, durable: last, onFailure: failed.resolve });
    for (let deaths = 0; deaths < 3; deaths++) {
      threads.started.at(-1)!.terminate();
      while (threads.started.length < deaths + 2) await Bun.sleep(1);
      await history.catchUp(last);
    }
    threads.started.at(-1)!.terminate();
    expect((await failed.promise).message).toContain("its thread has ended");
    await expect(history.reads.trades(0, 1, 0)).rejects.toBeInstanceOf(HistoryUnavailable);
    expect(threads.started).toHaveLength(4);
    await history.close();
    await journal.close();
  });
});

test("a thread that dies while it is being closed does not keep a venue from ending, and the next start has everything", async () => {
  await inTemporaryDirectory(async (directory) => {
    using threads = seenThreads();
    const journal = new EngineJournal(directory, silent);
    const last = await openAndTrade(journal);
    const failures: Error[] = [];
    const history = await start(directory, last, failures);
    const closing = history.close();
    threads.started[0]!.terminate();
    await closing;
    expect(failures).toEqual([]);
    const next = await start(directory, last);
    expect(next.position()).toBe(last);
    await next.close();
    await journal.close();
  });
});

test("rows whose days are over leave on their own, and what is kept is reported", async () => {
  await inTemporaryDirectory(async (directory) => {
    const journal = new EngineJournal(directory, silent);
    const days = new TradingDays(journal.engine, (commands) => journal.append(commands), 1);
    await days.open();
    for (let day = 0; day < 4; day++) await days.play();
    const last = await journal.append([{ type: "tick", at: millis(days.now) }]);
    const kept: RetentionReport[] = [];
    const history = await startHistory({
      dataDirectory: directory,
      durable: last,
      retention: { orders: 1, trades: 1, positions: 0 },
      onFailure(error) {
        throw error;
      },
      onKept: (found) => kept.push(found),
    });
    const since = days.now - DAY_MS;
    const request = { markets: 1, tradesMax: 1, candlesSince: 0, daySince: 0, priceTimes: [] };
    const oldest = async () => (await history.reads.runningFigures(request, last)).accountMinutes[0]!.start;
    expect((await history.reads.runningFigures(request, last)).markets[0]!.minutes[0]!.start).toBeLessThan(since);
    while ((await oldest()) < since) await Bun.sleep(5);
    await history.close();
    await journal.close();
    expect(kept[0]!.bytes).toBeGreaterThan(0);

    // The next life has nothing left to do, and reports how far back it goes.
    const second = await startHistory({
      dataDirectory: directory,
      durable: last,
      onFailure() {},
      onKept: (found) => kept.push(found),
    });
    await second.close();
    expect(kept.at(-1)!.oldest.account_minutes).toBeGreaterThanOrEqual(since);
    expect(kept.at(-1)!.oldest.positions).toBeLessThan(since);
  });
});
