// Two placements are the same order iff their terms are equal. Rules 2.11.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { ByteWriter } from "../../base/storage/bytes.ts";
import { micros, priceE8, quantityE8 } from "../../base/units.ts";
import type { PlaceOrder } from "../../language/commands/commands.ts";
import { placeOrder } from "../../testing/setup.ts";
import { termsOf } from "./order-terms.ts";

const first = placeOrder({ price: priceE8(5), quantity: quantityE8(7) });
const bytes = (command: PlaceOrder) => termsOf(command, new ByteWriter(64));
const hex = (command: PlaceOrder) => Buffer.from(bytes(command)).toString("hex");

test("time and client order id do not distinguish orders", () => {
  expect(hex({ ...first, clientOrderId: "x", inBatch: true, account: 9 })).toBe(hex(first));
});

test("every field of the order distinguishes it", () => {
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
  const all = [first, ...changes.map((change) => ({ ...first, ...change }))].map(hex);
  expect(new Set(all).size).toBe(changes.length + 1);
});

test("a number is seven bits a byte, the low ones first: later versions compare with what is remembered today", () => {
  // Side, flags, mode and type; market; price 129; quantity 16,384; no amount; no visible part; no slippage; level; tag.
  expect(hex(placeOrder({ price: priceE8(129), quantity: quantityE8(16_384) }))).toBe("000081018080010000000000");
  // A negative quantity, which no valid order has, is written in full behind a marker.
  expect(hex(placeOrder({ price: priceE8(1), quantity: quantityE8(-1) }))).toContain("8000");
  expect(hex(placeOrder({ quantity: quantityE8(-1) })).length).toBe(hex(placeOrder({})).length + 2 * 9);
});

test("side and flags have one bit each in the first byte, before mode and type", () => {
  const first = (terms: Parameters<typeof placeOrder>[0]) => bytes(placeOrder(terms))[0];
  expect([{}, { side: "SELL" as const }, { reduceOnly: true }, { postOnlyAdjust: true }].map(first)).toEqual([
    0, 1, 2, 4,
  ]);
  expect([first({ marginMode: "CROSS" }), first({ marginMode: "ISOLATED" }), first({ orderType: "MARKET" })]).toEqual([
    8, 16, 32,
  ]);
});

test("an ordinary order takes few bytes", () => {
  const usual = placeOrder({ price: priceE8(6_000_012_000_000), quantity: quantityE8(12_500_000) });
  expect(bytes(usual).length).toBe(18);
});

test("equal numbers and texts have equal terms, and no others; no terms are a prefix of others", () => {
  const number = fc.oneof(fc.maxSafeInteger(), fc.nat({ max: 300 }), fc.constantFrom(-2, 0.5, 2 ** 60, Number.NaN));
  const fields = fc.record({
    market: fc.nat({ max: 300 }),
    price: number,
    quantity: number,
    amount: number,
    visible: number,
    slippage: number,
    level: fc.integer({ min: -1, max: 4 }),
    tag: fc.string({ maxLength: 3 }),
    side: fc.constantFrom("BUY", "SELL"),
    reduceOnly: fc.boolean(),
    postOnlyAdjust: fc.boolean(),
    orderType: fc.constantFrom("LIMIT", "MARKET", "IOC", "FOK", "POST_ONLY", "ASK", "BID"),
    marginMode: fc.constantFrom("", "CROSS", "ISOLATED"),
  });
  const pair = fc.tuple(fields, fields).chain(([a, b]) =>
    // Most pairs differ in only a few fields.
    fc.tuple(
      fc.constant(a),
      fc.subarray(Object.keys(b)).map((names) => ({ ...a, ...pick(b, names) })),
    ),
  );
  fc.assert(
    fc.property(pair, ([a, b]) => {
      const [one, other] = [placeOrder(a as object), placeOrder(b as object)].map(hex);
      const same = Object.keys(a).every((name) => Object.is(at(a, name), at(b, name)));
      expect(one === other).toBe(same);
      if (!same) expect(one!.startsWith(other!)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

function at(fields: object, name: string): unknown {
  return (fields as Record<string, unknown>)[name];
}

function pick(fields: object, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, at(fields, name)]));
}
