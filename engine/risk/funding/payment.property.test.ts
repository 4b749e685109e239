// The funding fee of a row, against the rule in big integers. Rules 6.6.

import { expect, test } from "bun:test";
import { divideCeil } from "@evermark/model/numbers/exact-numbers.ts";
import fc from "fast-check";
import { E10, ticks } from "../../base/units.ts";
import { Market } from "../../memory/market/market.ts";
import { START } from "../../testing/setup.ts";
import { ONE } from "../../testing/small-exchange.ts";
import { defaultMarkets } from "../../testing/vectors.ts";
import { fundingFee } from "./payment.ts";

const TWO_52 = 2 ** 52;

test("a row pays ⌈q × mark × rate⌉ to the micro, whatever its size", () => {
  const anyCase = fc.record({
    market: fc.nat(defaultMarkets.length - 1),
    mark: fc.oneof(fc.integer({ min: 1, max: 100_000_000 }), fc.integer({ min: 1, max: 2 ** 30 })),
    // A fraction of the largest position that a market can carry at this price.
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    short: fc.boolean(),
    rate: fc.oneof(
      fc.integer({ min: -2_000_000, max: 2_000_000 }).map((n) => n * 100),
      fc.integer({ min: -E10, max: E10 }),
    ),
  });
  fc.assert(
    fc.property(anyCase, ({ market: which, mark, part, short, rate }) => {
      const market = new Market(0, defaultMarkets[which]!, ONE, START);
      market.mark = ticks(mark);
      const size = Math.floor((TWO_52 / (mark * market.unit)) * part);
      const quantity = short ? -size : size;
      const unitary = BigInt(mark) * BigInt(market.tickE8) * BigInt(rate);
      const exact = divideCeil(BigInt(quantity) * BigInt(market.lotE8) * unitary, 10n ** 20n);
      expect(BigInt(fundingFee(market, quantity, rate))).toBe(exact);
    }),
    { numRuns: 2_000 },
  );
});
