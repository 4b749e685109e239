// When the index is not believed, and how a market resumes. Rules 6.1, 11.4.

import { describe, expect, test } from "bun:test";
import { millis, type PriceE8, priceE8, quantityE8 } from "../../base/units.ts";
import type { MarketParameters } from "../../language/market-parameters.ts";
import { isDoubted } from "../../permissions/standstill.ts";
import { EventLog } from "../../testing/event-log.ts";
import { START } from "../../testing/setup.ts";
import { A, B, ONE, SmallExchange } from "../../testing/small-exchange.ts";

const SECOND = 1_000;

/** SOL with three sources, all of which reported 150 a second ago. */
function live(changes: Partial<MarketParameters> = {}): EventLog {
  const log = new EventLog(new SmallExchange(changes));
  say(log, START, 150, 150, 150);
  log.apply(START + SECOND, { type: "tick" });
  log.markets.length = 0;
  return log;
}

/** Less than the smallest step of a price, USDC. */
const PART_OF_A_STEP = 0.5 / ONE;

/** Reports of the sources, the first one first; undefined for silence. In USDC. */
function say(log: EventLog, at: number, ...prices: (number | undefined)[]): void {
  const reports = prices.flatMap((price, source) =>
    price === undefined ? [] : [{ market: 0, source, price: stepsOf(price) as PriceE8, volume: quantityE8(0) }],
  );
  log.apply(at, { type: "oracle_prices", prices: reports });
}

/** Seconds of ticks, each after the sources have spoken. */
function stepsOf(price: number): number {
  return price === PART_OF_A_STEP ? price * ONE : Math.round(price * ONE);
}

function through(log: EventLog, seconds: number, ...prices: (number | undefined)[]): void {
  const from = Math.max(START, log.exchange.state.lastTick);
  log.tickThrough(from, from + seconds * SECOND, (at) => say(log, at, ...prices));
}

const market = (log: EventLog) => log.exchange.engine.market(0);
const index = (log: EventLog) => (market(log).index as number) / 1_000;

describe("a price set by hand and set free", () => {
  const set = (log: EventLog, at: number, ...prices: number[]) =>
    log.apply(at, {
      type: "set_index_prices",
      prices: prices.map((price, number) => ({ market: number, price: priceE8(price * ONE) })),
    });

  test("holds until the sources report, and then follows them, however far away they are", () => {
    const log = live({ maxIndexJump: 500_000_000 as MarketParameters["maxIndexJump"] });
    const at = START + 2 * SECOND;
    set(log, at, 60);
    expect(set(log, at, 0).rejection).toBeNull();
    expect([index(log), market(log).state]).toEqual([60, "ACTIVE"]);
    through(log, 2, 150, 151, 150);
    expect([index(log), log.changes()]).toEqual([150.333, []]);
    expect(market(log).mark as number).toBe(150_333);
    // The next jump is treated as one again.
    through(log, 1, 300, 300, 300);
    expect([index(log), log.changes()]).toEqual([150.333, ["0 ACTIVE HALTED INDEX_JUMP"]]);
  });

  test("is in doubt until they have reported, and stale when they stay silent for the usual time", () => {
    const log = live();
    const at = START + 100 * SECOND;
    set(log, START + 2 * SECOND, 60);
    log.tickThrough(START + 2 * SECOND, at);
    set(log, at, 0);
    expect(isDoubted(log.exchange.sol)).toBe(true);
    log.tickThrough(at, at + 20 * SECOND);
    expect([index(log), log.changes()]).toEqual([60, []]);
    log.apply(at + 21 * SECOND, { type: "tick" });
    expect(log.changes()).toEqual(["0 ACTIVE HALTED STALE_INDEX"]);
    through(log, 31, 150);
    expect([index(log), log.changes(), isDoubted(log.exchange.sol)]).toEqual([
      150,
      ["0 HALTED ACTIVE FRESH_AGAIN"],
      false,
    ]);
  });

  test("set free twice, or never set, changes nothing: a jump of the sources is a jump", () => {
    const log = live({ maxIndexJump: 500_000_000 as MarketParameters["maxIndexJump"] });
    expect(set(log, log.exchange.state.now, 0).rejection).toBeNull();
    expect(isDoubted(log.exchange.sol)).toBe(false);
    through(log, 1, 300, 300, 300);
    expect(log.changes()).toEqual(["0 ACTIVE HALTED INDEX_JUMP"]);
  });

  test("cannot be set free before behaviour 3", () => {
    const log = live();
    set(log, START + 2 * SECOND, 60);
    log.exchange.state.behaviour = 2;
    expect(set(log, START + 2 * SECOND, 0).rejection?.name).toBe("invalid_parameter");
    expect([log.exchange.sol.pinned, index(log)]).toEqual([true, 60]);
    log.exchange.state.behaviour = 3;
    expect(set(log, START + 2 * SECOND, 0).rejection).toBeNull();
  });
});

describe("a stale index", () => {
  test("halts the market after ten seconds without a live source, and thirty seconds of fresh prices resume it", () => {
    const log = live();
    // Sources are live for ten seconds after their report.
    log.tickThrough(START + SECOND, START + 20 * SECOND);
    expect(log.changes()).toEqual([]);
    log.apply(START + 21 * SECOND, { type: "tick" });
    expect(log.changes()).toEqual(["0 ACTIVE HALTED STALE_INDEX"]);
    expect(market(log)).toMatchObject({ stateReason: "STALE_INDEX", stateDetail: expect.stringContaining("150") });
    through(log, 30, 151);
    expect([log.changes(), index(log)]).toEqual([[], 151]);
    through(log, 1, 151);
    expect(log.changes()).toEqual(["0 HALTED ACTIVE FRESH_AGAIN"]);
  });

  test("is as old as the report of the last source that is needed", () => {
    const log = live({ minSources: 2 });
    // Twenty seconds after the second newest of three reports.
    say(log, START + 4 * SECOND, undefined, undefined, 150);
    say(log, START + 8 * SECOND, undefined, 150, undefined);
    log.tickThrough(START + 8 * SECOND, START + 24 * SECOND);
    expect(log.changes()).toEqual([]);
    log.apply(START + 25 * SECOND, { type: "tick" });
    expect(log.changes()).toEqual(["0 ACTIVE HALTED STALE_INDEX"]);
  });

  test("that falls silent again in between waits for another thirty seconds", () => {
    const log = live();
    log.tickThrough(START + SECOND, START + 21 * SECOND);
    through(log, 20, 150);
    log.tickThrough(log.exchange.state.now, log.exchange.state.now + 11 * SECOND);
    through(log, 30, 150);
    expect(log.changes()).toEqual(["0 ACTIVE HALTED STALE_INDEX"]);
    through(log, 1, 150);
    expect(log.changes()).toEqual(["0 HALTED ACTIVE FRESH_AGAIN"]);
  });

  test("returns a market to the state that it had", () => {
    const log = live();
    log.apply(START + SECOND, { type: "set_market_state", market: 0, state: "REDUCE_ONLY", reason: "soon" });
    log.tickThrough(START + SECOND, START + 21 * SECOND);
    through(log, 31, 150);
    expect(log.changes()).toEqual([
      "0 ACTIVE REDUCE_ONLY OPERATOR",
      "0 REDUCE_ONLY HALTED STALE_INDEX",
      "0 HALTED REDUCE_ONLY FRESH_AGAIN",
    ]);
  });

  test("is sampled neither for premiums nor for the price of a delisting", () => {
    const log = live();
    log.apply(START + SECOND, { type: "set_market_state", market: 0, state: "REDUCE_ONLY", reason: "" });
    log.apply(START + SECOND, { type: "schedule_delisting", market: 0, delistAt: millis(START + 120 * SECOND) });
    log.tickThrough(START + SECOND, START + 60 * SECOND);
    const { funding, indexSamples } = log.exchange.sol;
    // At 15 seconds it was not stale yet, but already in doubt.
    expect([funding.premiums, indexSamples.length]).toEqual([1, 0]);
  });

  test("is never one that was set by hand", () => {
    const log = live();
    log.exchange.pin(150);
    log.tickThrough(START + SECOND, START + 600 * SECOND);
    expect(log.changes()).toEqual([]);
  });

  test("halts a market that its operator has resumed again after another twenty seconds of silence", () => {
    const log = live();
    log.tickThrough(START + SECOND, START + 21 * SECOND);
    const at = START + 25 * SECOND;
    log.apply(at, { type: "set_market_state", market: 0, state: "ACTIVE", reason: "I know better" });
    log.tickThrough(at, at + 20 * SECOND);
    expect(log.changes()).toEqual(["0 ACTIVE HALTED STALE_INDEX", "0 HALTED ACTIVE OPERATOR"]);
    log.tickThrough(at + 20 * SECOND, at + 21 * SECOND);
    expect(log.changes()).toEqual(["0 ACTIVE HALTED STALE_INDEX"]);
  });

  test("stays over in a market that its operator has resumed, when a source reports in time", () => {
    const log = live();
    log.tickThrough(START + SECOND, START + 21 * SECOND);
    const at = START + 21 * SECOND;
    log.apply(at, { type: "set_market_state", market: 0, state: "ACTIVE", reason: "they are coming back" });
    log.tickThrough(at, at + 15 * SECOND);
    through(log, 30, 151);
    expect(log.changes()).toEqual(["0 ACTIVE HALTED STALE_INDEX", "0 HALTED ACTIVE OPERATOR"]);
    expect(index(log)).toBe(151);
  });

  test("of a market that is halted already changes nothing", () => {
    const log = live();
    log.apply(START + SECOND, { type: "set_market_state", market: 0, state: "HALTED", reason: "by hand" });
    log.tickThrough(START + SECOND, START + 40 * SECOND);
    through(log, 60, 150);
    expect(log.changes()).toEqual(["0 ACTIVE HALTED OPERATOR"]);
    expect(market(log).stateDetail).toBe("by hand");
  });
});

describe("a report", () => {
  test.each([
    ["INDEX_ZERO", 0],
    ["INDEX_NEGATIVE", -1],
    ["INDEX_NEGATIVE", -1 / ONE],
    ["INDEX_NOT_FINITE", PART_OF_A_STEP],
    ["INDEX_NOT_FINITE", Number.NaN],
    ["INDEX_NOT_FINITE", Number.POSITIVE_INFINITY],
    ["INDEX_TOO_LARGE", 10_000_001],
  ] as const)("that is %s is reported once, and its source counts only once it is valid again", (reason, nonsense) => {
    const log = live();
    through(log, 3, nonsense, 150, 153);
    const reported = log.markets.filter((event) => event.type === "price_disbelieved");
    expect(reported).toMatchObject([{ market: 0, source: 0, reason }]);
    expect([index(log), market(log).state]).toEqual([151.5, "ACTIVE"]);
    through(log, 1, 150, 150, 153);
    expect(index(log)).toBe(151);
    through(log, 1, nonsense, 150, 153);
    expect(log.markets.filter((event) => event.type === "price_disbelieved").length).toBe(2);
  });

  test("halts the market at once when all sources report invalid prices", () => {
    const log = live();
    through(log, 1, 0, -1, Number.NaN);
    expect(log.changes()).toEqual(["0 ACTIVE HALTED INDEX_ZERO"]);
    expect(index(log)).toBe(150);
    through(log, 31, 0, -1, 152);
    expect([log.changes(), index(log)]).toEqual([["0 HALTED ACTIVE FRESH_AGAIN"], 152]);
  });

  test("that is invalid halts a market again that its operator has resumed, while it is the latest report", () => {
    const log = live({ sources: ["only"] });
    through(log, 1, 0);
    const at = log.exchange.state.now;
    log.apply(at, { type: "set_market_state", market: 0, state: "ACTIVE", reason: "too soon" });
    log.apply(at + SECOND, { type: "tick" });
    expect(log.changes()).toEqual([
      "0 ACTIVE HALTED INDEX_ZERO",
      "0 HALTED ACTIVE OPERATOR",
      "0 ACTIVE HALTED INDEX_ZERO",
    ]);
    // Ten seconds later no source reports any more, valid or not.
    log.tickThrough(at + SECOND, at + 15 * SECOND);
    log.apply(at + 15 * SECOND, { type: "set_market_state", market: 0, state: "ACTIVE", reason: "now" });
    log.tickThrough(at + 15 * SECOND, at + 35 * SECOND);
    expect(log.changes()).toEqual(["0 HALTED ACTIVE OPERATOR"]);
  });

  test("that is invalid is not silence, but does not end a silence either", () => {
    const log = new EventLog(new SmallExchange({ sources: ["only"] }));
    through(log, 1, 0);
    const at = START + 15 * SECOND;
    log.tickThrough(START + SECOND, at);
    log.apply(at, { type: "set_market_state", market: 0, state: "ACTIVE", reason: "the listing was right" });
    log.tickThrough(at, at + 20 * SECOND);
    expect(log.changes()).toEqual(["0 ACTIVE HALTED INDEX_ZERO", "0 HALTED ACTIVE OPERATOR"]);
    log.tickThrough(at + 20 * SECOND, at + 21 * SECOND);
    expect(log.changes()).toEqual(["0 ACTIVE HALTED STALE_INDEX"]);
  });
});

describe("an index that jumps", () => {
  test("by more than the market's limit halts it, and index and mark stay", () => {
    const log = live();
    const mark = market(log).mark;
    through(log, 1, 180.1, 180.1, 180.1);
    expect(log.changes()).toEqual(["0 ACTIVE HALTED INDEX_JUMP"]);
    expect([index(log), market(log).mark]).toEqual([150, mark]);
    expect(market(log).stateDetail).toBe("the index would go from 150 to 180.1");
    // Just within the limit.
    const other = live();
    through(other, 1, 180, 180, 180);
    expect([other.changes(), index(other)]).toEqual([[], 180]);
  });

  test("by a tick more than the limit, rounded down, halts it", () => {
    // A fifth of 150.001 is 30.0002.
    for (const [said, state] of [
      [180.001, "ACTIVE"],
      [180.002, "HALTED"],
    ] as const) {
      const log = live();
      through(log, 1, 150.001, 150.001, 150.001);
      expect(index(log)).toBe(150.001);
      through(log, 1, said, said, said);
      expect(market(log).state).toBe(state);
    }
  });

  test("is not treated as a jump when it is the market's first one", () => {
    const log = new EventLog(new SmallExchange());
    through(log, 1, 400, 400, 400);
    expect([log.changes(), index(log)]).toEqual([[], 400]);
    through(log, 1, 500, 500, 500);
    expect([log.changes(), index(log)]).toEqual([["0 ACTIVE HALTED INDEX_JUMP"], 400]);
  });

  test("is reported with the price that is not believed", () => {
    const log = live();
    through(log, 2, 200, 200, 200);
    const reported = log.markets.filter((event) => event.type === "price_disbelieved");
    expect(reported).toMatchObject([{ source: -1, price: 200 * ONE, reason: "INDEX_JUMP" }]);
  });

  test("is believed once two sources have agreed on a level for half a minute", () => {
    const log = live();
    log.exchange.sol.sources[2]!.at = 0;
    through(log, 30, 200, 205);
    expect([log.changes(), index(log)]).toEqual([["0 ACTIVE HALTED INDEX_JUMP"], 150]);
    through(log, 1, 200, 206);
    expect([log.changes(), index(log)]).toEqual([["0 HALTED ACTIVE FRESH_AGAIN"], 203]);
  });

  test("that was agreed upon before is believed no sooner for it", () => {
    const log = live();
    log.exchange.sol.sources[2]!.at = 0;
    through(log, 20, 200, 205);
    through(log, 2, 200, 230);
    through(log, 29, 200, 205);
    expect([log.changes(), index(log)]).toEqual([["0 ACTIVE HALTED INDEX_JUMP"], 150]);
    through(log, 2, 200, 205);
    expect(log.changes()).toEqual(["0 HALTED ACTIVE FRESH_AGAIN"]);
  });

  test("replaces silence as the reason of a halt, and a silence reports no disbelieved price", () => {
    const log = live();
    log.tickThrough(START + SECOND, START + 30 * SECOND);
    expect(log.markets.filter(({ type }) => type === "price_disbelieved")).toEqual([]);
    expect(log.changes()).toEqual(["0 ACTIVE HALTED STALE_INDEX"]);
    through(log, 2, 200, 200, 200);
    expect(market(log).stateReason as string).toBe("INDEX_JUMP");
  });

  test("is not believed while sources are further apart than five percent, or only one of several reports", () => {
    const log = live();
    log.tickThrough(START + SECOND, START + 9 * SECOND);
    log.exchange.sol.sources.forEach((source) => {
      source.at = 0;
    });
    through(log, 60, 200);
    expect([log.changes(), index(log)]).toEqual([["0 ACTIVE HALTED INDEX_JUMP"], 150]);
    through(log, 60, 200, 210.1);
    expect([log.changes(), index(log)]).toEqual([[], 150]);
  });

  test("is believed of sources that are five percent apart, rounded down, and not of sources a step further apart", () => {
    for (const [other, changes] of [
      [210.00000001, ["0 ACTIVE HALTED INDEX_JUMP", "0 HALTED ACTIVE FRESH_AGAIN"]],
      [210.00000002, ["0 ACTIVE HALTED INDEX_JUMP"]],
    ] as const) {
      const log = live();
      log.exchange.sol.sources[2]!.at = 0;
      // 105 % of 200.00000001 is 210.0000000105.
      through(log, 31, 200.00000001, other);
      expect(log.changes()).toEqual([...changes]);
    }
  });

  test("is believed of a market's only source", () => {
    const log = live({ sources: ["only"] });
    through(log, 31, 100);
    expect([log.changes(), index(log)]).toEqual([["0 ACTIVE HALTED INDEX_JUMP", "0 HALTED ACTIVE FRESH_AGAIN"], 100]);
  });

  test("and comes back must be fresh for half a minute before the market resumes", () => {
    const log = live({ sources: ["only"] });
    through(log, 20, 1_500);
    through(log, 30, 150);
    expect(log.changes()).toEqual(["0 ACTIVE HALTED INDEX_JUMP"]);
    through(log, 1, 150);
    expect([log.changes(), index(log)]).toEqual([["0 HALTED ACTIVE FRESH_AGAIN"], 150]);
  });

  test("is believed when the operator resumes the market, or sets the price", () => {
    const log = live();
    through(log, 5, 200, 200, 200);
    const at = log.exchange.state.now;
    log.apply(at, { type: "set_market_state", market: 0, state: "ACTIVE", reason: "it is true" });
    through(log, 1, 200, 200, 200);
    expect([log.changes(), index(log)]).toEqual([["0 ACTIVE HALTED INDEX_JUMP", "0 HALTED ACTIVE OPERATOR"], 200]);
    through(log, 1, 300, 300, 300);
    log.apply(at + 2 * SECOND, { type: "set_index_prices", prices: [{ market: 0, price: priceE8(290 * ONE) }] });
    expect([log.changes(), index(log)]).toEqual([["0 ACTIVE HALTED INDEX_JUMP", "0 HALTED ACTIVE FRESH_AGAIN"], 290]);
  });

  test("is over for good once the operator resumes the market, even if no source reports by then", () => {
    const log = new EventLog(new SmallExchange({ sources: ["only"] }));
    through(log, 1, 400);
    through(log, 1, 160);
    const at = START + 14 * SECOND;
    log.tickThrough(START + 2 * SECOND, at);
    log.apply(at, { type: "set_market_state", market: 0, state: "REDUCE_ONLY", reason: "it may be true" });
    log.tickThrough(at, at + 20 * SECOND);
    expect(log.changes()).toEqual(["0 ACTIVE HALTED INDEX_JUMP", "0 HALTED REDUCE_ONLY OPERATOR"]);
    log.tickThrough(at + 20 * SECOND, at + 21 * SECOND);
    expect(log.changes()).toEqual(["0 REDUCE_ONLY HALTED STALE_INDEX"]);
    // The operator resumed before the silence: the level is still to be taken, however often the operator repeats it.
    log.apply(at + 21 * SECOND, { type: "set_market_state", market: 0, state: "REDUCE_ONLY", reason: "again" });
    through(log, 1, 160);
    expect([log.changes(), index(log)]).toEqual([["0 HALTED REDUCE_ONLY OPERATOR"], 160]);
  });

  test("that no source repeats ends with the operator's command: from there on silence counts, as after a report", () => {
    for (const sources of [["only"], ["first", "second", "third"]]) {
      for (const word of [11, 12, 13, 19]) {
        const log = new EventLog(new SmallExchange({ sources }));
        say(log, START, 400);
        log.apply(START + SECOND, { type: "tick" });
        // 160 is too far from 400. It is live until ten seconds after it was reported; then no source reports.
        say(log, START + SECOND, 160);
        const at = START + word * SECOND;
        log.tickThrough(START + SECOND, at);
        expect(log.changes()).toEqual(["0 ACTIVE HALTED INDEX_JUMP"]);
        log.apply(at, { type: "set_market_state", market: 0, state: "REDUCE_ONLY", reason: "it may be true" });
        log.tickThrough(at, at + SECOND);
        expect([log.changes(), index(log)]).toEqual([["0 HALTED REDUCE_ONLY OPERATOR"], 400]);
        log.tickThrough(at + SECOND, at + 20 * SECOND);
        expect(log.changes()).toEqual([]);
        log.tickThrough(at + 20 * SECOND, at + 21 * SECOND);
        expect(log.changes()).toEqual(["0 REDUCE_ONLY HALTED STALE_INDEX"]);
      }
    }
  });

  test("cancels out-of-range orders at the new level, in the tick that believes it", () => {
    const log = live();
    log.exchange.trade(A, "BUY", B, 150, 1);
    log.exchange.rest(A, "SELL", 149, 1);
    through(log, 1, 200, 200, 200);
    log.orders.length = 0;
    through(log, 30, 200, 200, 200);
    expect(log.orders.map(({ reason }) => reason)).toEqual(["PRICE_RANGE"]);
  });
});

test("source reports for a delisted market move nothing", () => {
  const log = live();
  log.exchange.sol.state = "DELISTED";
  through(log, 2, 151, 151, 151);
  expect([index(log), log.markets]).toEqual([150, []]);
});

test("an index at which open positions could not be counted halts the market", () => {
  const log = live({ quoteMax: priceE8(10_000_000 * ONE), maxIndexJump: 10_000_000_000 as never });
  log.exchange.trade(A, "BUY", B, 150, 5_000);
  const { sol } = log.exchange;
  sol.spotIndex = 9_000_000 as typeof sol.index;
  sol.openInterest *= 100_000;
  const before = sol.spotIndex;
  log.exchange.engine.apply(
    {
      type: "oracle_prices",
      at: millis(START + SECOND),
      prices: [{ market: 0, source: 0, price: priceE8(18_000 * ONE), volume: quantityE8(0) }],
    },
    log,
  );
  log.exchange.engine.apply({ type: "tick", at: millis(START + 2 * SECOND) }, log);
  expect(log.changes()).toEqual(["0 ACTIVE HALTED INDEX_TOO_LARGE"]);
  expect([sol.spotIndex, sol.index]).toEqual([before, before]);
});
