// Venue time when machines' clocks misbehave: a stop of any length, a clock that is set back, one that jumps and is
// believed or not. The machine's clocks are moved by the test.

import { expect, test } from "bun:test";
import { dataPaths, isUnavailable } from "@evermark/core";
import { decodeCommand } from "@evermark/engine";
import { readJournal } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { defaultMarkets } from "@evermark/venue/configuration/default-markets.ts";
import type { ConfigurationChanges } from "@evermark/venue/configuration/load.ts";
import { confirmClock, findClockDoubt } from "@evermark/venue/operation/time/clock-confirmation.ts";
import { HandMovedClocks } from "@evermark/venue/operation/time/testing/hand-moved-clocks.ts";
import type { RunningVenue } from "@evermark/venue/run.ts";
import { type Answer, call } from "./outside/outside-caller.ts";
import { newTrader, type Trader } from "./outside/trader.ts";
import { runInProcess } from "./outside/whole-venue.ts";

/** Shortly before a full second, so that the next tick comes soon. */
const START = 1_779_269_143_950;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

test("a venue that comes back after a pause has run every second of it before it answers", async () => {
  using temporary = temporaryDirectory();
  await onVenue(temporary.path, new HandMovedClocks(START), async () => {});
  await onVenue(temporary.path, new HandMovedClocks(START + 10 * MINUTE_MS), async ({ venue }) =>
    expect(venue.clock.now()).toBe(START + 10 * MINUTE_MS),
  );
  const seconds = ticksOf(temporary.path).map((at) => at / 1_000);
  expect(seconds).toEqual(Array.from({ length: 600 }, (_, i) => Math.floor(START / 1_000) + 1 + i));
});

test("a day without the venue is caught up in thousands of ticks, with every funding settlement in it", async () => {
  using temporary = temporaryDirectory();
  await onVenue(temporary.path, new HandMovedClocks(START), async () => {});
  await onVenue(temporary.path, new HandMovedClocks(START + DAY_MS), async ({ venue }) => {
    expect(venue.clock.now()).toBe(START + DAY_MS);
    expect(START + DAY_MS - venue.engine.market(0).lastFundingTime).toBeLessThan(8 * HOUR_MS);
  });
  const ticks = ticksOf(temporary.path);
  // A tick for each second of the last hour, and for every 15th second before it.
  expect(ticks.length).toBeLessThan(3_600 + DAY_MS / 15_000 + 10);
  const fundings = new Set(ticks.filter((at) => at % (8 * HOUR_MS) === 0));
  expect(fundings.size).toBe(3);
});

test("venue time never goes back, though the machine's clock does, while the venue runs and before it starts", async () => {
  using temporary = temporaryDirectory();
  const clocks = new HandMovedClocks(START);
  const times: number[] = [];
  const watch = async ({ url, venue }: RunningVenue) => {
    for (const step of [0, 400, -60 * MINUTE_MS, 100, -5, 300]) {
      if (step < 0) clocks.set(step);
      else clocks.pass(step);
      times.push(await timeOf(url));
      const result = await venue.sequencer.send({ type: "settle_pnl", account: 0, nonce: 0 });
      if (!isUnavailable(result)) times.push(result.at);
      times.push(await timeOf(url));
    }
  };
  await onVenue(temporary.path, clocks, watch);
  clocks.set(-60 * MINUTE_MS);
  await onVenue(temporary.path, clocks, watch);
  expect(times).toHaveLength(2 * 6 * 3);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const stamps = commandsOf(temporary.path).map(({ at }) => at);
  expect(stamps).toEqual(stamps.toSorted((a, b) => a - b));
});

test("a clock set back by an hour and corrected: trading halts, cancels still work, and then everything is as before", async () => {
  using temporary = temporaryDirectory();
  const clocks = new HandMovedClocks(START);
  await onDoubtingVenue(temporary.path, clocks, async (running, trader) => {
    const kept = await trader.order();
    const cancelled = await trader.order();
    clocks.set(-HOUR_MS);
    clocks.pass(5_000);
    const refused = await trader.order();
    expect([refused.status, refused.json.code]).toEqual([503, -1011]);
    expect(refused.json.message).toContain("until the venue's clock is right");
    expect(await readinessOf(running)).toMatchObject([503, { clock: expect.stringContaining("3600.0 s behind") }]);
    expect((await call(`${running.url}/v1/public/system_info`)).data.status).toBe(2);
    const id = cancelled.data.order_id;
    expect((await trader.delete(`/v1/order?symbol=PERP_BTC_USDC&order_id=${id}`)).status).toBe(200);

    clocks.set(HOUR_MS);
    await tradingResumes(running);
    expect((await trader.order()).status).toBe(200);
    expect((await trader.get(`/v1/order/${kept.data.order_id}`)).data.status).toBe("NEW");
    expect((await timeOf(running.url)) - START).toBeLessThan(7_000);
  });
});

test("a clock a day ahead is not believed before an operator confirms it; meanwhile requests by either clock are accepted", async () => {
  using temporary = temporaryDirectory();
  const clocks = new HandMovedClocks(START);
  await onDoubtingVenue(temporary.path, clocks, async (running, trader) => {
    clocks.set(DAY_MS);
    await doubtIsShown(temporary.path);
    const orders = async (): Promise<Answer> => await trader.get("/v1/orders");
    expect([(await orders()).status, (await trader.order()).json.code]).toEqual([200, -1011]);
    trader.skew += DAY_MS;
    expect([(await orders()).status, (await trader.order()).json.code]).toEqual([200, -1011]);
    expect((await timeOf(running.url)) - START).toBeLessThan(5_000);

    confirmClock(dataPaths(temporary.path), clocks.wall());
    await tradingResumes(running);
    expect((await timeOf(running.url)) - START).toBeGreaterThanOrEqual(DAY_MS);
    expect((await trader.order()).status).toBe(200);
    trader.skew -= DAY_MS;
    expect((await orders()).json.message).toBe("timestamp is out of range");
  });
});

test("a venue that is restarted while its clock is in doubt continues doubting it", async () => {
  using temporary = temporaryDirectory();
  const clocks = new HandMovedClocks(START);
  const doubts = async ({ venue }: RunningVenue) => {
    await doubtIsShown(temporary.path);
    while (!venue.engine.venue().clockHalt) await Bun.sleep(5);
  };
  await onDoubtingVenue(temporary.path, clocks, async (running) => {
    clocks.set(-DAY_MS);
    await doubts(running);
  });
  await onVenue(temporary.path, clocks, doubts, PRODUCTION);
  clocks.set(DAY_MS);
  await onVenue(temporary.path, clocks, tradingResumes, PRODUCTION);
});

/** The clock settings of a production venue; its other settings would need prices and money from outside. */
const PRODUCTION = { clock: { jumpLimitMs: 10_000, isMovable: false } };

async function onVenue(
  path: string,
  clocks: HandMovedClocks,
  use: (running: RunningVenue) => Promise<unknown>,
  changes: ConfigurationChanges = {},
): Promise<void> {
  const markets = defaultMarkets().slice(0, 1);
  const running = await runInProcess(path, { markets, clocks, ...changes });
  try {
    await use(running);
  } finally {
    await running.stop();
  }
}

/** Runs a venue with production's limit on clock jumps, and one trader. */
async function onDoubtingVenue(
  path: string,
  clocks: HandMovedClocks,
  use: (running: RunningVenue, trader: Trader) => Promise<void>,
): Promise<void> {
  const trade = async (running: RunningVenue) => await use(running, await newTrader(running.url));
  await onVenue(path, clocks, trade, PRODUCTION);
}

async function doubtIsShown(path: string): Promise<void> {
  while (findClockDoubt(dataPaths(path)) === undefined) await Bun.sleep(5);
}

async function tradingResumes(running: RunningVenue): Promise<void> {
  const { venue } = running;
  while ((await readinessOf(running))[0] !== 200 || venue.engine.venue().clockHalt) await Bun.sleep(5);
}

async function readinessOf({ url }: RunningVenue): Promise<[number, unknown]> {
  const { status, text } = await call(`${url}/ready`);
  return [status, JSON.parse(text).reasons];
}

async function timeOf(url: string): Promise<number> {
  const answer = (await (await fetch(`${url}/v1/public/futures`)).json()) as { timestamp: number };
  return answer.timestamp;
}

function commandsOf(path: string) {
  return [...readJournal(dataPaths(path).journal, 1)].map(({ payload }) => decodeCommand(payload));
}

function ticksOf(path: string): number[] {
  return commandsOf(path).flatMap(({ type, at }) => (type === "tick" ? [at] : []));
}
