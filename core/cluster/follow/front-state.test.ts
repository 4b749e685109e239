import { expect, test } from "bun:test";
import fc from "fast-check";
import { FrontState, NO_ORDER } from "./front-state.ts";

const ONE = { node: "0000000000000001", number: 3, deadline: 10_000, untilDisconnect: false };
const TWO = { node: "0000000000000002", number: 8, deadline: 9_000, untilDisconnect: false };

/** Orders; those with these ids are open. */
function ordersOf(...open: number[]) {
  const ids = new Set(open);
  return { ids, findOrder: (id: number) => (ids.has(id) ? {} : undefined) };
}

test("C8: the front state follows from the commands applied, whichever node's came first", () => {
  const orders = ordersOf(5, 6);
  const [here, there] = [new FrontState(orders), new FrontState(orders)];
  for (const origin of [ONE, TWO]) here.passed({ ...origin, untilDisconnect: true }, origin === ONE ? 5 : 6);
  for (const origin of [TWO, ONE]) there.passed({ ...origin, untilDisconnect: true }, origin === ONE ? 5 : 6);
  expect(here.hash()).toBe(there.hash());
  there.passed({ ...ONE, number: 4 }, NO_ORDER);
  expect(here.hash()).not.toBe(there.hash());
});

test("a node's number is kept until none of its commands can be taken any more, and a minute longer", () => {
  const front = new FrontState(ordersOf());
  front.passed(ONE, NO_ORDER);
  front.forget(70_000);
  expect(front.lastNumber(ONE.node)).toBe(3);
  front.forget(70_001);
  expect(front.lastNumber(ONE.node)).toBe(0);
});

test("an order that lasts as long as its connection is listed under its node while it is open, however long that is", () => {
  const orders = ordersOf(5, 7, 9);
  const front = new FrontState(orders);
  for (const id of [9, 5, 4]) front.passed({ ...ONE, untilDisconnect: true }, id);
  front.passed(ONE, 7);
  front.forget(1_000_000_000);
  expect(front.standingOf(ONE.node)).toEqual([5, 9]);
  orders.ids.delete(5);
  expect(front.standingOf(ONE.node)).toEqual([9]);
  expect(front.nodesWithOrders()).toEqual([ONE.node]);
  orders.ids.delete(9);
  expect(front.hash()).toBe(new FrontState(orders).hash());
  expect(front.nodesWithOrders()).toEqual([]);
});

test("C8: a front state restored from a snapshot continues as if it had never been written", () => {
  const step = fc.record({
    node: fc.constantFrom(ONE.node, TWO.node),
    order: fc.nat(20),
    closes: fc.nat(20),
    ms: fc.nat(30_000),
    untilDisconnect: fc.boolean(),
  });
  const property = fc.property(fc.array(step, { maxLength: 60 }), fc.nat(60), (steps, cut) => {
    const orders = ordersOf();
    const front = new FrontState(orders);
    let restored = front;
    let at = 1_000;
    for (const [i, { node, order, closes, ms, untilDisconnect }] of steps.entries()) {
      if (i === cut) restored = FrontState.restore(JSON.parse(JSON.stringify(front.written())), orders);
      at += ms;
      orders.ids.add(order);
      orders.ids.delete(closes);
      for (const each of new Set([front, restored])) {
        each.passed({ node, number: i + 1, deadline: at + 3_000, untilDisconnect }, order);
        each.forget(at);
      }
      expect(restored.hash()).toBe(front.hash());
    }
  });
  fc.assert(property, { numRuns: 200 });
});

test("a value that is not a front state is refused", () => {
  for (const wrong of [null, 7, {}, { lasts: [], standing: [[ONE.node, 5]] }, { lasts: [[ONE.node]], standing: [] }])
    expect(() => FrontState.restore(wrong, ordersOf())).toThrow("is not the front state of a node");
});
