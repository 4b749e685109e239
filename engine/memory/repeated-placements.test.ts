// The answers to repeated placements, and how long they are remembered. Rules 2.11.

import { expect, test } from "bun:test";
import { priceE8, quantityE8 } from "../base/units.ts";
import { silent } from "../language/events/events.ts";
import { placeAlgo, price, size } from "../testing/algo-exchange.ts";
import { EngineByOpening } from "../testing/engine-by-opening.ts";
import { codeOf } from "../testing/refusal-codes.ts";
import { addBroker, deposit, listMarket, openAccount, placeOrder } from "../testing/setup.ts";
import { defaultMarket } from "../testing/vectors.ts";

const order = (clientOrderId: string, orderType: "LIMIT" | "IOC", lots = 100) =>
  placeOrder({ orderType, price: priceE8(15_000_000_000), quantity: quantityE8(lots * 1_000_000), clientOrderId });

function exchange(balance = 1_000_000_000_000): EngineByOpening {
  const engine = new EngineByOpening();
  engine.apply(listMarket(defaultMarket("PERP_SOL_USDC"), 15_000_000_000), silent);
  engine.apply(addBroker("builder", 60, 30), silent);
  for (const account of [0, 1]) engine.apply(openAccount(account, "builder"), silent);
  engine.apply(deposit(0, balance, "faucet:0:1"), silent);
  return engine;
}

function answered(engine: EngineByOpening, command: ReturnType<typeof order>) {
  const { rejection, orderId, status, replayed } = engine.apply(command, silent);
  return { code: codeOf(rejection) ?? null, orderId, status, replayed };
}

test("the same order again gets its first answer, though the order has moved on", () => {
  const engine = exchange();
  expect(answered(engine, order("one", "LIMIT"))).toEqual({ code: null, orderId: 1, status: "NEW", replayed: false });
  engine.apply(
    { type: "cancel_order", at: order("", "LIMIT").at, account: 0, market: 0, orderId: 1, clientOrderId: "" },
    silent,
  );
  expect(answered(engine, order("one", "LIMIT"))).toEqual({ code: null, orderId: 1, status: "NEW", replayed: true });
  expect(engine.openOrders(0, -1)).toEqual([]);
});

test("a different order under the same id is refused, whatever happened to the first", () => {
  const engine = exchange();
  answered(engine, order("one", "IOC"));
  expect(answered(engine, order("one", "IOC", 101)).code).toBe(-1007);
  expect(answered(engine, { ...order("one", "IOC"), account: 1 }).code).not.toBe(-1007);
});

test("an order refused for lack of margin is remembered as refused, with its number", () => {
  const engine = exchange(1_000_000);
  const first = answered(engine, order("one", "LIMIT"));
  expect(first).toEqual({ code: -1101, orderId: 1, status: "REJECTED", replayed: false });
  engine.apply(deposit(0, 1_000_000_000_000, "faucet:0:2"), silent);
  expect(answered(engine, order("one", "LIMIT"))).toEqual({ ...first, replayed: true });
  expect(answered(engine, order("two", "LIMIT"))).toEqual({ code: null, orderId: 2, status: "NEW", replayed: false });
});

test("a refusal that leaves no order leaves the id free", () => {
  const engine = exchange();
  expect(answered(engine, { ...order("one", "LIMIT"), price: priceE8(1) }).code).toBe(-1103);
  expect(answered(engine, order("one", "LIMIT"))).toEqual({ code: null, orderId: 1, status: "NEW", replayed: false });
});

test("an account's last 10,000 finished orders are remembered, its open ones always, and a snapshot keeps both", () => {
  const engine = exchange();
  answered(engine, order("open", "LIMIT"));
  for (let n = 1; n <= 10_001; n += 1) answered(engine, order(`done-${n}`, "IOC"));
  for (const each of [engine, engine.restored()]) {
    expect(answered(each, order("open", "LIMIT"))).toEqual({ code: null, orderId: 1, status: "NEW", replayed: true });
    expect(answered(each, order("done-2", "IOC"))).toEqual({
      code: null,
      orderId: 3,
      status: "CANCELLED",
      replayed: true,
    });
    expect(answered(each, order("done-1", "IOC"))).toEqual({
      code: null,
      orderId: 10_003,
      status: "CANCELLED",
      replayed: false,
    });
    // For each new one, one is forgotten.
    expect(answered(each, order("done-2", "IOC")).replayed).toBe(false);
    expect(answered(each, order("done-4", "IOC")).replayed).toBe(true);
  }
});

test("an account without money can make the venue remember only a little", () => {
  const engine = exchange(1);
  const bytesAfter = (from: number, to: number): number => {
    for (let n = from; n < to; n++) {
      expect(answered(engine, order(`refused-${n}`, "LIMIT")).status).toBe("REJECTED");
      const algo = placeAlgo({ clientOrderId: `stop-${n}`, triggerPrice: price(100), quantity: size(1) });
      const { rejection, algoOrderId } = { ...engine.apply(algo, silent) };
      expect(rejection).toBeNull();
      const { at, account, market } = algo;
      engine.apply({ type: "cancel_algo_order", at, account, market, algoOrderId, clientOrderId: "" }, silent);
    }
    return engine.engine.snapshot().length;
  };
  const full = bytesAfter(1_000, 1_150);
  expect(bytesAfter(1_150, 1_500)).toBe(full);
  expect(full).toBeLessThan(100_000);
});
