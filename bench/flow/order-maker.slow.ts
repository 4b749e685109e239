// Checks that the flow used to measure engines has the properties that the benchmarks claim.

import { expect, test } from "bun:test";
import { Engine, silent } from "@evermark/engine";
import { BookPlayer } from "./book-player.ts";
import { AMEND, CANCEL, IMMEDIATE, LIMIT, type OrderFlow } from "./order-flow.ts";
import { type FlowShape, OrderMaker } from "./order-maker.ts";
import { ORDER_MIX, PRICES_PER_SIDE, RESTING } from "./order-mix.ts";

const SHAPE: FlowShape = {
  accounts: 1_000,
  markets: 1,
  mix: ORDER_MIX,
  resting: RESTING,
  pricesPerSide: PRICES_PER_SIDE,
};

function playOn(engine: Engine, flow: OrderFlow): number {
  let refused = 0;
  for (let n = 0; n < flow.length; n++) if (engine.apply(flow.command(n), silent).rejection !== null) refused++;
  return refused;
}

test("the order mix is 9 % limit, 3 % IOC, 6 % cancel, 82 % amend, over a book of constant size", () => {
  const engine = new Engine();
  const maker = new OrderMaker(SHAPE, [engine]);
  const flow = maker.newFlow(40_000);
  maker.addResting(flow, RESTING);
  playOn(engine, flow);
  flow.clear();
  maker.addMixed(flow, 40_000);
  expect(playOn(engine, flow)).toBeLessThan(40);

  const share = (kind: number) =>
    Array.from({ length: flow.length }, (_, n) => flow.kind(n)).filter((each) => each === kind).length / flow.length;
  expect(share(LIMIT)).toBeCloseTo(0.09, 2);
  expect(share(IMMEDIATE)).toBeCloseTo(0.03, 2);
  expect(share(CANCEL)).toBeCloseTo(0.06, 2);
  expect(share(AMEND)).toBeCloseTo(0.82, 2);
  expect(Math.abs(maker.open.length - 1_000)).toBeLessThan(150);
  const prices = engine.bookSide(0, "BUY", 2_000).length + engine.bookSide(0, "SELL", 2_000).length;
  expect(Math.abs(prices - 750)).toBeLessThan(100);
  engine.audit();
});

test("the engine and its peer end with the same open orders", () => {
  const engine = new Engine();
  const maker = new OrderMaker({ ...SHAPE, markets: 3, resting: 60 }, [engine]);
  const peer = new BookPlayer(3);
  const flow = maker.newFlow(5_000);
  maker.addResting(flow, 60);
  maker.addMixed(flow, 4_000);
  playOn(engine, flow);
  peer.play(flow);
  peer.check(maker.open);
  for (let n = 0; n < maker.open.length; n++) {
    const { orderId, quantity, executed } = maker.open.at(n);
    expect(engine.findOrder(orderId)).toMatchObject({ quantity, executed });
  }
  // The state as it would be without the earlier commands.
  peer.jumpTo(maker.open);
  peer.check(maker.open);
});

test("a mix of many immediate orders is accepted too, though little is left of each order", () => {
  const maker = new OrderMaker({ ...SHAPE, mix: { limit: 30, ioc: 10, cancel: 30, amend: 30 } });
  const flow = maker.newFlow(20_000);
  maker.addResting(flow, RESTING);
  maker.addMixed(flow, 10_000);
  expect(flow.length).toBe(10_000 + RESTING);
});

test("a book grows when more is placed than cancelled, and crossing orders do not rest", () => {
  const mix = { limit: 825, cross: 55, cancel: 720 };
  const engine = new Engine();
  const maker = new OrderMaker({ ...SHAPE, mix, pricesPerSide: 5_000 }, [engine]);
  const flow = maker.newFlow(20_000);
  maker.addMixed(flow, 20_000);
  let trades = 0;
  for (let n = 0; n < flow.length; n++) engine.apply(flow.command(n), { ...silent, trade: () => void trades++ });
  expect(Math.abs(trades - (20_000 * 55) / 1_600)).toBeLessThan(100);
  expect(Math.abs(maker.open.length - (20_000 * (825 - 720)) / 1_600)).toBeLessThan(200);
});

test("a mix that makes more orders than may be open is refused with the reason", () => {
  const maker = new OrderMaker({ ...SHAPE, accounts: 2, mix: { limit: 1 } });
  const flow = maker.newFlow(1_000);
  expect(() => maker.addMixed(flow, 1_000)).toThrow("too many open orders");
});
