import { expect, test } from "bun:test";
import fc from "fast-check";
import { NONE } from "../../base/storage/int-map.ts";
import type { Ticks } from "../../base/units.ts";
import { crossMargin } from "../../money/margin/margin.ts";
import { openAccount } from "../../testing/setup.ts";
import { A, SmallExchange } from "../../testing/small-exchange.ts";

/** The exact sum over the account's rows, computed from scratch. */
function exactly({ state }: SmallExchange, account: number): number {
  const { collateral, initialWithOrders } = crossMargin(state, account, null);
  return collateral - initialWithOrders - state.accounts.holding(account) + state.accounts.isolatedOrderFrozen(account);
}

const change = fc.oneof(
  fc.record({ field: fc.constant("cost" as const), value: fc.integer({ min: -(10 ** 12), max: 10 ** 12 }) }),
  fc.record({ field: fc.constant("quantity" as const), value: fc.integer({ min: -5_000, max: 5_000 }) }),
  fc.record({ field: fc.constant("pending" as const), value: fc.integer({ min: 0, max: 5_000 }) }),
  fc.record({ field: fc.constant("leverage" as const), value: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ field: fc.constant("mark" as const), value: fc.integer({ min: 1, max: 1_000_000 }) }),
  fc.record({ field: fc.constant("look" as const), value: fc.constant(0) }),
);

test("the first row for which room has to be made is counted like the others", () => {
  const { state } = new SmallExchange();
  state.marginBounds.changed(A, 64);
  expect(state.marginBounds.atLeast(state, A, NONE)).toBeFinite();
});

test("the first account for which room has to be made is counted as well", () => {
  const exchange = new SmallExchange();
  const opened = Array.from({ length: 80 }, (_, i) => exchange.apply(openAccount(40 + i, "builder")).created);
  const { state } = exchange;
  expect(state.marginBounds.atLeast(state, opened.at(-1)!, NONE)).toBeFinite();
});

test("what an account can spare follows every change of a row and of a mark, and errs by micros to the low side", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
      const exchange = new SmallExchange();
      const { state, sol } = exchange;
      const { rows, marginBounds } = state;
      const row = rows.obtain(state.accounts, A, 0, "CROSS");
      for (const { field, value } of changes) {
        if (field === "cost") rows.setCost(row, value);
        else if (field === "quantity") rows.setQuantity(row, value);
        else if (field === "pending") rows.addPending(row, value % 2 === 1 ? 1 : 0, value);
        else if (field === "leverage") rows.setLeverage(row, value);
        else if (field === "mark") sol.mark = value as Ticks;
        else {
          const kept = marginBounds.atLeast(state, A, NONE);
          const exact = exactly(exchange, A);
          expect(kept).toBeLessThanOrEqual(exact);
          expect(exact - kept).toBeLessThan(1_000);
          // Without its only row, the account has nothing.
          expect(Math.abs(marginBounds.atLeast(state, A, row))).toBeLessThan(1_000);
        }
      }
    }),
  );
});

test("an account that changes very often is computed from scratch from time to time", () => {
  const exchange = new SmallExchange();
  const { state } = exchange;
  const row = state.rows.obtain(state.accounts, A, 0, "CROSS");
  for (let n = 0; n < 5_000; n++) {
    state.rows.setCost(row, n * 1_000_003);
    state.marginBounds.atLeast(state, A, NONE);
  }
  expect(exactly(exchange, A) - state.marginBounds.atLeast(state, A, NONE)).toBeLessThan(5_000);
});
