// How long an answer is remembered, and what makes two placements the same. Rules 2.11.

import { describe, expect, test } from "bun:test";
import type { PlaceOrder } from "../commands.ts";
import { rejection } from "../rejections.ts";
import { ByteReader, ByteWriter } from "../storage/bytes.ts";
import { placeOrder } from "../testing/setup.ts";
import { micros, priceE8, quantityE8 } from "../units.ts";
import { ClientOrders, digestOf, type FirstAnswer } from "./client-orders.ts";

const answer = (orderId: number): FirstAnswer => ({ digest: `d${orderId}`, orderId, status: "NEW", rejection: null });

function bytesOf(memory: ClientOrders): Uint8Array {
  const out = new ByteWriter();
  memory.write(out);
  return out.view().slice();
}

function restored(memory: ClientOrders): ClientOrders {
  const copy = new ClientOrders();
  const input = new ByteReader(bytesOf(memory));
  copy.read(input);
  expect(input.done).toBe(true);
  return copy;
}

describe("two placements are the same order", () => {
  const first = placeOrder({ price: priceE8(5), quantity: quantityE8(7) });

  test("whenever they were sent, and under whatever id", () => {
    expect(digestOf({ ...first, clientOrderId: "x", inBatch: true, account: 9 })).toBe(digestOf(first));
  });

  test("only if every field of the order is equal", () => {
    const changes: Partial<Omit<PlaceOrder, "type">>[] = [
      { market: 1 },
      { side: "SELL" },
      { orderType: "IOC" },
      { price: priceE8(6) },
      { quantity: quantityE8(8) },
      { amount: micros(1) },
      { visible: quantityE8(0) },
      { reduceOnly: true },
      { slippage: 1 },
      { level: 0 },
      { postOnlyAdjust: true },
      { marginMode: "CROSS" },
      { tag: "t" },
    ];
    const digests = [first, ...changes.map((change) => ({ ...first, ...change }))].map(digestOf);
    expect(new Set(digests).size).toBe(changes.length + 1);
  });
});

describe("the memory of an account", () => {
  test("holds its own ids and nobody else's", () => {
    const memory = new ClientOrders();
    memory.remember(5, "a", answer(1));
    expect([memory.find(5, "a")?.orderId, memory.find(6, "a"), memory.find(5, "b")]).toEqual([1, undefined, undefined]);
  });

  test("lets go of the oldest finished one beyond 10,000, never of an open one, for as long as it lives", () => {
    const memory = new ClientOrders();
    memory.remember(5, "open", answer(1));
    for (let n = 1; n <= 25_000; n++) {
      memory.remember(5, `${n}`, answer(n));
      memory.finish(5, `${n}`);
      if (n > 10_000) {
        expect(memory.find(5, `${n - 10_000}`)).toBeUndefined();
        expect(memory.find(5, `${n - 9_999}`)?.orderId).toBe(n - 9_999);
      }
    }
    expect(memory.find(5, "open")?.orderId).toBe(1);
  });

  test("survives a snapshot, refusals with their numbers and the order of what goes next included", () => {
    const memory = new ClientOrders();
    const refused = rejection("insufficient_margin", { required: "15.09", available: "3", n: 4 });
    memory.remember(7, "b", { ...answer(2), status: "REJECTED", rejection: refused });
    memory.finish(7, "b");
    memory.remember(7, "a", { ...answer(3), status: "PARTIAL_FILLED" });
    for (let n = 1; n <= 10_003; n++) {
      memory.remember(5, `${n}`, answer(n));
      memory.finish(5, `${n}`);
    }
    const copy = restored(memory);
    expect([copy.find(7, "b"), copy.find(7, "a")]).toEqual([memory.find(7, "b")!, memory.find(7, "a")!]);
    for (const each of [memory, copy]) {
      each.remember(5, "more", answer(1));
      each.finish(5, "more");
      expect([each.find(5, "4"), each.find(5, "5")?.orderId]).toEqual([undefined, 5]);
    }
    expect(bytesOf(copy)).toEqual(bytesOf(memory));
  });

  test("has the same bytes in whatever order it was filled", () => {
    const [one, other] = [new ClientOrders(), new ClientOrders()];
    for (const id of ["a", "b", "c"]) one.remember(5, id, answer(1));
    one.remember(2, "z", answer(1));
    other.remember(2, "z", answer(1));
    for (const id of ["c", "a", "b"]) other.remember(5, id, answer(1));
    expect(bytesOf(other)).toEqual(bytesOf(one));
  });
});
