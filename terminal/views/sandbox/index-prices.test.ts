import { expect, test } from "bun:test";
import fc from "fast-check";
import { beyondLiquidation, movedPrice } from "./index-prices.ts";
import { isLoopback } from "./loopback.ts";

test("a price is moved by a percentage, to at most eight decimal places", () => {
  expect(movedPrice(60_000, -10)).toBe("54000");
  expect(movedPrice(0.00001234, 1)).toBe("0.00001246");
  expect(movedPrice(3_333.3, 10)).toBe("3666.63");
});

test("the price that liquidates a long is below its liquidation price, a short's above", () => {
  const price = fc.double({ min: 0.0002, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(price, (at) => {
      const fine = { quote_tick: 0.00000001 };
      expect(Number(beyondLiquidation(fine, at, 1))).toBeLessThan(at);
      expect(Number(beyondLiquidation(fine, at, -1))).toBeGreaterThan(at);
    }),
  );
});

test("the price that liquidates is on the market's tick", () => {
  const rule = { quote_tick: 0.1 };
  expect(beyondLiquidation(rule, 48_041.54419015, 1)).toBe("47561.1");
  expect(beyondLiquidation(rule, 48_041.54419015, -1)).toBe("48522");
  expect(beyondLiquidation(rule, 0.05, 1)).toBeUndefined();
});

test("a page served by this machine is distinguished from others", () => {
  expect(["localhost", "127.0.0.1", "127.1.2.3", "[::1]"].map(isLoopback)).not.toContain(false);
  expect(["example.com", "10.0.0.1", "127.0.0.1.example.com", "localhost.com"].map(isLoopback)).not.toContain(true);
});
