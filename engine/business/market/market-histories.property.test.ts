// Random histories of a market: its operator, its sources, its traders and the clock act at random. In all of them the
// books balance, nothing is matched where it must not be, and a restored engine continues identically. Rules 6, 11.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Millis, millis, type PriceE8, priceE8, quantityE8, ratioE10 } from "../../base/units.ts";
import { MARKET_STATES, SIDES } from "../../base/vocabulary.ts";
import type { Command } from "../../language/commands/commands.ts";
import { type Listener, silent } from "../../language/events/events.ts";
import { Engine } from "../../run/engine.ts";
import { settingsFor } from "../../testing/property-runs.ts";
import { placeOrder, START } from "../../testing/setup.ts";
import { A, B, C, ONE, SmallExchange } from "../../testing/small-exchange.ts";

/** A command, and how many milliseconds it comes after the previous one. Times in it are relative to its own. */
interface Step {
  readonly after: number;
  readonly command: (at: number) => object;
}

const market = 0;
const soon = fc.integer({ min: 0, max: 100_000 });
const later = fc.integer({ min: 0, max: 2_000_000 });
const spoken = fc.option(
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(149, 150, 150.5) },
    { weight: 1, arbitrary: fc.constantFrom(200, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e9) },
  ),
);

const anyCommand: fc.Arbitrary<Step["command"]> = fc.oneof(
  { weight: 12, arbitrary: fc.constant(() => ({ type: "tick" })) },
  {
    weight: 10,
    arbitrary: fc.array(spoken, { minLength: 3, maxLength: 3 }).map((said) => () => ({
      type: "oracle_prices",
      prices: said.flatMap((price, source) =>
        price === null ? [] : [{ market, source, price: (price * ONE) as PriceE8, volume: quantityE8(0) }],
      ),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 140, max: 160 }).map((price) => () => ({
      type: "set_index_prices",
      prices: [{ market, price: priceE8(price * ONE) }],
    })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...MARKET_STATES).map((state) => () => ({
      type: "set_market_state",
      market,
      state,
      reason: "",
    })),
  },
  {
    weight: 1,
    arbitrary: later.map((ms) => (at: number) => ({
      type: "schedule_delisting",
      market,
      delistAt: (at + ms) as Millis,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.boolean(), soon, soon).map(([announced, from, length]) => (at: number) => ({
      type: "schedule_maintenance",
      startAt: (announced ? at + from : 0) as Millis,
      endAt: (at + from + length) as Millis,
      message: "",
    })),
  },
  { weight: 1, arbitrary: fc.boolean().map((halted) => () => ({ type: "halt_venue", halted, reason: "" })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(true, false, false).map((halted) => () => ({ type: "halt_for_clock", halted })),
  },
  {
    weight: 1,
    arbitrary: soon.map((ms) => (at: number) => ({ type: "start_session", resumesAt: (at + ms) as Millis })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(1, 4, 8, null).map((fundingPeriodHours) => () => ({
      type: "set_market_rules",
      market,
      priceRange: ratioE10(200_000_000),
      fundingPeriodHours,
    })),
  },
  {
    weight: 20,
    arbitrary: fc
      .record({
        account: fc.constantFrom(A, B, C),
        side: fc.constantFrom(...SIDES),
        orderType: fc.constantFrom("LIMIT" as const, "LIMIT" as const, "POST_ONLY" as const, "IOC" as const),
        price: fc.integer({ min: 147, max: 153 }).map((price) => priceE8(price * ONE)),
        quantity: fc.integer({ min: 1, max: 200 }).map((size) => quantityE8(size * ONE)),
        reduceOnly: fc.boolean(),
        marginMode: fc.constantFrom("" as const, "" as const, "ISOLATED" as const),
      })
      .map((order) => () => placeOrder(order)),
  },
);

const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ after: fc.constantFrom(0, 0, 1_000, 5_000, 15_000, 600_000), command: anyCommand }),
  { minLength: 1, maxLength: 120, size: "max" },
);

test("a market keeps its invariants whatever its operator, its sources and the clock do", () => {
  fc.assert(
    fc.property(anySteps, fc.boolean(), fc.nat(), (steps, gated, restoredAfter) => {
      const exchange = new SmallExchange({ fundingPeriodHours: 1, gated });
      let restored: Engine | null = null;
      let at: number = START;
      for (const [i, step] of steps.entries()) {
        at += step.after;
        const command = { ...step.command(at), at: millis(at) } as Command;
        exchange.engine.apply(command, watching(exchange));
        exchange.engine.audit();
        restored?.apply(command, silent);
        if (i === restoredAfter % steps.length) restored = Engine.restore(exchange.engine.snapshot());
      }
      expect(restored?.stateHash()).toBe(exchange.engine.stateHash());
    }),
    settingsFor(50),
  );
});

/** Checks each event against the market's state at that moment. */
function watching({ state, sol }: SmallExchange): Listener {
  const open = sol.openInterest;
  return {
    ...silent,
    trade() {
      const { phase } = state.venue;
      expect([sol.isTrading, sol.state === "POST_ONLY", phase === "running" || phase === "grace"]).toEqual([
        true,
        false,
        false,
      ]);
      if (sol.state === "REDUCE_ONLY" || sol.state === "DELISTING") expect(sol.openInterest).toBeLessThanOrEqual(open);
    },
    funding: () => expect(sol.isTrading).toBe(true),
    price(_, index) {
      if (sol.health.trouble !== "") expect(["HALTED", "NEW", "PENDING"]).toContain(sol.state);
      expect(index).toBeGreaterThan(0);
    },
  };
}
