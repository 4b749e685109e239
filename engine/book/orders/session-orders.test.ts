// Orders whose connections ended with the previous session.

import { describe, expect, test } from "bun:test";
import { millis } from "../../base/units.ts";
import { readSnapshot } from "../../memory/snapshot.ts";
import { START } from "../../testing/setup.ts";
import { A, B, SmallExchange } from "../../testing/small-exchange.ts";

const flagged = { untilDisconnect: true };
const session = (market: SmallExchange) =>
  market.apply({ type: "start_session", at: START, resumesAt: millis(START + 1) });
const openIds = (market: SmallExchange) =>
  [A, B].flatMap((account) => market.engine.openOrders(account, -1).map(({ orderId }) => orderId));

describe("a session begins", () => {
  test("without the orders that were tied to a connection of the previous one", () => {
    const market = new SmallExchange();
    market.rest(A, "BUY", 148, 1, flagged);
    market.rest(B, "BUY", 147, 1);
    market.rest(B, "BUY", 146, 2, flagged);
    market.rest(A, "BUY", 145, 1);
    const cancelled = session(market).orders;
    expect(cancelled.map(({ orderId, status, reason }) => [orderId, status, reason]) as unknown).toEqual([
      [1, "CANCELLED", "USER"],
      [3, "CANCELLED", "USER"],
    ]);
    expect(openIds(market)).toEqual([4, 2]);
    expect(session(market).orders).toEqual([]);
  });

  test("the same from a snapshot, which has only the open ones", () => {
    const market = new SmallExchange();
    market.rest(A, "BUY", 148, 1, flagged);
    market.rest(A, "BUY", 147, 1, flagged);
    market.order(B, "SELL", "IOC", 148, 1);
    expect(market.state.untilDisconnect.open()).toEqual([2]);
    const restored = new SmallExchange({}, readSnapshot(market.engine.snapshot().slice()));
    expect(restored.engine.stateHash()).toBe(market.engine.stateHash());
    expect(session(restored).orders.map(({ orderId }) => orderId as number)).toEqual([2]);
  });

  test("before behaviour 3 nothing is cancelled", () => {
    const left = (behaviour: number) => {
      const market = new SmallExchange();
      market.state.behaviour = behaviour;
      market.rest(A, "BUY", 148, 1, flagged);
      return [session(market).orders.length, openIds(market)];
    };
    expect([left(2), left(3)]).toEqual([
      [0, [1]],
      [1, []],
    ]);
  });
});

test("finished orders do not stay registered for long", () => {
  const market = new SmallExchange();
  for (let n = 0; n < 3_000; n++) {
    const orderId = market.rest(A, "BUY", 148, 1, flagged);
    market.apply({ type: "cancel_order", at: START, account: A, market: 0, orderId, clientOrderId: "" });
  }
  expect(market.state.untilDisconnect.size).toBeLessThan(1_100);
  expect(market.state.untilDisconnect.open()).toEqual([]);
});
