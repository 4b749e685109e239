// How long an answer is remembered. Rules 2.11.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { KeyedHash } from "../../base/storage/keyed-hash.ts";
import { rejection } from "../../language/rejections.ts";
import { ClientOrders, type FirstAnswer, type MemoryBounds } from "./client-orders.ts";

const answer = (orderId: number): FirstAnswer => ({ orderId, status: "NEW", rejection: null });
/** Terms are bytes; their content does not matter here. */
const terms = (n: number) => Uint8Array.of(n % 251, n % 13);

function remember(memory: ClientOrders, account: number, id: string, first: FirstAnswer): number {
  return memory.remember(account, id, terms(first.orderId), first);
}

function bytesOf(memory: ClientOrders): Uint8Array {
  const out = new ByteWriter();
  memory.write(out);
  return out.view().slice();
}

function refuse(memory: ClientOrders, account: number, id: string, orderId: number): void {
  const refused = rejection("insufficient_margin", { required: "15.09" });
  memory.finishRow(account, remember(memory, account, id, { orderId, status: "REJECTED", rejection: refused }));
}

function restored(memory: ClientOrders, bounds?: MemoryBounds): ClientOrders {
  const copy = new ClientOrders(new KeyedHash(), bounds);
  const input = new ByteReader(bytesOf(memory));
  copy.read(input);
  copy.index();
  expect(input.done).toBe(true);
  expect(copy.count).toBe(memory.count);
  return copy;
}

describe("the memory of an account", () => {
  test("holds its own ids and no other account's", () => {
    const memory = new ClientOrders(new KeyedHash());
    remember(memory, 5, "a", answer(1));
    expect([memory.find(5, "a")?.orderId, memory.find(6, "a"), memory.find(5, "b")]).toEqual([1, undefined, undefined]);
  });

  test("forgets the oldest finished one beyond 10,000, but never an open one, for as long as it lives", () => {
    const memory = new ClientOrders(new KeyedHash());
    remember(memory, 5, "open", answer(1));
    for (let n = 1; n <= 25_000; n++) {
      remember(memory, 5, `${n}`, answer(n));
      memory.finish(5, `${n}`);
      if (n > 10_000) {
        expect(memory.find(5, `${n - 10_000}`)).toBeUndefined();
        expect(memory.find(5, `${n - 9_999}`)?.orderId).toBe(n - 9_999);
      }
    }
    expect(memory.find(5, "open")?.orderId).toBe(1);
  });

  test("forgets the oldest refused one beyond 100, and no accepted one instead", () => {
    const memory = new ClientOrders(new KeyedHash());
    remember(memory, 5, "accepted", answer(1));
    memory.finish(5, "accepted");
    for (let n = 2; n <= 1_000; n++) {
      refuse(memory, 5, `${n}`, n);
      expect(memory.count).toBe(Math.min(n, 101));
    }
    expect([memory.find(5, "900"), memory.find(5, "901")?.orderId]).toEqual([undefined, 901]);
    expect(memory.find(5, "accepted")?.orderId).toBe(1);
  });

  test("over all accounts, forgets the oldest refused one beyond 100,000", () => {
    const memory = new ClientOrders(new KeyedHash());
    for (let n = 1; n <= 100_100; n++) refuse(memory, n % 1_001, `${n}`, n);
    expect(memory.count).toBe(100_000);
    expect([memory.find(100, "100"), memory.find(101, "101")?.orderId]).toEqual([undefined, 101]);
  });

  test("forgets what a slow memory forgets, across snapshots", () => {
    const moves = fc.array(fc.record({ account: fc.nat(2), isVain: fc.boolean(), restarts: fc.boolean() }));
    fc.assert(
      fc.property(moves, (steps) => {
        const bounds = { ofAccount: 4, vainOfAccount: 3, vain: 5 };
        let memory = new ClientOrders(new KeyedHash(), bounds);
        let slow: { id: number; account: number; isVain: boolean }[] = [];
        for (const [id, { account, isVain, restarts }] of steps.entries()) {
          if (restarts) memory = restored(memory, bounds);
          memory.finishRow(account, remember(memory, account, `${id}`, answer(id)), isVain);
          slow.push({ id, account, isVain });
          const forget = (most: number, among: (each: (typeof slow)[number]) => boolean) => {
            const oldest = slow.filter(among).slice(0, -most);
            slow = slow.filter((each) => !oldest.includes(each));
          };
          forget(bounds.ofAccount, (each) => each.account === account && !each.isVain);
          forget(bounds.vainOfAccount, (each) => each.account === account && each.isVain);
          forget(bounds.vain, (each) => each.isVain);
          const found = steps.flatMap((step, n) => (memory.find(step.account, `${n}`) === undefined ? [] : [n]));
          expect(found).toEqual(slow.map((each) => each.id));
          expect(memory.count).toBe(slow.length);
        }
      }),
    );
  });

  test("survives a snapshot, including refusals with their numbers and the order of what is forgotten next", () => {
    const memory = new ClientOrders(new KeyedHash());
    const refused = rejection("insufficient_margin", { required: "15.09", available: 4 });
    remember(memory, 7, "b", { ...answer(2), status: "REJECTED", rejection: refused });
    memory.finish(7, "b");
    remember(memory, 7, "a", { ...answer(3), status: "PARTIAL_FILLED" });
    for (let n = 1; n <= 10_003; n++) {
      remember(memory, 5, `${n}`, answer(n));
      memory.finish(5, `${n}`);
    }
    const copy = restored(memory);
    expect([copy.find(7, "b"), copy.find(7, "a")]).toEqual([memory.find(7, "b")!, memory.find(7, "a")!]);
    for (const each of [memory, copy]) {
      remember(each, 5, "more", answer(1));
      each.finish(5, "more");
      expect([each.find(5, "4"), each.find(5, "5")?.orderId]).toEqual([undefined, 5]);
    }
    expect(bytesOf(copy)).toEqual(bytesOf(memory));
  });

  test("recognizes different terms, also against those of a refused placement", () => {
    const memory = new ClientOrders(new KeyedHash());
    const refused = rejection("insufficient_margin", { required: "15.09" });
    memory.remember(5, "taken", Uint8Array.of(1, 2), answer(1));
    memory.remember(5, "refused", Uint8Array.of(1, 2), { ...answer(2), status: "REJECTED", rejection: refused });
    for (const id of ["taken", "refused"]) {
      expect(memory.hasTerms(5, id, Uint8Array.of(1, 2))).toBe(true);
      for (const other of [
        [1, 3],
        [2, 2],
        [0, 1, 2],
      ])
        expect(memory.hasTerms(5, id, Uint8Array.from(other))).toBe(false);
    }
    expect(memory.hasTerms(5, "taken", Uint8Array.of(1, 2, 3))).toBe(false);
  });

  test("accepts the answer later, also a refusal after all", () => {
    const memory = new ClientOrders(new KeyedHash());
    const row = remember(memory, 5, "a", answer(1));
    memory.answered(row, "FILLED");
    expect(memory.find(5, "a")).toEqual({ orderId: 1, status: "FILLED", rejection: null });
    const refused = rejection("refused", { field: "x" }, "no");
    memory.answered(row, "REJECTED", refused);
    expect(memory.find(5, "a")).toEqual({ orderId: 1, status: "REJECTED", rejection: refused });
    expect(memory.hasTerms(5, "a", terms(1))).toBe(true);
    expect(restored(memory).find(5, "a")).toEqual(memory.find(5, "a")!);
  });

  test("remembers an id once, and refuses to finish one that it does not know", () => {
    const memory = new ClientOrders(new KeyedHash());
    remember(memory, 5, "a", answer(1));
    expect(() => remember(memory, 5, "a", answer(2))).toThrow("an id is remembered once");
    expect(() => memory.finish(6, "a")).toThrow("an order with an id is remembered until it is finished");
  });
});
