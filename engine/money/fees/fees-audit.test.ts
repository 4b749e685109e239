// Breaks each invariant of rates, fee accounts and referral on purpose and expects the audit to name it. Rules 8.

import { expect, test } from "bun:test";
import { feeE5 } from "../../base/units.ts";
import type { State } from "../../memory/state.ts";
import { A, B, BUILDER, SmallExchange } from "../../testing/small-exchange.ts";
import { auditFees } from "./fees-audit.ts";

/** A has bought from B: the builder has earned a fee, not settled yet. */
function traded(): SmallExchange {
  const market = new SmallExchange();
  market.trade(A, "BUY", B, 150, 2);
  return market;
}

const feeRow = ({ rows }: State) => rows.find(BUILDER, 0, "CROSS");
const damages: readonly (readonly [string, (state: State) => void])[] = [
  ["nothing is owed under no code", ({ accounts }) => accounts.setReferralFees(A, 1)],
  [
    "a builder's part is part of the fee",
    ({ accounts }) => {
      accounts.setReferral(A, 0);
      accounts.setReferralFees(A, 4);
      accounts.setReferralRevenue(A, 5);
    },
  ],
  [
    "a tier is not below its minimum",
    ({ brokers }) => {
      brokers[0]!.minimumTier = brokers[0]!.tier + 1;
    },
  ],
  ["an account pays at least its rates", ({ accounts }) => accounts.setTakerFee(A, feeE5(59))],
  ["an account pays at least its rates", ({ accounts }) => accounts.setMakerFee(A, feeE5(29))],
  [
    "an account pays at least its rates",
    ({ accounts }) => {
      accounts.setOwnRates(A, 1);
      accounts.setOwnTakerFee(A, feeE5(61));
    },
  ],
  ["a fee account has no position", (state) => state.rows.setQuantity(feeRow(state), 1)],
  ["a builder's fee account never owes", (state) => state.rows.setCost(feeRow(state), 1)],
  ["a builder's fee account never owes", ({ accounts }) => accounts.setHolding(BUILDER, -1_000_000)],
];

test("sound fees pass", () => {
  const { state } = traded();
  expect(state.rows.cost(feeRow(state))).toBeLessThan(0);
  auditFees(state);
});

test.each(damages)("the audit of fees names that %s", (claim, damage) => {
  const { state } = traded();
  damage(state);
  expect(() => auditFees(state)).toThrow(`broken invariant: ${claim}`);
});
