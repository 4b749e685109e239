import { describe, expect, test } from "bun:test";
import { priceE8, quantityE8 } from "@evermark/engine";
import fc from "fast-check";
import { memoryVenue } from "../testing/memory-venue.ts";
import { decimalsOf, decimalText, finePriceText, moneyText, priceText, quantityText } from "./decimal-text.ts";

describe("decimal text", () => {
  test("keeps every digit, and no insignificant zero", () => {
    expect(moneyText(1_017_000_000)).toBe("1017");
    expect(moneyText(-1)).toBe("-0.000001");
    expect(moneyText(0)).toBe("0");
    expect(moneyText(9_007_199_254_740_993_000_001n)).toBe("9007199254740993.000001");
    expect(decimalText(20_258_964, 8)).toBe("0.20258964");
  });

  test("reads back as the same whole number", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.nat(18), (whole, places) => {
        const text = decimalText(whole, places);
        const [head = "", fraction = ""] = text.replace("-", "").split(".");
        const read = BigInt(head + fraction.padEnd(places, "0")) * (text.startsWith("-") ? -1n : 1n);
        expect(read).toBe(whole);
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
      }),
    );
  });

  test("a step has as many decimals as it is written with", () => {
    expect([100_000_000, 10_000_000, 1, 50_000, 1_000_000_000].map(decimalsOf)).toEqual([0, 1, 8, 4, 0]);
  });

  test("prices and quantities are padded to the steps of their market", () => {
    const { engine } = memoryVenue();
    const { parameters } = engine.market(engine.findMarket("PERP_ETH_USDC"));
    expect(priceText(parameters, 251_000)).toBe("2510.00");
    expect(quantityText(parameters, -20_000)).toBe("-2.0000");
    expect(quantityText(parameters, 0)).toBe("0.0000");
    expect(finePriceText(parameters, 201_358_148_894)).toBe("2013.58148894");
    expect(finePriceText(parameters, 250_000_000_000)).toBe("2500.00");
    // Beyond what a double represents exactly.
    expect(quantityText(parameters, 9_007_199_254_740_991)).toBe("900719925474.0991");
  });

  test("prices and quantities of every size equal the exact product", () => {
    const steps = fc.constantFrom(1, 5, 1_000, 50_000, 10_000_000, 25_000_000, 100_000_000, 1_000_000_000);
    const counts = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1_000, max: 1_000_000 }));
    fc.assert(
      fc.property(steps, counts, (step, count) => {
        const exact = decimalText(BigInt(count) * BigInt(step), 8, decimalsOf(step));
        expect(priceText({ quoteTick: priceE8(step), baseTick: quantityE8(1) }, count)).toBe(exact);
        expect(quantityText({ quoteTick: priceE8(1), baseTick: quantityE8(step) }, count)).toBe(exact);
      }),
    );
  });
});
