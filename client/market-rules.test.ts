import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decimalOf } from "./decimal.ts";
import {
  checkOrder,
  limitPrice,
  type MarketRules,
  quantise,
  quantisePrice,
  quantiseQuantity,
  smallestQuantity,
} from "./market-rules.ts";

const rules: MarketRules = {
  quote_min: 0.1,
  quote_max: 100_000,
  quote_tick: 0.1,
  base_min: 0.01,
  base_max: 500,
  base_tick: 0.0001,
  min_notional: 10,
  price_range: 0.03,
  price_scope: 0.4,
};
const inEighths = (text: string) => {
  const { units, places } = decimalOf(text);
  return units * 10n ** BigInt(8 - places);
};

describe("quantise", () => {
  test("is exact where doubles are not", () => {
    expect(quantise("0.3", "0.1", "down")).toBe("0.3"); // 0.3 / 0.1 is 2.9999999999999996 in doubles
    expect(quantise(1.005, 0.01, "nearest")).toBe("1.01");
    expect(quantise("123456789.12345678", "0.00000001", "down")).toBe("123456789.12345678");
    expect(quantise(1e-7, 1e-8, "down")).toBe("0.0000001");
  });

  test("gives the nearest multiple on the side asked for, whatever the value and the step", () => {
    const anyUnits = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
    const anyStep = fc.bigInt({ min: 1n, max: 10n ** 10n });
    const text = (units: bigint) =>
      `${units < 0n ? "-" : ""}${(units < 0n ? -units : units)
        .toString()
        .padStart(9, "0")
        .replace(/(\d{8})$/, ".$1")}`;
    fc.assert(
      fc.property(anyUnits, anyStep, (units, step) => {
        const down = inEighths(quantise(text(units), text(step), "down"));
        const up = inEighths(quantise(text(units), text(step), "up"));
        const nearest = inEighths(quantise(text(units), text(step), "nearest"));
        const magnitude = (n: bigint) => (n < 0n ? -n : n);
        expect([down % step, up % step]).toEqual([0n, 0n]);
        expect(magnitude(down)).toBe((magnitude(units) / step) * step);
        expect(magnitude(up)).toBe(((magnitude(units) + step - 1n) / step) * step);
        expect(nearest).toBe(magnitude(units) - magnitude(down) < magnitude(up) - magnitude(units) ? down : up);
      }),
    );
  });

  test("refuses a step that is not positive, and a value that is no number", () => {
    expect(() => quantise(1, 0, "down")).toThrow("a step is positive");
    expect(() => quantise("one", 1, "down")).toThrow("not a decimal number");
  });
});

describe("an order's price and quantity", () => {
  test("a limit price is never worse than asked for", () => {
    expect(limitPrice(rules, "BUY", 2500.19)).toBe("2500.1");
    expect(limitPrice(rules, "SELL", 2500.11)).toBe("2500.2");
    expect(quantisePrice(rules, 2500.15, "nearest")).toBe("2500.2");
  });

  test("a quantity is whole lots, rounded down unless asked otherwise", () => {
    expect(quantiseQuantity(rules, "0.12349")).toBe("0.1234");
    expect(quantiseQuantity(rules, "0.12341", "up")).toBe("0.1235");
  });

  test("the smallest quantity passes every filter, one lot less does not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (ticks) => {
        const price = `${Math.floor(ticks / 10)}.${ticks % 10}`;
        const smallest = smallestQuantity(rules, price);
        const oneLess = (Number(smallest) - 0.0001).toFixed(4);
        expect(checkOrder(rules, { side: "BUY", price, quantity: smallest })).toEqual(
          Number(smallest) > 500 ? [expect.objectContaining({ filter: "base_max" })] : [],
        );
        const failed = checkOrder(rules, { side: "BUY", price, quantity: oneLess }).map(({ filter }) => filter);
        expect(failed.some((filter) => filter === "base_min" || filter === "min_notional")).toBe(true);
      }),
    );
  });
});

describe("checkOrder", () => {
  const order = { side: "BUY", price: 2500, quantity: 0.1, markPrice: 2500 } as const;
  const failures = (change: object) => checkOrder(rules, { ...order, ...change }).map((f) => [f.filter, f.code]);

  test("an order inside every filter fails none", () => {
    expect(failures({})).toEqual([]);
  });

  test("each filter answers with the venue's code", () => {
    expect(failures({ price: 100_000.1, markPrice: undefined })).toEqual([["quote_max", -1103]]);
    expect(failures({ price: 2500.05 })).toEqual([["quote_tick", -1103]]);
    expect(failures({ quantity: 0.009 })).toEqual([["base_min", -1104]]);
    expect(failures({ quantity: 500.0001 })).toEqual([["base_max", -1104]]);
    expect(failures({ quantity: 0.10001 })).toEqual([["base_tick", -1104]]);
    expect(failures({ price: 100, quantity: 0.0999, markPrice: 100 })).toEqual([["min_notional", -1102]]);
    expect(failures({ price: 0, markPrice: undefined })).toEqual([
      ["quote_min", -1103],
      ["min_notional", -1102],
    ]);
  });

  test("the distance from the mark is inclusive and differs by side", () => {
    expect(failures({ price: 2575 })).toEqual([]);
    expect(failures({ price: 2575.1 })).toEqual([["price_range", -1105]]);
    expect(failures({ price: 1500 })).toEqual([]);
    expect(failures({ price: 1499.9 })).toEqual([["price_scope", -1105]]);
    expect(failures({ side: "SELL", price: 3500 })).toEqual([]);
    expect(failures({ side: "SELL", price: 3500.1 })).toEqual([["price_scope", -1105]]);
    expect(failures({ side: "SELL", price: 2424.9 })).toEqual([["price_range", -1105]]);
  });
});
