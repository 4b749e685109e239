// Breaks each invariant of algo orders on purpose and expects the audit to name it. Rules 3.

import { expect, test } from "bun:test";
import { ticks } from "../../base/units.ts";
import type { AlgoOrder } from "../../memory/algo-order/algo-order.ts";
import type { State } from "../../memory/state.ts";
import { AlgoExchange, both, placeAlgo, price, size } from "../../testing/algo-exchange.ts";
import { A, B } from "../../testing/small-exchange.ts";
import { auditAlgoOrders } from "./algo-audit.ts";

interface Orders {
  readonly state: State;
  /** A position's two legs, neither of which has fired. */
  readonly group: AlgoOrder;
  /** A stop that waits. */
  readonly stop: AlgoOrder;
  /** A stop that has fired, and whose limit order rests. */
  readonly fired: AlgoOrder;
}

function orders(): Orders {
  const market = new AlgoExchange();
  const { state } = market;
  market.trade(A, "BUY", B, 150, 2);
  const place = (fields: Parameters<typeof placeAlgo>[0]) => state.algoOrders.find(market.place(placeAlgo(fields)))!;
  const group = place({ algoType: "POSITIONAL_TP_SL", orderType: "", children: closing() });
  const stop = place({ quantity: size(1), triggerPrice: price(120) });
  const terms = { side: "BUY", orderType: "LIMIT", price: price(149), quantity: size(1) } as const;
  const fired = place({ ...terms, triggerPrice: price(151) });
  market.pin(151);
  return { state, group, stop, fired };
}

function closing() {
  return both("SELL", 180, 130, { orderType: "CLOSE_POSITION" });
}

const damages: readonly (readonly [string, (orders: Orders) => void])[] = [
  ["an algo order is found by its id", ({ state }) => void state.algoOrders.lastId--],
  [
    "a leg hangs on its parent",
    ({ group, stop }) => {
      group.children[0]!.parent = stop;
    },
  ],
  [
    "a tree that is finished has left",
    ({ stop }) => {
      stop.status = "CANCELLED";
    },
  ],
  [
    "one leg of a group fires",
    ({ group }) => {
      for (const leg of group.children) leg.isTriggered = true;
    },
  ],
  [
    "one cancels the other",
    ({ group }) => {
      group.children[0]!.isTriggered = true;
    },
  ],
  [
    "a group is triggered with its leg",
    ({ group }) => {
      group.isTriggered = true;
    },
  ],
  [
    "a group is what its fired leg is",
    ({ group }) => {
      group.status = "CANCELLED";
    },
  ],
  ["what waits for a mark is on its market's lists", ({ state, stop }) => state.algoOrders.triggersOf(0).remove(stop)],
  [
    "of one key, one POSITIONAL_TP_SL is active",
    ({ state: { algoOrders }, group }) => {
      const copy: AlgoOrder = { ...group, id: ++algoOrders.lastId, children: [] };
      copy.children.push({ ...group.children[0]!, id: ++algoOrders.lastId, parent: copy });
      algoOrders.add(copy);
    },
  ],
  [
    "a row counts the legs that would close it",
    ({ state }) => state.rows.setClosingAlgos(state.rows.find(A, 0, "CROSS"), 3),
  ],
  [
    "an algo order shows what became of its order",
    ({ fired }) => {
      fired.executed = 1 as never;
    },
  ],
  [
    "an algo order shows what became of its order",
    ({ fired }) => {
      fired.status = "PARTIAL_FILLED";
    },
  ],
  [
    "an algo order shows what became of its order",
    ({ fired }) => {
      fired.orderId += 1;
    },
  ],
  [
    "between commands no order of an algo order is being matched",
    ({ fired }) => {
      fired.earlier = { executed: 0, executedNotional: 0, totalFee: 0, totalRealizedPnl: 0 } as AlgoOrder["earlier"];
    },
  ],
  [
    "an algo order that has fired has an open order",
    ({ state, fired }) => {
      state.orders.setAlgo(state.orders.find(fired.orderId), 0);
      fired.orderId = 999;
    },
  ],
];

test("sound algo orders pass", () => {
  const { state, group, stop, fired } = orders();
  expect([group.status, stop.status, fired.status, fired.isTriggered]).toEqual(["NEW", "NEW", "NEW", true]);
  expect(state.orders.price(state.orders.find(fired.orderId))).toBe(ticks(149_000));
  auditAlgoOrders(state);
});

test.each(damages)("the audit of algo orders names that %s", (claim, damage) => {
  const found = orders();
  damage(found);
  expect(() => auditAlgoOrders(found.state)).toThrow(`broken invariant: ${claim}`);
});
