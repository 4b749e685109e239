import { expect, test } from "bun:test";
import { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { KeyedHash } from "../../base/storage/keyed-hash.ts";
import { MARGIN_MODES, ORDER_TYPES, SIDES } from "../../base/vocabulary.ts";
import { ClientOrders } from "./client-orders.ts";
import { orderFlags } from "./order-table.generated.ts";
import { Orders } from "./orders.ts";

test("an order's properties survive in its flags, in every combination", () => {
  const orders = new Orders(new ClientOrders(new KeyedHash()));
  const order = orders.allocate();
  for (const side of SIDES)
    for (const type of ORDER_TYPES)
      for (const mode of MARGIN_MODES)
        for (const reduceOnly of [true, false]) {
          const market = reduceOnly ? 65_535 : 3;
          orders.setFlags(order, orderFlags({ market, side, type, reduceOnly, marginMode: mode }));
          expect(orders.market(order) as number).toBe(market);
          const read = [orders.side(order), orders.type(order), orders.marginMode(order), orders.isReduceOnly(order)];
          expect(read).toEqual([side, type, mode, reduceOnly]);
          expect(orders.isBuy(order)).toBe(side === "BUY");
        }
});

test("an order is found by its id until it is forgotten", () => {
  const orders = new Orders(new ClientOrders(new KeyedHash()));
  const order = orders.allocate();
  orders.setOrderId(order, 7);
  orders.index(order);
  expect([orders.find(7), orders.find(8)]).toEqual([order, NONE]);
  orders.forget(order);
  expect(orders.find(7)).toBe(NONE);
  expect(orders.allocate()).toBe(order);
});

test("more orders than there was room for are found after a restore", () => {
  const written = new Orders(new ClientOrders(new KeyedHash()));
  for (let orderId = 1; orderId <= 2_000; orderId++) written.setOrderId(written.allocate(), orderId);
  const out = new ByteWriter(64);
  written.write(out);
  const orders = new Orders(new ClientOrders(new KeyedHash()));
  orders.read(new ByteReader(out.view()));
  orders.indexAll();
  for (const orderId of [1, 1_024, 2_000]) expect(orders.orderId(orders.find(orderId)) as number).toBe(orderId);
  expect(orders.find(2_001)).toBe(NONE);
});

test("an order's visible quantity is never more than its remaining quantity", () => {
  const orders = new Orders(new ClientOrders(new KeyedHash()));
  const order = orders.allocate();
  orders.setQuantity(order, 10);
  orders.setVisibleQuantity(order, 4);
  const seen = [0, 5, 6, 7, 10].map((done) => {
    orders.setExecuted(order, done);
    return [orders.remaining(order), orders.visible(order)];
  });
  expect(seen).toEqual([
    [10, 4],
    [5, 4],
    [4, 4],
    [3, 3],
    [0, 0],
  ]);
});

test("an order that reuses the row of a former one has nothing of it", () => {
  const orders = new Orders(new ClientOrders(new KeyedHash()));
  const read = (order: number) => [
    orders.visibleQuantity(order) - orders.quantity(order),
    orders.orderTag(order),
    orders.algo(order),
    orders.reference(order),
    orders.amount(order),
    orders.executed(order),
    orders.executedNotional(order),
    orders.totalFee(order),
    orders.realizedPnl(order),
  ];
  const fresh = orders.allocate();
  orders.setOrderId(fresh, 1);
  orders.index(fresh);
  const nothing = read(fresh);
  expect(nothing).toEqual([0, NONE, 0, 0, 0, 0, 0, 0, 0]);
  orders.setVisibleQuantity(fresh, 1);
  orders.setOrderTag(fresh, 2);
  orders.setAlgo(fresh, 3);
  orders.setReference(fresh, 4);
  orders.setAmount(fresh, 5);
  orders.setExecuted(fresh, 6);
  orders.setExecutedNotional(fresh, 7);
  orders.setTotalFee(fresh, 8);
  orders.setRealizedPnl(fresh, 9);
  orders.forget(fresh);
  const next = orders.allocate();
  expect(next).toBe(fresh);
  expect(read(next)).toEqual(nothing);
  // Setting one of the rare fields creates the record that holds them all.
  orders.setTotalFee(next, 1);
  expect(read(next)).toEqual([...nothing.slice(0, 7), 1, 0]);
});
