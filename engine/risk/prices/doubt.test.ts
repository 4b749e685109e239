// When the index of a market is in doubt: decided on ticks, whatever is reported between them. Rules 6.1, 11.4.

import { describe, expect, test } from "bun:test";
import { FREED, millis, type PriceE8, priceE8, quantityE8, ratioE10 } from "../../base/units.ts";
import type { MarketParameters } from "../../language/market-parameters.ts";
import { isInDoubt } from "../../permissions/standstill.ts";
import { EventLog } from "../../testing/event-log.ts";
import { START } from "../../testing/setup.ts";
import { ONE, SmallExchange } from "../../testing/small-exchange.ts";
import { adoptDoubt } from "./doubt.ts";

const SECOND = 1_000;

/** SOL in a running venue, with three sources that have not reported. */
function running(changes: Partial<MarketParameters> = {}): EventLog {
  const log = new EventLog(new SmallExchange(changes));
  log.apply(START, { type: "start_session", resumesAt: START });
  return log;
}

/** Reports of the sources, the first one first, in USDC, with their volumes; null for silence. */
function say(log: EventLog, at: number, prices: readonly (number | null)[], volumes: readonly number[] = []): void {
  const reports = prices.flatMap((price, source) =>
    price === null
      ? []
      : [
          {
            market: 0,
            source,
            price: Math.round(price * ONE) as PriceE8,
            volume: quantityE8((volumes[source] ?? 0) * ONE),
          },
        ],
  );
  log.apply(at, { type: "oracle_prices", prices: reports });
}

function tick(log: EventLog, at: number): boolean {
  log.apply(at, { type: "tick" });
  return isInDoubt(log.exchange.sol);
}

const isHeld = (log: EventLog) => log.exchange.engine.market(0).liquidationHeld;

test("an index is in doubt from a start until a tick follows a report: a report between two ticks ends nothing", () => {
  const log = running();
  expect([isInDoubt(log.exchange.sol), isHeld(log)]).toEqual([true, true]);
  expect(tick(log, START + SECOND)).toBe(true);
  say(log, START + SECOND, [150]);
  expect(isInDoubt(log.exchange.sol)).toBe(true);
  expect([tick(log, START + 2 * SECOND), isHeld(log)]).toEqual([false, false]);
  expect(log.markets).toEqual([
    { type: "liquidation_held", market: 0, at: START },
    { type: "liquidation_resumed", market: 0, at: millis(START + 2 * SECOND) },
  ]);
});

describe("sources that have not reported for more than three seconds", () => {
  test("put the index in doubt when they weigh more than half, and until the tick after the next report", () => {
    const log = running();
    say(log, START, [150, 150, 150], [1, 1, 2]);
    expect(tick(log, START + SECOND)).toBe(false);
    for (let s = 1; s <= 3; s++) say(log, START + s * SECOND, [151, 151, null], [1, 1]);
    // The third reported three seconds ago, then four: half of the weight is not more than half.
    expect(tick(log, START + 3 * SECOND)).toBe(false);
    expect(tick(log, START + 4 * SECOND)).toBe(false);
    say(log, START + 4 * SECOND, [152, null, null], [1]);
    expect(tick(log, START + 6 * SECOND)).toBe(false);
    say(log, START + 6 * SECOND, [153, null, null], [1]);
    expect(tick(log, START + 7 * SECOND)).toBe(true);
    say(log, START + 7 * SECOND, [150, null, 150], [1, 0, 2]);
    expect(isInDoubt(log.exchange.sol)).toBe(true);
    expect(tick(log, START + 8 * SECOND)).toBe(false);
  });

  test("no longer count after ten, and the remaining sources are believed", () => {
    const log = running();
    say(log, START, [150, 150, 150]);
    const found = [];
    for (let s = 1; s <= 11; s++) {
      say(log, START + s * SECOND, [150, null, null]);
      found.push(tick(log, START + s * SECOND));
    }
    expect(found).toEqual([...Array(3).fill(false), ...Array(7).fill(true), false]);
  });

  test("weigh at least a third, and at most two fifths, where weights are capped", () => {
    // By volume the first has nearly all the weight; capped, it has two fifths.
    const doubtOf = (capsWeights: boolean) => {
      const log = running({ capsWeights });
      say(log, START, [150, 150, 150], [98, 1, 1]);
      tick(log, START + SECOND);
      say(log, START + 4 * SECOND, [null, 150, 150], [0, 1, 1]);
      return tick(log, START + 4 * SECOND);
    };
    expect([doubtOf(false), doubtOf(true)]).toEqual([true, false]);
  });
});

describe("with fewer sources than a market requires", () => {
  test("the index keeps its value, in doubt, and the market halts after ten more seconds", () => {
    const log = running({ minSources: 2 });
    say(log, START, [150, 150]);
    expect(tick(log, START + SECOND)).toBe(false);
    log.tickThrough(START + SECOND, START + 10 * SECOND, (at) => say(log, at, [150]));
    expect(log.exchange.sol.index as number).toBe(150_000);
    say(log, START + 11 * SECOND, [160]);
    expect(tick(log, START + 11 * SECOND)).toBe(true);
    expect(log.exchange.sol.index as number).toBe(150_000);
    log.tickThrough(START + 11 * SECOND, START + 20 * SECOND, (at) => say(log, at, [160]));
    expect(log.changes()).toEqual([]);
    log.tickThrough(START + 20 * SECOND, START + 21 * SECOND, (at) => say(log, at, [160]));
    expect(log.changes()).toEqual(["0 ACTIVE HALTED STALE_INDEX"]);
    expect(log.exchange.sol.stateDetail).toBe("fewer than 2 sources are live; the last index was 150");
    log.tickThrough(START + 21 * SECOND, START + 22 * SECOND, (at) => say(log, at, [160, 160]));
    expect([isInDoubt(log.exchange.sol), log.exchange.sol.index as number]).toEqual([false, 160_000]);
  });

  test("an invalid price from one of them halts nothing while others report valid ones", () => {
    const log = running({ minSources: 3 });
    say(log, START, [150, 150, 150]);
    tick(log, START + SECOND);
    say(log, START + SECOND, [150, 150, -1]);
    expect(tick(log, START + 2 * SECOND)).toBe(true);
    expect(log.changes()).toEqual([]);
    say(log, START + 2 * SECOND, [-1, -1, -1]);
    tick(log, START + 3 * SECOND);
    expect(log.changes()).toEqual(["0 ACTIVE HALTED INDEX_NEGATIVE"]);
  });
});

test("after a jump that an operator lets go on, an index is in doubt until the next level is followed", () => {
  const log = running();
  say(log, START, [150, 150, 150]);
  tick(log, START + SECOND);
  say(log, START + SECOND, [200, 200, 200]);
  expect(tick(log, START + 2 * SECOND)).toBe(true);
  log.apply(START + 2 * SECOND, { type: "set_market_state", market: 0, state: "ACTIVE", reason: "it is so" });
  expect(isInDoubt(log.exchange.sol)).toBe(true);
  say(log, START + 2 * SECOND, [201, 201, 201]);
  expect(isInDoubt(log.exchange.sol)).toBe(true);
  expect(tick(log, START + 3 * SECOND)).toBe(false);
});

test("while a jump is confirmed without an operator, the index is in doubt until the new level is believed", () => {
  const log = running({ maxIndexJump: ratioE10(1_000_000_000) });
  const hear = (price: number) => (at: number) => say(log, at, [price, price, price]);
  log.tickThrough(START, START + SECOND, hear(150));
  log.tickThrough(START + SECOND, START + 31 * SECOND, hear(170));
  expect(isInDoubt(log.exchange.sol)).toBe(true);
  log.tickThrough(START + 31 * SECOND, START + 32 * SECOND, hear(170));
  expect([isInDoubt(log.exchange.sol), log.exchange.sol.state]).toEqual([false, "ACTIVE"]);
});

test("a price set by hand is never in doubt, nor a listing price before the venue's first session", () => {
  const listed = new EventLog(new SmallExchange());
  expect(isInDoubt(listed.exchange.sol)).toBe(false);
  expect(tick(listed, START + 60 * SECOND)).toBe(false);
  // A market whose only source cannot be believed does not count as being at its listing price.
  const silenced = new EventLog(new SmallExchange());
  silenced.exchange.sol.health.trouble = "INDEX_TOO_LARGE";
  expect(tick(silenced, START + SECOND)).toBe(true);
  const log = running();
  log.apply(START, { type: "set_index_prices", prices: [{ market: 0, price: priceE8(150 * ONE) }] });
  expect(isInDoubt(log.exchange.sol)).toBe(false);
  expect(tick(log, START + 60 * SECOND)).toBe(false);
  log.apply(START + 60 * SECOND, { type: "start_session", resumesAt: millis(START + 60 * SECOND) });
  expect(isInDoubt(log.exchange.sol)).toBe(false);
});

test("a market listed while the venue runs is in doubt until its sources report; before behaviour 3 it was not", () => {
  const listed = (behaviour: number) => {
    const { exchange } = running();
    exchange.state.behaviour = behaviour;
    exchange.apply({
      type: "list_market",
      at: START,
      parameters: { ...exchange.sol.parameters, symbol: "PERP_XYZ_USDC" },
      price: priceE8(5 * ONE),
    });
    return isInDoubt(exchange.state.markets[1]!);
  };
  expect([2, 3].map(listed)).toEqual([false, true]);
});

test("a state of a former behaviour holds liquidation as it did, and that becomes a doubt when it is upgraded", () => {
  const log = new EventLog(new SmallExchange());
  log.exchange.state.behaviour = 2;
  log.apply(START, { type: "start_session", resumesAt: START });
  say(log, START, [150, 150, 150]);
  expect([tick(log, START + SECOND), isHeld(log), log.markets.length]).toEqual([false, false, 2]);
  expect([tick(log, START + 5 * SECOND), isHeld(log), log.markets.length]).toEqual([false, false, 2]);
  log.apply(START + 6 * SECOND, { type: "start_session", resumesAt: millis(START + 6 * SECOND) });
  expect([isInDoubt(log.exchange.sol), isHeld(log)]).toEqual([false, true]);
  log.apply(START + 6 * SECOND, { type: "set_behaviour", version: 3 });
  expect([isInDoubt(log.exchange.sol), isHeld(log)]).toEqual([true, true]);
});

test("an upgraded state is in doubt wherever its index stands still, waits for a level or for a first report", () => {
  const log = new EventLog(new SmallExchange());
  const { sol, state } = log.exchange;
  const isDoubtful = (health: Partial<typeof sol.health>) => {
    Object.assign(sol.health, { trouble: "", takesNextLevel: false, awaitsReport: false }, health);
    adoptDoubt(state);
    return isInDoubt(sol);
  };
  expect(
    [{}, { trouble: "INDEX_JUMP" } as const, { takesNextLevel: true }, { awaitsReport: true }].map(isDoubtful),
  ).toEqual([false, true, true, true]);
});

test("liquidation that a start holds is resumed once by the first report, before behaviour 3 and since", () => {
  const emitted = (behaviour: number) => {
    const log = new EventLog(new SmallExchange());
    log.exchange.state.behaviour = behaviour;
    log.apply(START, { type: "start_session", resumesAt: START });
    say(log, START, [150, 150, 150]);
    tick(log, START + SECOND);
    return log.markets.map(({ type }) => type);
  };
  for (const behaviour of [2, 3]) expect(emitted(behaviour)).toEqual(["liquidation_held", "liquidation_resumed"]);
});

test("a price that was set by hand and is set free is in doubt until its sources lead it", () => {
  const log = running();
  log.apply(START, { type: "set_index_prices", prices: [{ market: 0, price: priceE8(300 * ONE) }] });
  log.apply(START + SECOND, { type: "set_index_prices", prices: [{ market: 0, price: FREED }] });
  expect(isInDoubt(log.exchange.sol)).toBe(true);
  expect(tick(log, START + SECOND)).toBe(true);
  say(log, START + SECOND, [150, 150, 150]);
  expect([tick(log, START + 2 * SECOND), log.exchange.sol.index as number]).toEqual([false, 150_000]);
});
