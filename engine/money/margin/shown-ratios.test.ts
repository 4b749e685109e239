import { expect, test } from "bun:test";
import fc from "fast-check";
import { ownRatio, requiredRatio } from "./shown-ratios.ts";

const money = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }));
const base = fc.oneof(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), fc.integer({ min: 1, max: 1_000 }));

test("own ratios are rounded down and requirements up, however large or small", () => {
  fc.assert(
    fc.property(money, base, (own, notional) => {
      const product = BigInt(own) * 100_000_000n;
      const quotient = product / BigInt(notional);
      const rest = product % BigInt(notional);
      expect(ownRatio(own, notional)).toBe(Number(rest < 0n ? quotient - 1n : quotient));
      const required = Math.abs(own);
      const [up, over] = [BigInt(required) * 100_000_000n, BigInt(notional)];
      expect(requiredRatio(required, notional)).toBe(Number((up + over - 1n) / over));
    }),
    { numRuns: 2_000 },
  );
});

test("with a base of 0, an own ratio is 1000 % and a requirement 0", () => {
  expect([ownRatio(5, 0), requiredRatio(5, 0)]).toEqual([1_000_000_000, 0]);
});
