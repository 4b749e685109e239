// The effect of fills on a row, against the rules written out in big integers. Rules 4.2.

import { expect, test } from "bun:test";
import { divideRound } from "@evermark/model/numbers/exact-numbers.ts";
import fc from "fast-check";
import { A, SmallExchange } from "../../testing/small-exchange.ts";
import { averagePriceE8 } from "./entry-value.ts";
import { applyFill } from "./position-fills.ts";

const MICRO = 10n ** 10n;

/** A row as the rules write it: E on 10⁻¹⁶, everything else in lots and micros. */
class SlowRow {
  quantity = 0n;
  cost = 0n;
  entry = 0n;

  constructor(private readonly unit: bigint) {}

  /** @returns realized PnL in micros */
  fill(signed: bigint, price: bigint, fee: bigint): bigint {
    const value = (lots: bigint) => lots * price * this.unit * MICRO;
    const size = signed < 0n ? -signed : signed;
    const held = this.quantity < 0n ? -this.quantity : this.quantity;
    let realized = 0n;
    this.cost += signed * price * this.unit + fee;
    if (this.quantity === 0n || this.quantity > 0n === signed > 0n) {
      this.entry += value(size);
    } else {
      const closed = size < held ? size : held;
      const share = divideRound(this.entry * closed, held);
      realized = (this.quantity > 0n ? 1n : -1n) * (value(closed) - share);
      this.entry -= share;
      if (size > held) this.entry = value(size - held);
    }
    this.quantity += signed;
    return divideRound(realized, MICRO);
  }
}

const fill = fc.record({
  lots: fc.integer({ min: -6, max: 6 }).filter((lots) => lots !== 0),
  price: fc.integer({ min: 1, max: 9 }),
  fee: fc.integer({ min: -2, max: 5 }),
});
const bigFill = fc.record({
  lots: fc.integer({ min: -1_000_000, max: 1_000_000 }).filter((lots) => lots !== 0),
  price: fc.integer({ min: 100_000, max: 200_000 }),
  fee: fc.nat({ max: 1_000_000 }),
});

test("quantity, cost, entry value and realized profit follow the rules through adds, closes and flips", () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(fill, { maxLength: 40 }), fc.array(bigFill, { maxLength: 40 })), (fills) => {
      const market = new SmallExchange();
      const { state, sol } = market;
      const row = state.rows.obtain(state.accounts, A, 0, "CROSS");
      const slow = new SlowRow(BigInt(sol.unit));
      for (const fill of fills) {
        const { lots, price, fee } = fill;
        const realized = applyFill(state, sol, row, fill);
        expect(BigInt(realized)).toBe(slow.fill(BigInt(lots), BigInt(price), BigInt(fee)));
        const entry = BigInt(state.rows.entryMicros(row)) * MICRO + BigInt(state.rows.entryFine(row));
        expect([BigInt(state.rows.quantity(row)), BigInt(state.rows.cost(row)), entry]).toEqual([
          slow.quantity,
          slow.cost,
          slow.entry,
        ]);
        expect(Object.is(state.rows.quantity(row), -0) || Object.is(realized, -0)).toBe(false);
        const size = Math.abs(state.rows.quantity(row));
        const average = averagePriceE8(state.rows.entryMicros(row), state.rows.entryFine(row), size, sol.lotE8);
        if (size > 0) expect(BigInt(average)).toBe(divideRound(slow.entry, BigInt(size * sol.lotE8)));
        expect(sol.openInterest).toBe(Math.max(0, state.rows.quantity(row)));
      }
    }),
  );
});
