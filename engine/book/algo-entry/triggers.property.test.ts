// What prices fire, against a scan of all waiting algo orders; and histories of algo orders survive a restart at any
// point. The exchange audits itself after every command: one leg cancels the other, and never leaves two active.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { mulDivCeil } from "../../base/numbers/arithmetic.ts";
import { E8 } from "../../base/units.ts";
import type { Side } from "../../base/vocabulary.ts";
import type { AlgoLeg } from "../../language/commands/algo-order-commands.ts";
import type { Command } from "../../language/commands/commands.ts";
import type { AlgoOrderView } from "../../language/views/views.ts";
import { readSnapshot } from "../../memory/snapshot.ts";
import { AlgoExchange, bracket, change, leg, placeAlgo, price, size } from "../../testing/algo-exchange.ts";
import { settingsFor } from "../../testing/property-runs.ts";
import { placeOrder, START } from "../../testing/setup.ts";
import { A, B, C, D } from "../../testing/small-exchange.ts";

const settings = settingsFor(40);
const patient = 600_000;
const account = fc.constantFrom(A, B, C, D);
const side = fc.constantFrom<Side>("BUY", "SELL");
/** On a coarse grid, so that prices coincide. */
const near = fc.integer({ min: 290, max: 310 }).map((halves) => halves / 2);
const lots = fc.integer({ min: 1, max: 4 });

const legs = (side: Side, positional: boolean): fc.Arbitrary<AlgoLeg[]> =>
  fc
    .tuple(fc.subarray(["TAKE_PROFIT", "STOP_LOSS"] as const, { minLength: 1 }), near, near, fc.boolean())
    .map(([types, one, other, limit]) => {
      const [high, low] = [Math.max(one, other) + 0.5, Math.min(one, other) - 0.5];
      return types.map((type) => {
        const trigger = (type === "TAKE_PROFIT") === (side === "SELL") ? high : low;
        const market = positional ? ("CLOSE_POSITION" as const) : ("MARKET" as const);
        return leg(type, side, trigger, limit ? { orderType: "LIMIT", price: price(trigger) } : { orderType: market });
      });
    });

const stop = fc.record({ account, side, at: near, lots, limit: fc.boolean(), reduceOnly: fc.boolean() }).map((s) =>
  placeAlgo({
    account: s.account,
    side: s.side,
    triggerPrice: price(s.at),
    quantity: size(s.lots),
    orderType: s.limit ? "LIMIT" : "MARKET",
    price: price(s.limit ? s.at : 0),
    reduceOnly: s.reduceOnly,
  }),
);

const trailing = fc
  .record({ account, side, from: fc.option(near), lots, rate: fc.boolean(), steps: fc.integer({ min: 1, max: 6 }) })
  .map((t) =>
    placeAlgo({
      algoType: "TRAILING_STOP",
      account: t.account,
      side: t.side,
      quantity: size(t.lots),
      activatedPrice: price(t.from ?? 0),
      callbackRate: t.rate ? t.steps * 100_000 : 0,
      callbackValue: price(t.rate ? 0 : t.steps / 2),
    }),
  );

const group = fc.record({ account, side, lots, positional: fc.boolean() }).chain((g) =>
  legs(g.side, g.positional).map((children) =>
    placeAlgo({
      algoType: g.positional ? "POSITIONAL_TP_SL" : "TP_SL",
      account: g.account,
      side: g.side,
      orderType: "",
      quantity: size(g.positional ? 0 : g.lots),
      children: children.map((each) => ({ ...each, children: [] })),
    }),
  ),
);

const entry = fc.record({ account, side, at: near, lots, limit: fc.boolean(), positional: fc.boolean() }).chain((e) =>
  legs(e.side, e.positional).map((children) =>
    bracket(
      {
        account: e.account,
        quantity: size(e.lots),
        orderType: e.limit ? "LIMIT" : "MARKET",
        price: price(e.limit ? e.at : 0),
      },
      e.positional ? "POSITIONAL_TP_SL" : "TP_SL",
      children,
    ),
  ),
);

const ordinary = fc
  .record({ account, side, at: near, lots })
  .map((o) => placeOrder({ account: o.account, side: o.side, price: price(o.at), quantity: size(o.lots) }));

const move = near.map(
  (at): Command => ({
    type: "set_index_prices",
    at: START,
    prices: [{ market: 0, price: price(at) }],
  }),
);

/** Cancels and changes of the order with a given id among all ids so far. */
const touch = fc.record({ account, id: fc.integer({ min: 1, max: 40 }), at: near }).chain(({ account, id, at }) =>
  fc.constantFrom<Command>(
    { type: "cancel_algo_order", at: START, account, market: 0, algoOrderId: id, clientOrderId: "" },
    { type: "cancel_order", at: START, account, market: -1, orderId: id, clientOrderId: "" },
    {
      type: "amend_algo_order",
      at: START,
      account,
      algoOrderId: id,
      changes: [change(id, { triggerPrice: price(at) })],
    },
    {
      type: "amend_algo_order",
      at: START,
      account,
      algoOrderId: id,
      changes: [change(id + 1, { deactivate: true })],
    },
    {
      type: "amend_algo_order",
      at: START,
      account,
      algoOrderId: id,
      changes: [change(id + 1, { triggerPrice: price(at) })],
    },
  ),
);

const command = fc.oneof(
  { weight: 3, arbitrary: stop },
  { weight: 2, arbitrary: trailing },
  { weight: 3, arbitrary: group },
  { weight: 3, arbitrary: entry },
  { weight: 6, arbitrary: ordinary },
  { weight: 6, arbitrary: move },
  { weight: 3, arbitrary: touch },
);
const history = fc.array(command, { minLength: 20, maxLength: 80, size: "max" });

const accounts = [A, B, C, D];
const allOrders = (market: AlgoExchange): AlgoOrderView[] => {
  const below = (order: AlgoOrderView): AlgoOrderView[] => [order, ...order.children.flatMap(below)];
  return accounts.flatMap((account) => market.engine.algoOrders.open(account, -1).flatMap(below));
};

/** The lower and the higher of mark and index: the references for a rise and for a fall. */
interface Prices {
  readonly low: number;
  readonly high: number;
}

/** What prices do to one order, from the rules alone. */
function effectOf(order: AlgoOrderView, { low, high }: Prices, rising: boolean): "fires" | "wakes" | "nothing" {
  const { algoType, side, status, isTriggered, isActivated, triggerPrice } = order;
  if (isTriggered || status !== "NEW") return "nothing";
  const sell = side === "SELL";
  const reaches = (rises: boolean, trigger: number) => (rises ? low >= trigger : high <= trigger);
  switch (algoType) {
    case "STOP":
      return reaches(rising, triggerPrice) ? "fires" : "nothing";
    case "TAKE_PROFIT":
      return isActivated && reaches(sell, triggerPrice) ? "fires" : "nothing";
    case "STOP_LOSS":
      return isActivated && reaches(!sell, triggerPrice) ? "fires" : "nothing";
    case "TRAILING_STOP": {
      const { activatedPrice, extremePrice, callbackValue, callbackRate } = order;
      if (!isActivated) return reaches(sell, activatedPrice) ? "wakes" : "nothing";
      const best = sell ? Math.max(extremePrice, low) : Math.min(extremePrice, high);
      const distance = callbackValue > 0 ? callbackValue : mulDivCeil(best, callbackRate, E8);
      return reaches(!sell, sell ? best - distance : best + distance) ? "fires" : "nothing";
    }
    default:
      return "nothing";
  }
}

/** Closes at the market, so it needs liquidity. */
const closes = ({ reduceOnly, orderType }: AlgoOrderView) => reduceOnly && orderType !== "LIMIT";

/** Whether any resting order is within the index bound of a market order of a side. */
function isMet(market: AlgoExchange, side: Side): boolean {
  const { index, band } = market.sol;
  const best = accounts
    .flatMap((account) => [...market.engine.openOrders(account, 0)])
    .filter((order) => order.side !== side)
    .map((order) => order.price as number);
  // A hundredth of the index, and no further than any market order goes.
  if (side === "SELL") return best.some((price) => price * 100 >= index * 99 && price >= band.sellMin);
  return best.some((price) => price * 100 <= index * 101 && price <= band.buyMax);
}

test(
  "prices set off what a scan of all waiting orders finds, by ascending id; a closing order waits for liquidity",
  () => {
    let heldBack = 0;
    fc.assert(
      fc.property(history, (commands) => {
        const market = new AlgoExchange();
        /** The direction of each STOP, from the mark at its creation. */
        const rising = new Map<number, boolean>();
        for (const next of commands) {
          const before = allOrders(market);
          const { mark: markBefore, index: indexBefore } = market.sol;
          market.run(next);
          for (const order of allOrders(market)) {
            if (order.algoType === "STOP" && !rising.has(order.algoOrderId)) {
              rising.set(order.algoOrderId, order.triggerPrice > markBefore);
            }
          }
          if (next.type !== "set_index_prices") continue;
          const { mark, index } = market.sol;
          if (mark === markBefore && index === indexBefore) continue;
          const prices = { low: Math.min(mark, index), high: Math.max(mark, index) };
          const happened = market.reports
            .filter(({ order, cause }) => {
              const single = order.algoType !== "BRACKET" && !order.algoType.endsWith("TP_SL");
              const fired = cause === "triggered" || (cause === "rejected" && order.executed === 0);
              const woken = cause === "activated" && order.algoType === "TRAILING_STOP";
              const isFirst = before.every(({ algoOrderId, isTriggered }) => {
                return algoOrderId !== order.algoOrderId || !isTriggered;
              });
              return single && isFirst && ((fired && order.triggerTradePrice > 0) || woken);
            })
            .map(({ order, cause }) => [order.algoOrderId, cause === "activated" ? "wakes" : "fires"]);
          // An order that was cancelled on the way does not fire.
          const cancelled = new Set(
            market.reports
              .filter(({ cause, order }) => cause === "cancelled" && !order.isTriggered)
              .map(({ order }) => order.algoOrderId),
          );
          const reached = before
            .map((order) => ({ order, what: effectOf(order, prices, rising.get(order.algoOrderId) ?? false) }))
            .filter(({ order, what }) => what !== "nothing" && !cancelled.has(order.algoOrderId));
          const hasFired = (id: number) => happened.some(([fired]) => fired === id);
          const waiting = reached.filter(
            ({ order, what }) => closes(order) && what === "fires" && !hasFired(order.algoOrderId),
          );
          heldBack += waiting.length;
          for (const { order } of waiting) {
            // A limit that fired after it may rest by now.
            const later = market.reports.some(({ order: other }) => other.algoOrderId > order.algoOrderId);
            if (!later) expect([order.algoOrderId, isMet(market, order.side)]).toEqual([order.algoOrderId, false]);
          }
          const expected = reached
            .filter(({ order }) => !waiting.some((each) => each.order === order))
            .map(({ order, what }) => [order.algoOrderId, what] as const)
            .sort(([a], [b]) => a - b);
          expect(happened).toEqual(expected.map(([id, what]) => [id, what]));
        }
      }),
      settings,
    );
    expect(heldBack).toBeGreaterThan(0);
  },
  patient,
);

test(
  "a history continues after a restart as if there had been none",
  () => {
    fc.assert(
      fc.property(history, fc.nat(), (commands, cut) => {
        const straight = new AlgoExchange();
        const at = cut % (commands.length + 1);
        for (const next of commands.slice(0, at)) straight.run(next);
        const restarted = new AlgoExchange({}, readSnapshot(straight.engine.snapshot()));
        expect(restarted.engine.stateHash()).toBe(straight.engine.stateHash());
        for (const next of commands.slice(at)) {
          expect(restarted.run(next)).toEqual(straight.run(next));
          expect(restarted.reports).toEqual([...straight.reports]);
        }
        expect(restarted.engine.stateHash()).toBe(straight.engine.stateHash());
      }),
      settings,
    );
  },
  patient,
);

test(
  "these histories fire, activate, replace and refuse",
  () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(history, (commands) => {
        const market = new AlgoExchange();
        for (const next of commands) {
          market.run(next);
          for (const { order, cause, reason } of market.reports) {
            seen.add(`${order.algoType} ${cause}`);
            seen.add(reason);
          }
        }
      }),
      { numRuns: 200, seed: 7 },
    );
    const expected = [
      ...["STOP", "TRAILING_STOP", "TAKE_PROFIT", "STOP_LOSS"].flatMap((type) => [`${type} triggered`, `${type} fill`]),
      ...["TAKE_PROFIT", "POSITIONAL_TP_SL", "TP_SL", "TRAILING_STOP"].map((type) => `${type} activated`),
      ...["STOP rejected", "TP_SL amended", "BRACKET fill", "BRACKET cancelled"],
      ...["ONE_CANCELS_OTHER", "ENTRY_UNFILLED", "REPLACED", "REDUCE_ONLY_CLOSED", "USER"],
    ];
    expect(expected.filter((each) => !seen.has(each))).toEqual([]);
  },
  patient,
);
