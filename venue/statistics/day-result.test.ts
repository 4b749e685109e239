import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type FillSums, noFills, sumsOfFill } from "../sums/fill-sums.ts";
import { dayPnl } from "./day-result.ts";

// PERP_ETH_USDC: ticks of 0.01 and lots of 0.0001, so that a tick of a lot is one micro.
const eth = { microsPerTickLot: 1 };

/** A fill of `size` ETH at a price in USDC, with its fee. */
function fill(side: "BUY" | "SELL", size: number, price: number, feeUsdc: number): FillSums {
  const [fillPrice, fillQuantity, fee] = [price * 100, size * 10_000, feeUsdc * 1e6];
  return sumsOfFill({ side, fillPrice, fillQuantity, fee, realizedPnl: 0 } as Parameters<typeof sumsOfFill>[0], 1);
}

const NAMES = Object.keys(noFills) as (keyof FillSums)[];

function added(...sums: readonly FillSums[]): FillSums {
  const total = (field: keyof FillSums) => sums.reduce((sum, each) => sum + each[field], 0);
  return Object.fromEntries(NAMES.map((name) => [name, total(name)])) as unknown as FillSums;
}

describe("the result of a day", () => {
  test("of a position opened within the day is its unsettled PnL", () => {
    const bought = fill("BUY", 2, 2_500, 3);
    expect(bought).toEqual({
      quantity: 20_000,
      cost: 5_003_000_000,
      fee: 3_000_000,
      volume: 5_000_000_000,
      trades: 1,
      closes: 0,
      wins: 0,
    });
    // The same whatever the price was a day ago.
    for (const dayOpen of [100_000, 250_000, 400_000]) {
      expect(dayPnl(bought, { ...eth, quantity: 20_000, mark: 251_000, dayOpen })).toBe(17_000_000);
    }
  });

  test("of a position held all day is the price move, negated for a short", () => {
    const none = added();
    expect(dayPnl(none, { ...eth, quantity: 20_000, mark: 251_000, dayOpen: 250_000 })).toBe(20_000_000);
    expect(dayPnl(none, { ...eth, quantity: -20_000, mark: 251_000, dayOpen: 250_000 })).toBe(-20_000_000);
  });

  test("of a position closed within the day is the proceeds over the price a day ago, minus the fee", () => {
    const sold = fill("SELL", 2, 2_530, 3.036);
    expect(dayPnl(sold, { ...eth, quantity: 0, mark: 251_000, dayOpen: 250_000 })).toBe(56_964_000);
  });

  test("of a long that was turned into a short counts both", () => {
    // Long 1 since the day before, at 2500; 3 sold at 2510; the short of 2 has lost 10 each since.
    const sold = fill("SELL", 3, 2_510, 4.5);
    expect(dayPnl(sold, { ...eth, quantity: -20_000, mark: 252_000, dayOpen: 250_000 })).toBe((10 - 20 - 4.5) * 1e6);
  });

  test("is what each price move earned on the quantity held at the time, minus the fees", () => {
    const anyStep = fc.record({
      price: fc.integer({ min: 1, max: 1_000_000 }),
      traded: fc.integer({ min: -100_000, max: 100_000 }),
      fee: fc.integer({ min: -1_000, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(anyStep),
        fc.record({ quantity: fc.integer({ min: -100_000, max: 100_000 }), dayOpen: fc.integer({ min: 1, max: 1e6 }) }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (steps, start, mark) => {
          let [held, price, earned] = [start.quantity, start.dayOpen, 0];
          const fills: FillSums[] = [];
          for (const step of steps) {
            earned += held * (step.price - price) - step.fee;
            held += step.traded;
            price = step.price;
            const cost = step.traded * step.price + step.fee;
            fills.push({ ...noFills, quantity: step.traded, cost, fee: step.fee });
          }
          earned += held * (mark - price);
          expect(dayPnl(added(...fills), { ...eth, quantity: held, mark, dayOpen: start.dayOpen })).toBe(earned);
        },
      ),
    );
  });
});
