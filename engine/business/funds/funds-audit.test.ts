// Breaks each invariant of withdrawals, deposits and nonces on purpose and expects the audit to name it. Rules 9.

import { expect, test } from "bun:test";
import { micros } from "../../base/units.ts";
import type { State } from "../../memory/state.ts";
import { START } from "../../testing/setup.ts";
import { A, B, SmallExchange, USDC } from "../../testing/small-exchange.ts";
import { auditFunds } from "./funds-audit.ts";

/** A withdraws 100 with a fee of 1; a transaction that pays it is recorded. */
function withdrawing(): State {
  const market = new SmallExchange();
  const at = START;
  const nonce = market.apply({ type: "issue_nonce", at, account: A, kind: "withdraw" }).created;
  const receiver = market.engine.account(A).wallet;
  const terms = { amount: micros(100 * USDC), fee: micros(USDC), chainId: 196, receiver };
  market.apply({ type: "request_withdrawal", at, account: A, nonce, ...terms });
  const sent = { transaction: "0xa", raw: "0xabeef", sender: `0x${"cc".repeat(20)}`, chainNonce: 7 };
  const { rejection } = market.apply({ type: "send_withdrawal", at, withdrawalId: 1, ...sent });
  expect(rejection).toBeNull();
  return market.state;
}

const withdrawal = ({ funds }: State) => funds.withdrawals.get(1)!;
const damages: readonly (readonly [string, (state: State) => void])[] = [
  [
    "a final withdrawal is not kept",
    (state) => {
      withdrawal(state).state = "COMPLETED";
    },
  ],
  [
    "a final withdrawal is not kept",
    (state) => {
      withdrawal(state).state = "FAILED";
    },
  ],
  [
    "a withdrawal pays something out",
    (state) => void state.funds.withdrawals.set(1, { ...withdrawal(state), amount: micros(USDC) }),
  ],
  [
    "a withdrawal pays something out",
    ({ funds }) => {
      funds.lastWithdrawalId = 0;
    },
  ],
  ["what is frozen is on its way out", ({ accounts }) => accounts.setFrozen(A, accounts.frozen(A) + 1)],
  ["what is frozen is on its way out", ({ accounts }) => accounts.setFrozen(B, 1)],
  ["an account counts its withdrawals", ({ accounts }) => accounts.setOpenWithdrawals(A, 2)],
  ["no nonce was used that was not handed out", ({ accounts }) => accounts.setWithdrawNonceUsed(A, 2)],
  ["no nonce was used that was not handed out", ({ accounts }) => accounts.setSettleNonceUsed(B, 1)],
  ["no nonce was used that was not handed out", ({ accounts }) => accounts.setTransferNonceUsed(B, 1)],
  ["a transaction's number is given out", ({ funds }) => funds.chainNonces.set(`0x${"cc".repeat(20)}`, 6)],
  ["a transaction's number is given out", ({ funds }) => funds.chainNonces.clear()],
  ["an account that was opened by a deposit is a user's", ({ funds }) => funds.openedByDeposit.add(0)],
  [
    "a credited deposit is not on its way",
    ({ funds, depositReferences }) => {
      const seen = {
        key: "196:0xa:0",
        reference: "1",
        transaction: "0xa",
        account: A,
        amount: micros(1),
        chainId: 196,
      };
      funds.pending.set(seen.key, { ...seen, createdAt: START, source: "chain", state: "PENDING" });
      depositReferences.add(`at ${seen.key}`);
    },
  ],
  [
    "a credited deposit is not parked",
    ({ funds }) => {
      const reference = `faucet:${A}:1`;
      funds.parked.set(reference, { reference, accountId: "0x1", amount: micros(1), reason: "" });
    },
  ],
];

test("sound funds pass", () => {
  auditFunds(withdrawing());
});

test.each(damages)("the audit of funds names that %s", (claim, damage) => {
  const state = withdrawing();
  damage(state);
  expect(() => auditFunds(state)).toThrow(`broken invariant: ${claim}`);
});
