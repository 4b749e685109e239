// The tests of an execution against the rule as it is written, at the least collateral that passes and a micro below
// it. Rules 2.3 (7).

import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Leverage, Lots, Micros, Ticks } from "../../base/units.ts";
import { LiquidationWorld } from "../../testing/liquidation-world.ts";
import { settingsFor } from "../../testing/property-runs.ts";
import { coversCross } from "./cover.ts";
import { coversCounted } from "./pause-margin.ts";

const E10 = 10_000_000_000n;
const WIDEST = 2n ** 50n;

const market = new LiquidationWorld({ SOL: 150 }).market("SOL");
const { maxIndexJump, stopSlippage } = market.parameters;

const lots = fc.integer({ min: -5_000, max: 5_000 });
const ticks = fc.integer({ min: 140_000, max: 160_000 });
const money = fc.integer({ min: 0, max: 100_000_000_000 });

interface Case {
  readonly mark: number;
  readonly index: number;
  /** The mark at which the market began to stand still; null for a market that does not. */
  readonly stillMark: number | null;
  readonly held: number;
  readonly lots: number;
  readonly price: number;
  readonly fee: number;
  readonly leverage: number;
  readonly otherInitial: number;
  readonly otherMaintenance: number;
}

const anyCase: fc.Arbitrary<Case> = fc.record({
  mark: ticks,
  index: ticks,
  stillMark: fc.option(ticks),
  held: fc.oneof(lots, fc.constant(0)),
  lots: lots.filter((n) => n !== 0),
  price: ticks,
  fee: fc.integer({ min: -1_000_000, max: 20_000_000 }),
  leverage: fc.integer({ min: 1, max: 20 }),
  otherInitial: money,
  otherMaintenance: fc.oneof(money, fc.constant(0)),
});

const size = (n: number) => BigInt(Math.abs(n));
const worthAt = (n: number, price: number) => BigInt(n) * BigInt(price) * BigInt(market.unit);
const ceil = (a: bigint, b: bigint) => (a + b - 1n) / b;
const largest = (a: bigint, b: bigint) => (a > b ? a : b);

/** Whether the rule allows an execution, written as in the rules. `isCounted`: a cross row cannot be liquidated now. */
function allows(c: Case, collateral: bigint, isCounted: boolean): boolean {
  const isStill = isCounted && c.stillMark !== null;
  const notional = (n: number) => size(n) * BigInt(c.mark) * BigInt(market.unit);
  const maintenance = (n: number) =>
    BigInt(c.otherMaintenance) + BigInt(market.ratios.maintenanceMargin(Number(notional(n))));
  const initial = (n: number) => {
    const own = BigInt(market.ratios.initialMargin(c.leverage as Leverage, Number(notional(n))));
    const jump = ceil(notional(n) * BigInt(maxIndexJump), E10);
    return BigInt(c.otherInitial) + (isStill ? largest(own, jump) : own);
  };
  const value = (n: number) => {
    const now = worthAt(n, c.mark);
    const then = worthAt(n, c.stillMark ?? c.mark);
    return isStill && then < now ? then : now;
  };

  const isClosing = c.held !== 0 && c.held > 0 !== c.lots > 0;
  const closing = isClosing ? Math.sign(c.lots) * Math.min(Math.abs(c.lots), Math.abs(c.held)) : 0;
  const opening = c.lots - closing;
  const rest = c.held + closing;
  const all = c.held + c.lots;
  // By quantity, rounded up on the opening part.
  const share = BigInt(c.fee) * size(opening);
  const feeToOpen = share > 0n ? ceil(share, size(c.lots)) : share / size(c.lots);
  const feeToClose = BigInt(c.fee) - feeToOpen;

  let worth = collateral;
  if (closing !== 0) {
    worth += value(rest) - value(c.held) - worthAt(closing, c.price) - feeToClose;
    const delta = worthAt(closing, c.mark) - worthAt(closing, c.price) - feeToClose;
    const [before, after] = [maintenance(c.held), maintenance(rest)];
    if (delta < 0n && worth < after && worth * before < collateral * after) return false;
    const atIndex = worthAt(closing, c.index) - worthAt(closing, c.price) - feeToClose;
    const slippage = (size(closing) * BigInt(c.index) * BigInt(market.unit) * BigInt(stopSlippage)) / E10;
    if (isCounted && worth < initial(rest) && atIndex < 0n - slippage) return false;
  }
  if (opening === 0) return true;
  worth += value(all) - value(rest) - worthAt(opening, c.price) - feeToOpen;
  return worth >= initial(all);
}

/** The least collateral with which an execution is allowed: more never hurts. */
function turningPoint(isAllowed: (collateral: bigint) => boolean): bigint {
  let [below, above] = [0n - WIDEST, WIDEST];
  while (above - below > 1n) {
    const middle = (below + above) / 2n;
    if (isAllowed(middle)) above = middle;
    else below = middle;
  }
  return above;
}

/** Fees at which a close just passes by its price: at the mark, and within the slippage of the index. */
function turningFees(c: Case): number[] {
  const closing = Math.sign(c.lots) * Math.min(Math.abs(c.lots), Math.abs(c.held));
  const slippage = (size(closing) * BigInt(c.index) * BigInt(market.unit) * BigInt(stopSlippage)) / E10;
  const atMark = worthAt(closing, c.mark) - worthAt(closing, c.price);
  const nearIndex = worthAt(closing, c.index) - worthAt(closing, c.price) + slippage;
  return [atMark, nearIndex].flatMap((fee) => [-1, 0, 1].map((more) => Number(fee) + more));
}

const asked = (c: Case, isCounted: boolean) => (collateral: bigint) => {
  const { otherInitial, otherMaintenance } = c;
  const figures = { collateral: Number(collateral), otherInitial, otherMaintenance } as never;
  const fill = { lots: c.lots as Lots, price: c.price as Ticks, fee: c.fee as Micros };
  const leverage = c.leverage as Leverage;
  if (!isCounted) return coversCross(market, figures, c.held as Lots, leverage, fill);
  const row = { held: c.held as Lots, leverage, isStill: c.stillMark !== null };
  return coversCounted(market, figures, row, fill);
};

const at = (c: Case) => Object.assign(market, { mark: c.mark, index: c.index, stillMark: c.stillMark ?? 0 });

test.each([
  ["an account that can be liquidated", false],
  ["one with a position that cannot", true],
])("%s may trade exactly what the rule allows", (_name, isCounted) => {
  fc.assert(
    fc.property(anyCase, fc.bigInt({ min: -10_000_000_000n, max: 10_000_000_000n }), (c, elsewhere) => {
      at(c);
      const isAllowed = (collateral: bigint) => allows(c, collateral, isCounted);
      const turn = turningPoint(isAllowed);
      const around = [turn, turn - 1n, elsewhere].filter((each) => each > 1n - WIDEST && each < WIDEST - 1n);
      expect(around.map(asked(c, isCounted))).toEqual(around.map(isAllowed));
    }),
    settingsFor(400),
  );
});

test("a close passes by its price alone, to the micro, whatever the account's collateral", () => {
  const closes = anyCase.map((c) => ({ ...c, held: -2 * c.lots }));
  fc.assert(
    fc.property(
      closes,
      fc.boolean(),
      fc.bigInt({ min: 0n - WIDEST / 8n, max: WIDEST / 8n }),
      (c, isCounted, collateral) => {
        at(c);
        for (const fee of turningFees(c)) {
          const one = { ...c, fee };
          // Enough for the position itself, but not for the initial margin of its other positions.
          const poor = { ...one, otherInitial: 2 ** 51 };
          for (const each of [one, poor]) {
            const found = [collateral, 2n ** 49n].map(asked(each, isCounted));
            expect(found).toEqual([collateral, 2n ** 49n].map((of) => allows(each, of, isCounted)));
          }
        }
      },
    ),
    settingsFor(200),
  );
});
