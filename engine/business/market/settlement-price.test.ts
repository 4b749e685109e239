// The expected closing price of a delisting, and where it replaces the index. Rules 6.2, 11.3.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Millis, millis, type PriceE8, priceE8, quantityE8, ratioE10 } from "../../base/units.ts";
import { EventLog } from "../../testing/event-log.ts";
import { codeOf } from "../../testing/refusal-codes.ts";
import { START } from "../../testing/setup.ts";
import { A, B, ONE, SmallExchange } from "../../testing/small-exchange.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const END = START + 60 * MINUTE;
/** The time of the first sample of the last half hour. */
const FIRST = END - 30 * MINUTE + 15 * SECOND;

/** SOL pinned at 150, its mark at the index; A is long ten, B short ten. */
function open(): EventLog {
  const exchange = new SmallExchange({ maxMarkDeviation: ratioE10(1) });
  exchange.pin(150);
  exchange.trade(A, "BUY", B, 150, 10);
  return new EventLog(exchange);
}

function announce(log: EventLog, delistAt: number): number | undefined {
  const { now } = log.exchange.state;
  if (log.exchange.sol.state === "ACTIVE") {
    log.apply(now, { type: "set_market_state", market: 0, state: "REDUCE_ONLY", reason: "" });
  }
  return codeOf(log.apply(now, { type: "schedule_delisting", market: 0, delistAt: delistAt as Millis }).rejection);
}

function pin(log: EventLog, at: number, usdc: number): void {
  log.apply(at, { type: "set_index_prices", prices: [{ market: 0, price: priceE8(Math.round(usdc * ONE)) }] });
}

const seen = ({ exchange }: EventLog) => {
  const { index, settlementPrice, mark } = exchange.engine.market(0);
  return [index, settlementPrice, mark].map(Number);
};

test("from the first sample on the expected price is the mean of the samples taken and the index for those to come", () => {
  const log = open();
  announce(log, END);
  log.tickThrough(START, FIRST - SECOND);
  expect(seen(log)).toEqual([150_000, 0, 150_000]);
  pin(log, FIRST - SECOND, 153);
  // No sample taken: the mark is at the index.
  expect(seen(log)).toEqual([153_000, 0, 153_000]);
  log.apply(FIRST, { type: "tick" });
  expect(seen(log)).toEqual([153_000, 153_000, 153_000]);
  pin(log, FIRST, 150);
  // One of 120 is taken at 153.
  expect(seen(log)).toEqual([150_000, 150_025, 150_025]);
  log.tickThrough(FIRST, FIRST + 15 * MINUTE - 15 * SECOND);
  // One at 153 and 59 at 150: the expected price does not move while the index stays.
  expect(seen(log)).toEqual([150_000, 150_025, 150_025]);
  pin(log, FIRST + 15 * MINUTE - 15 * SECOND, 144);
  // 60 to come.
  const expected = Math.round((153_000 + 59 * 150_000 + 60 * 144_000) / 120);
  expect(seen(log)).toEqual([144_000, expected, expected]);
  log.tickThrough(FIRST + 15 * MINUTE - 15 * SECOND, END - SECOND);
  expect(seen(log)).toEqual([144_000, expected, expected]);
  log.apply(END, { type: "tick" });
  expect(seen(log)).toEqual([144_000, 0, expected]);
  expect(log.markets).toContainEqual({ type: "delisted", market: 0, price: expected as never, at: millis(END) });
});

test("an index move in the last second moves it by a 120th", () => {
  const log = open();
  announce(log, END);
  log.tickThrough(START, END - SECOND);
  pin(log, END - SECOND, 180);
  expect(seen(log)).toEqual([180_000, 150_250, 150_250]);
  log.apply(END, { type: "tick" });
  expect(seen(log)).toEqual([180_000, 0, 150_250]);
});

test("whatever the index does, the expected price before the last tick changes on it by no more than one sample", () => {
  const moves = fc.array(
    fc.record({ at: fc.integer({ min: 1, max: 1_799 }), usdc: fc.integer({ min: 100, max: 200 }) }),
    {
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(moves, fc.integer({ min: 30, max: 1_900 }), (wishes, seconds) => {
      const log = open();
      const end = START + seconds * SECOND;
      announce(log, end);
      for (let s = 1; s < seconds; s++) {
        for (const { usdc } of wishes.filter(({ at }) => at === s)) pin(log, START + s * SECOND, usdc);
        log.apply(START + s * SECOND, { type: "tick" });
      }
      const expected = Number(log.exchange.sol.index);
      log.apply(end, { type: "tick" });
      // The index has not moved since: the mean is what was expected.
      expect(Number(log.exchange.sol.mark)).toBe(expected);
    }),
    { numRuns: 40 },
  );
});

test("a time between two whole seconds takes effect with the next tick, and samples to come are counted up to it", () => {
  const log = open();
  announce(log, END + 7 * SECOND - 500);
  log.tickThrough(START, END - 30 * MINUTE);
  pin(log, END - 30 * MINUTE, 180);
  log.apply(FIRST, { type: "tick" });
  log.tickThrough(FIRST, FIRST + 4 * SECOND);
  pin(log, FIRST + 4 * SECOND, 150);
  // One of 120, the last of them seven seconds before the end.
  expect(seen(log)).toEqual([150_000, 150_250, 150_250]);

  const sooner = open();
  announce(sooner, END - 500);
  sooner.tickThrough(START, END - 30 * MINUTE);
  pin(sooner, END - 30 * MINUTE, 160);
  expect(seen(sooner).slice(0, 2)).toEqual([160_000, 0]);
});

describe("samples", () => {
  test("count only since the time was announced, so that a delisting announced for the next minute closes near the index", () => {
    const log = open();
    log.tickThrough(START, START + 45 * MINUTE);
    pin(log, START + 45 * MINUTE, 160);
    announce(log, START + 46 * MINUTE);
    expect(seen(log)).toEqual([160_000, 0, 160_000]);
    log.tickThrough(START + 45 * MINUTE, START + 46 * MINUTE);
    expect(seen(log)).toEqual([160_000, 0, 160_000]);
    expect(log.exchange.sol.state).toBe("DELISTED");
  });

  test("once taken, keep the time from being moved", () => {
    const log = open();
    announce(log, END);
    log.tickThrough(START, FIRST - SECOND);
    expect(announce(log, END + MINUTE)).toBeUndefined();
    expect(announce(log, END)).toBeUndefined();
    log.apply(FIRST, { type: "tick" });
    expect([announce(log, END + MINUTE), announce(log, END - MINUTE)]).toEqual([-1012, -1012]);
    expect(log.exchange.engine.market(0).delistAt as number).toBe(END);
  });

  test("that are missed while the index is in doubt are neither taken nor to come", () => {
    const log = new EventLog(new SmallExchange({ maxMarkDeviation: ratioE10(1) }));
    const say = (price: number) => (at: number) =>
      log.apply(at, {
        type: "oracle_prices",
        prices: [{ market: 0, source: 0, price: Math.round(price * ONE) as PriceE8, volume: quantityE8(0) }],
      });
    const end = START + 10 * MINUTE;
    log.tickThrough(START, START + SECOND, say(150));
    announce(log, end);
    log.tickThrough(START + SECOND, START + 4 * MINUTE, say(150));
    // 16 of 40 are taken; now the source falls silent, and returns at 153 a minute and a second later.
    log.tickThrough(START + 4 * MINUTE, START + 5 * MINUTE);
    expect(seen(log).slice(0, 2)).toEqual([150_000, 150_000]);
    log.tickThrough(START + 5 * MINUTE, START + 5 * MINUTE + SECOND, say(153));
    expect(log.exchange.sol.indexSamples.length).toBe(16);
    expect(seen(log).slice(0, 2)).toEqual([153_000, Math.round((16 * 150_000 + 20 * 153_000) / 36)]);
  });
});

test("a market of a former behaviour is always sampled, expects no price, and its time can be moved", () => {
  const log = open();
  log.exchange.state.behaviour = 2;
  announce(log, END);
  log.tickThrough(START, FIRST + MINUTE);
  pin(log, FIRST + MINUTE, 160);
  expect(seen(log)).toEqual([160_000, 0, 160_000]);
  expect(announce(log, END + MINUTE)).toBeUndefined();
  expect(log.exchange.sol.indexSamples.length).toBe(120);
});

test("since behaviour 3 samples from before the announcement do not count, and none is taken before the last half hour", () => {
  const log = open();
  const { state, sol } = log.exchange;
  state.behaviour = 2;
  log.tickThrough(START, START + 5 * MINUTE);
  expect(sol.indexSamples.length).toBe(20);
  state.behaviour = 3;
  announce(log, END);
  expect(sol.indexSamples).toEqual([]);
  log.tickThrough(START + 5 * MINUTE, FIRST - SECOND);
  expect(sol.indexSamples).toEqual([]);
});
