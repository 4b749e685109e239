import { afterEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Candle } from "./candle-list.ts";
import type { CandleListener, CandleSource, CandleSpan } from "./candle-source.ts";
import { Candles } from "./loaded-candles.ts";

const MINUTE_MS = 60_000;

/** A venue with one market, which derives candles from its trades in the most obvious way. */
class Venue implements CandleSource {
  now = 100 * MINUTE_MS;
  readonly candles: Candle[] = [];
  readonly asked: CandleSpan[] = [];
  listener: CandleListener | undefined;
  isAway = false;
  /** Answers still on their way. */
  readonly #answers: (() => void)[] = [];

  trade(price: number, quantity: number): void {
    this.pass(0);
    const last = this.candles.at(-1);
    const start = Math.floor(this.now / MINUTE_MS) * MINUTE_MS;
    const amount = price * quantity;
    if (last?.start !== start) {
      this.candles.push({ start, open: price, high: price, low: price, close: price, volume: quantity, amount });
      return;
    }
    this.candles[this.candles.length - 1] = {
      ...last,
      high: Math.max(last.high, price),
      low: Math.min(last.low, price),
      close: price,
      volume: last.volume + quantity,
      amount: last.amount + amount,
    };
  }

  pass(ms: number): void {
    this.now += ms;
    for (;;) {
      const last = this.candles.at(-1);
      if (last === undefined || last.start + MINUTE_MS > this.now) return;
      this.candles.push(flat(last.start + MINUTE_MS, last.close));
    }
  }

  history(span: CandleSpan): Promise<readonly Candle[]> {
    this.pass(0);
    this.asked.push(span);
    const { from = 0, to = Number.POSITIVE_INFINITY, limit } = span;
    const run = this.candles.filter(({ start }) => start >= from && start < to).slice(-limit);
    const { isAway } = this;
    return new Promise((resolve, reject) =>
      this.#answers.push(() => (isAway ? reject(new Error("away")) : resolve(run))),
    );
  }

  follow(listener: CandleListener): () => void {
    this.listener = listener;
    return () => {
      this.listener = undefined;
    };
  }

  /** The latest states of the running candle, as the stream would send them. */
  frames(count = 1): void {
    this.pass(0);
    for (const candle of this.candles.slice(-count)) this.listener?.onCandle(candle);
  }

  async answer(which = 0): Promise<void> {
    this.#answers.splice(which % Math.max(1, this.#answers.length), 1)[0]?.();
    await new Promise(setImmediate);
  }

  async answerAll(): Promise<void> {
    while (this.#answers.length > 0) await this.answer();
  }
}

function flat(start: number, price: number): Candle {
  return { start, open: price, high: price, low: price, close: price, volume: 0, amount: 0 };
}

let opened: Candles[] = [];
afterEach(() => {
  for (const candles of opened) candles.end();
  opened = [];
});

async function openCandles(venue: Venue): Promise<Candles> {
  const candles = new Candles(venue, "1m");
  opened.push(candles);
  candles.start();
  venue.listener?.onMissed();
  return candles;
}

async function liveCandles(venue: Venue): Promise<Candles> {
  const candles = await openCandles(venue);
  await venue.answerAll();
  return candles;
}

describe("candles", () => {
  test("are history and then the stream, without a seam", async () => {
    const venue = new Venue();
    venue.trade(10, 1);
    const candles = await openCandles(venue);
    venue.trade(12, 1);
    venue.frames();
    expect(candles.all).toEqual([]);
    expect(candles.state.get()).toBe("loading");
    await venue.answerAll();
    expect(candles.state.get()).toBe("live");
    expect(candles.all).toEqual(venue.candles);
    venue.pass(MINUTE_MS);
    venue.frames(2);
    expect(candles.all).toEqual(venue.candles);
    expect(candles.all.at(-1)).toEqual(flat(venue.now - (venue.now % MINUTE_MS), 12));
  });

  test("an answer overtaken by the stream undoes nothing", async () => {
    const venue = new Venue();
    venue.trade(10, 1);
    const candles = await liveCandles(venue);
    venue.listener?.onMissed();
    venue.trade(11, 2);
    venue.frames();
    await venue.answer();
    expect(candles.all.at(-1)?.close).toBe(11);
  });

  test("candles missed without a connection are read from the last final candle on", async () => {
    const venue = new Venue();
    venue.trade(10, 1);
    const candles = await liveCandles(venue);
    venue.pass(MINUTE_MS);
    venue.frames(2);
    venue.trade(11, 1);
    venue.pass(3 * MINUTE_MS);
    venue.listener?.onMissed();
    venue.frames();
    expect(candles.all).toHaveLength(2);
    await venue.answerAll();
    expect(candles.all).toEqual(venue.candles);
    expect(venue.asked.map(({ from }) => from).slice(2)).toEqual([101 * MINUTE_MS, 104 * MINUTE_MS]);
  });

  test("a frame beyond a gap waits until the gap is filled", async () => {
    const venue = new Venue();
    venue.trade(10, 1);
    const candles = await liveCandles(venue);
    venue.pass(480 * MINUTE_MS);
    venue.frames();
    expect(candles.all).toHaveLength(1);
    await venue.answerAll();
    expect(candles.all).toEqual(venue.candles);
  });

  test("a gap that is longer than an answer restarts the list", async () => {
    const venue = new Venue();
    venue.trade(10, 1);
    const candles = await liveCandles(venue);
    expect(candles.isWhole).toBe(true);
    venue.pass(2_500 * MINUTE_MS);
    venue.frames();
    await venue.answerAll();
    expect(candles.all).toEqual(venue.candles.slice(-1_000));
    expect(candles.isWhole).toBe(false);
    for (const whole of [false, true]) {
      const read = candles.readOlder();
      await venue.answerAll();
      await read;
      expect(candles.isWhole).toBe(whole);
    }
    expect(candles.all).toEqual(venue.candles);
  });

  test("a page of the past reports how many candles were added before the first", async () => {
    const venue = new Venue();
    venue.trade(10, 1);
    venue.pass(1_500 * MINUTE_MS);
    const candles = await liveCandles(venue);
    const changes: unknown[] = [];
    candles.listen((change) => changes.push(change));
    const read = candles.readOlder();
    await venue.answerAll();
    await read;
    expect(changes).toEqual([{ from: 0, older: 501 }]);
    venue.trade(11, 1);
    venue.frames();
    venue.frames();
    expect(changes.slice(1)).toEqual([{ from: 1_500, older: 0 }]);
  });

  test("of a market without a trade there are none until its first trade", async () => {
    const venue = new Venue();
    const candles = await liveCandles(venue);
    venue.listener?.onCandle(flat(100 * MINUTE_MS, 5));
    expect(candles.all).toEqual([]);
    expect(candles.state.get()).toBe("live");
    venue.trade(6, 1);
    venue.frames();
    await venue.answerAll();
    expect(candles.all).toEqual(venue.candles);
  });

  test("that can't be read are marked as failed until they can", async () => {
    const venue = new Venue();
    venue.trade(10, 1);
    venue.isAway = true;
    const candles = await openCandles(venue);
    await venue.answerAll();
    expect(candles.state.get()).toBe("failed");
    venue.isAway = false;
    venue.listener?.onMissed();
    await venue.answerAll();
    expect(candles.state.get()).toBe("live");
    expect(candles.all).toEqual(venue.candles);
  });

  test("equal the venue's, however answers and frames interleave, whatever is lost", async () => {
    const event = fc.oneof(
      fc.record({
        is: fc.constant("trade"),
        price: fc.integer({ min: 1, max: 9 }),
        count: fc.integer({ min: 1, max: 3 }),
      }),
      fc.record({ is: fc.constant("pass"), count: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ is: fc.constantFrom("frame", "lost", "answer", "older", "away"), count: fc.nat({ max: 3 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
        const venue = new Venue();
        venue.trade(5, 1);
        venue.pass(1_200 * MINUTE_MS);
        const candles = await openCandles(venue);
        // As the venue sends them: the last state of a closed candle, then the running one.
        let sent = venue.candles.length;
        let isLost = false;
        const listed = () => candles.all.map(({ start }) => start);
        for (const { is, count, ...rest } of events) {
          if (is === "trade") venue.trade("price" in rest ? rest.price : 1, count);
          if (is === "pass") venue.pass(count * 30_000);
          if (is === "lost") isLost = true;
          if (is === "frame") {
            const isSkipped = venue.candles.length > sent + 1;
            if (isLost || isSkipped) venue.listener?.onMissed();
            venue.frames(isLost || isSkipped ? 1 : venue.candles.length - sent + 1);
            isLost = false;
            sent = venue.candles.length;
          }
          if (is === "answer") await venue.answer(count);
          if (is === "older") void candles.readOlder();
          venue.isAway = is === "away";
          const starts = listed();
          expect(starts).toEqual(starts.map((_, at) => starts[0]! + at * MINUTE_MS));
        }
        venue.isAway = false;
        venue.listener?.onMissed();
        await venue.answerAll();
        expect(candles.all).toEqual(venue.candles.slice(-candles.all.length));
        expect(candles.all.length).toBeGreaterThanOrEqual(1_000);
        candles.end();
      }),
      { numRuns: 60 },
    );
  });
});
