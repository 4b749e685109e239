// Changes of a listed market's index price sources by its operator. Rules 6.1.

import { describe, expect, test } from "bun:test";
import { micros, type PriceE8, quantityE8 } from "../../base/units.ts";
import type { SetMarketRules } from "../../language/commands/commands.ts";
import { Engine } from "../../run/engine.ts";
import { EventLog } from "../../testing/event-log.ts";
import { codeOf } from "../../testing/refusal-codes.ts";
import { START } from "../../testing/setup.ts";
import { ONE, SmallExchange } from "../../testing/small-exchange.ts";

const SECOND = 1_000;
type Changes = Partial<Pick<SetMarketRules, "sources" | "minSources" | "capsWeights">>;

function change(log: EventLog, changes: Changes): number | undefined {
  return codeOf(log.apply(log.exchange.state.now, { type: "set_market_rules", market: 0, ...changes }).rejection);
}

/** Reports by source number; in USDC. */
function say(log: EventLog, at: number, said: Readonly<Record<number, number>>): void {
  const prices = Object.entries(said).map(([source, usdc]) => ({
    market: 0,
    source: Number(source),
    price: Math.round(usdc * ONE) as PriceE8,
    volume: quantityE8(0),
  }));
  log.apply(at, { type: "oracle_prices", prices });
}

function open(): EventLog {
  const log = new EventLog(new SmallExchange());
  log.apply(START, { type: "start_session", resumesAt: START });
  say(log, START, { 0: 150, 1: 151, 2: 152 });
  log.apply(START + SECOND, { type: "tick" });
  return log;
}

const index = (log: EventLog) => Number(log.exchange.sol.index) / 1_000;
const live = (log: EventLog) => log.exchange.engine.indexSources(0).live;

describe("other sources for a listed market", () => {
  test("keep the remaining sources' reports and numbers", () => {
    const log = open();
    expect([index(log), live(log)]).toEqual([151, ["one", "two", "three"]]);
    expect(change(log, { sources: ["three", "four", "one"] })).toBeUndefined();
    log.apply(START + 2 * SECOND, { type: "tick" });
    expect([index(log), live(log)]).toEqual([151, ["one", "three"]]);
    // The second source is removed; the new one has the next number.
    say(log, START + 2 * SECOND, { 1: 100, 3: 157 });
    log.apply(START + 3 * SECOND, { type: "tick" });
    expect([index(log), live(log)]).toEqual([153, ["one", "three", "four"]]);
    const { engine } = log.exchange;
    expect(Engine.restore(engine.snapshot()).stateHash()).toBe(engine.stateHash());
    engine.audit();
  });

  test("that replace silent ones have time to report before their market is stale", () => {
    const log = open();
    expect(change(log, { minSources: 3 })).toBeUndefined();
    log.tickThrough(START + SECOND, START + 19 * SECOND, (at) => say(log, at, { 0: 150, 1: 150 }));
    expect(change(log, { sources: ["one", "two", "four"] })).toBeUndefined();
    log.tickThrough(START + 19 * SECOND, START + 35 * SECOND, (at) => say(log, at, { 0: 150, 1: 150 }));
    expect(log.exchange.engine.market(0)).toMatchObject({ state: "ACTIVE", liquidationHeld: true });
    say(log, START + 35 * SECOND, { 3: 150 });
    log.apply(START + 36 * SECOND, { type: "tick" });
    expect(log.exchange.engine.market(0)).toMatchObject({ state: "ACTIVE", liquidationHeld: false });
  });

  test("are not changed by a command that names no source rule", () => {
    const log = open();
    const { health } = log.exchange.sol;
    const before = health.vouchedAt;
    log.tickThrough(START + SECOND, START + 5 * SECOND, (at) => say(log, at, { 0: 150 }));
    const others = { sources: null, minSources: null, capsWeights: null } as unknown as Changes;
    for (const changes of [{}, others]) {
      expect(change(log, { ...changes, maxNotional: micros(1_000_000 * ONE) } as Changes)).toBeUndefined();
    }
    expect(health.vouchedAt).toBe(before);
    expect(change(log, { minSources: 2 })).toBeUndefined();
    expect(health.vouchedAt).toBeGreaterThan(before);
  });

  test("are names, each once, and at least as many as are required", () => {
    const log = open();
    const { parameters } = log.exchange.sol;
    for (const changes of [
      { sources: [] },
      { sources: [""] },
      { sources: "one" as never },
      { sources: [1] as never },
      { sources: ["one", "one"] },
      { sources: ["one"], minSources: 2 },
      { minSources: 0 },
      { minSources: 1.5 },
      { minSources: 4 },
    ]) {
      expect([changes, change(log, changes)]).toEqual([changes, -1005]);
    }
    expect(log.exchange.sol.parameters).toBe(parameters);
    expect(change(log, { sources: ["one", "two"], minSources: 2 })).toBeUndefined();
    expect(change(log, { sources: ["one"] })).toBe(-1005);
    expect(log.exchange.sol.parameters).toMatchObject({ sources: ["one", "two", ""], minSources: 2 });
  });

  test("weigh by their volume, or at most two fifths each, from the next tick on", () => {
    const log = open();
    const heavy = (at: number) => {
      const prices = [154, 160, 160].map((usdc, source) => ({
        market: 0,
        source,
        price: Math.round(usdc * ONE) as PriceE8,
        volume: quantityE8(source === 0 ? 98 * ONE : ONE),
      }));
      log.apply(at, { type: "oracle_prices", prices });
    };
    heavy(START + SECOND);
    log.apply(START + 2 * SECOND, { type: "tick" });
    expect(index(log)).toBe(154.12);
    expect(change(log, { capsWeights: true })).toBeUndefined();
    log.apply(START + 3 * SECOND, { type: "tick" });
    // The cap is c = 2 × 2 ÷ 3: (1.33 × 154 + 2 × 160) ÷ 3.33.
    expect(index(log)).toBe(157.6);
  });
});
