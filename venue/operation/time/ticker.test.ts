import { expect, test } from "bun:test";
import type { Submitted, Unavailable, Unstamped } from "@evermark/core";
import { millis } from "@evermark/engine";
import { defaultMarkets } from "../../configuration/default-markets.ts";
import { SimulatedPrices } from "../../prices/simulated.ts";
import { silentLog } from "../../testing/kept-log.ts";
import { createMetrics } from "../reports/metrics.ts";
import { TickedClock } from "./clock.ts";
import { HandMovedClocks } from "./testing/hand-moved-clocks.ts";
import { nextTick, type TickedMarket, Ticker, type TimedSequencer } from "./ticker.ts";

const HOUR = 3_600_000;
const APPLIED: Submitted = {
  rejection: null,
  orderId: 0,
  status: "NEW",
  replayed: false,
  created: 0,
  expectedTriggerTime: millis(0),
  count: 0,
  reason: "",
  algoOrderId: 0,
  transferred: [],
  firstAnsweredAt: millis(0),
  position: 1,
  at: 0,
};

/** Takes commands in order and answers a little later, as a journal does. */
class RecordingSequencer implements TimedSequencer {
  readonly taken: { at: number; type: string; resumesAt?: number }[] = [];
  unanswered = 0;
  unansweredMax = 0;

  submitAt(at: number, command: Unstamped, done: (result: Submitted | Unavailable) => void): void {
    const { type } = command;
    this.taken.push(type === "start_session" ? { at, type, resumesAt: command.resumesAt } : { at, type });
    this.unanswered += 1;
    this.unansweredMax = Math.max(this.unansweredMax, this.unanswered);
    queueMicrotask(() => {
      this.unanswered -= 1;
      done(APPLIED);
    });
  }

  get ticks(): number[] {
    return this.taken.filter((command) => command.type === "tick").map((command) => command.at);
  }
}

function tickerAt(wall: number, options: { lastAt?: number; prices?: SimulatedPrices; market?: TickedMarket } = {}) {
  const clocks = new HandMovedClocks(wall);
  const sequencer = new RecordingSequencer();
  const clock = new TickedClock({
    clocks,
    lastAt: options.lastAt ?? 0,
    movable: true,
    limitMs: Number.POSITIVE_INFINITY,
    wasDoubted: false,
  });
  const faults: unknown[] = [];
  const looks = { count: 0, next: Promise.withResolvers<void>() };
  const ticker = new Ticker({
    clock,
    sequencer,
    prices: options.prices ?? null,
    tapeStart: millis(0),
    market: options.market ?? null,
    metrics: createMetrics(),
    log: silentLog,
    onCaughtUp: () => {
      looks.count += 1;
      looks.next.resolve();
      looks.next = Promise.withResolvers();
    },
    onFault: (error) => {
      faults.push(error);
      looks.next.resolve();
    },
  });
  return { clocks, sequencer, clock, ticker, faults, looks };
}

test("missed seconds are ticked, one by one, before the venue opens", async () => {
  const { sequencer, clock, ticker } = tickerAt(75_250, { lastAt: 70_400 });
  await ticker.start();
  await ticker.stop();
  expect(sequencer.ticks).toEqual([71_000, 72_000, 73_000, 74_000, 75_000]);
  expect(clock.now()).toBe(75_250);
});

test("a start is submitted before the ticks that make up for the stop, with the time at which it resumes", async () => {
  const { sequencer, ticker } = tickerAt(72_250, { lastAt: 70_400 });
  await ticker.start();
  await ticker.stop();
  expect(sequencer.taken).toEqual([
    { at: 70_999, type: "start_session", resumesAt: 72_000 },
    { at: 71_000, type: "tick" },
    { at: 72_000, type: "tick" },
  ]);
});

/** Records each call, with the number of ticks submitted or unanswered at that moment. */
function notingMarket() {
  const notes: string[] = [];
  const known: { sequencer?: RecordingSequencer } = {};
  const market: TickedMarket = {
    beforeTick: () => void notes.push(`before ${known.sequencer!.ticks.length}`),
    afterTick: (at) => void notes.push(`after ${at}, ${known.sequencer!.unanswered} unanswered`),
  };
  return { notes, known, market };
}

test("a market that trades by the second has each tick applied before the next, however late the venue is", async () => {
  const { notes, known, market } = notingMarket();
  const { sequencer, ticker } = tickerAt(73_250, { lastAt: 70_400, market });
  known.sequencer = sequencer;
  await ticker.start();
  await ticker.stop();
  expect(notes).toEqual([
    ...["before 0", "after 71000, 0 unanswered", "before 1", "after 72000, 0 unanswered"],
    ...["before 2", "after 73000, 0 unanswered"],
  ]);
});

test("after a longer pause, or a move of the clock, only the last seconds are traded", async () => {
  const { notes, known, market } = notingMarket();
  const { sequencer, ticker } = tickerAt(100_250, { lastAt: 60_400, market });
  known.sequencer = sequencer;
  await ticker.start();
  await ticker.advance(HOUR);
  await ticker.stop();
  expect(sequencer.ticks.length).toBe(3_640);
  const traded = notes.filter((note) => note.startsWith("after")).map((note) => Number(note.slice(6).split(",")[0]));
  const lastTen = (end: number) => Array.from({ length: 10 }, (_, place) => end - 9_000 + 1_000 * place);
  expect(traded).toEqual([...lastTen(100_000), ...lastTen(100_000 + HOUR)]);
});

test("a venue with such a market opens after the first tick since its start", async () => {
  const { known, market } = notingMarket();
  const { clocks, sequencer, ticker } = tickerAt(70_990, { lastAt: 70_400, market });
  known.sequencer = sequencer;
  const started = ticker.start();
  clocks.pass(10);
  await started;
  await ticker.stop();
  expect(sequencer.ticks).toEqual([71_000]);
});

test("advancing answers when every tick on the way has run", async () => {
  const { sequencer, clock, ticker } = tickerAt(10_000);
  const now = await ticker.advance(8 * HOUR);
  expect(now).toBe(10_000 + 8 * HOUR);
  expect(sequencer.unanswered).toBe(0);
  expect(sequencer.ticks.length).toBe(28_800);
  expect(sequencer.ticks.at(-1)).toBe(10_000 + 8 * HOUR);
  expect(clock.lastTick as number).toBe(10_000 + 8 * HOUR);
});

test("a long way is not submitted all at once", async () => {
  const { sequencer, ticker } = tickerAt(10_000);
  await ticker.advance(HOUR);
  expect(sequencer.unansweredMax).toBeLessThanOrEqual(512);
});

test("part of a second moves the time without a tick", async () => {
  const { sequencer, ticker } = tickerAt(10_000);
  expect(await ticker.advance(400)).toBe(10_400);
  expect(sequencer.ticks).toEqual([]);
});

test("a second's prices come right before its tick", async () => {
  const prices = new SimulatedPrices(1, defaultMarkets());
  const { sequencer, ticker } = tickerAt(10_000, { prices });
  await ticker.advance(2_000);
  expect(sequencer.taken).toEqual([
    { at: 10_999, type: "oracle_prices" },
    { at: 11_000, type: "tick" },
    { at: 11_999, type: "oracle_prices" },
    { at: 12_000, type: "tick" },
  ]);
});

test("two advances at once add up", async () => {
  const { sequencer, ticker } = tickerAt(10_000);
  await Promise.all([ticker.advance(5_000), ticker.advance(5_000)]);
  expect(sequencer.ticks.at(-1)).toBe(20_000);
  expect(sequencer.ticks.length).toBe(10);
});

test("after a long stop, no time on the rules' schedule is skipped", () => {
  const last = millis(7_000);
  expect(nextTick(last, millis(7_000 + HOUR), HOUR) as number).toBe(8_000);
  expect(nextTick(last, millis(8_000 + HOUR), HOUR) as number).toBe(15_000);
  expect(nextTick(millis(15_000), millis(15_000 + 2 * HOUR), HOUR) as number).toBe(30_000);
  expect(nextTick(last, millis(200 * 24 * HOUR), HOUR) as number).toBe(HOUR);
});

test("moving the clock by a year takes thousands of ticks, not millions, and ends on the second", async () => {
  const { sequencer, ticker } = tickerAt(10_000);
  await ticker.advance(365 * 24 * HOUR);
  expect(sequencer.ticks.length).toBeLessThan(140_000);
  expect(sequencer.ticks.at(-1)).toBe(10_000 + 365 * 24 * HOUR);
  expect(sequencer.ticks).toContain(100 * 24 * HOUR);
});

test("the ticker follows the wall clock", async () => {
  const { clocks, sequencer, ticker, looks } = tickerAt(10_990);
  await ticker.start();
  clocks.pass(1_020);
  await looks.next.promise;
  await ticker.stop();
  expect(looks.count).toBe(2);
  expect(sequencer.ticks).toEqual([11_000, 12_000]);
});

test("a tick that can't be made stops the venue as a fault instead of becoming an unhandled rejection", async () => {
  const { clocks, sequencer, ticker, faults, looks } = tickerAt(10_990);
  await ticker.start();
  const fault = new Error("a broken promise of ours");
  sequencer.submitAt = () => {
    throw fault;
  };
  clocks.pass(20);
  await looks.next.promise;
  await ticker.stop();
  expect(faults).toEqual([fault]);
});
