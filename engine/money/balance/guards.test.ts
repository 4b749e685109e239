// Money that may not leave: that of a strategy vault's fund. Rules 10.1.

import { expect, test } from "bun:test";
import { micros } from "../../base/units.ts";
import { wordsOf } from "../../testing/refusal-codes.ts";
import { deposit, openAccount, START } from "../../testing/setup.ts";
import { A, SmallExchange, USDC } from "../../testing/small-exchange.ts";
import { VAULT } from "../../testing/small-vault.ts";

const REFUSED = "the account is the fund of a strategy vault: redeem shares instead";

/** A's fund is another account of A's wallet, with 1,000 USDC and a sub-account. */
function withFund() {
  const exchange = new SmallExchange();
  exchange.apply({ type: "add_broker", at: START, brokerId: "other", takerFee: 60 as never, makerFee: 30 as never });
  const { wallet } = exchange.engine.account(A);
  const fund = exchange.apply({ ...openAccount(70, "other"), wallet }).created;
  const sub = { account: fund, number: 1, accountId: "0xsub", description: "" };
  const within = exchange.apply({ type: "add_sub_account", at: START, ...sub }).created;
  const terms = { vaultId: VAULT, name: "Steady", provider: A, fund, performanceFeePercent: 20 };
  exchange.apply({ type: "create_vault", at: START, kind: "operator", ...terms });
  exchange.apply(deposit(fund, 1_000 * USDC, "fund"));
  return { exchange, wallet, fund, within };
}

test("the money of a vault's fund leaves it only by redemption", () => {
  const { exchange, wallet, fund, within } = withFund();
  const { created: nonce } = exchange.apply({ type: "issue_nonce", at: START, account: fund, kind: "withdraw" });
  const request = { amount: micros(100 * USDC), fee: micros(USDC), receiver: wallet, chainId: 1, nonce };
  const withdrawal = exchange.apply({ type: "request_withdrawal", at: START, account: fund, ...request });
  expect(wordsOf(withdrawal.rejection)).toBe(REFUSED);
  const transfer = (from: number, ...receivers: number[]) =>
    exchange.apply({
      ...{ type: "transfer_funds", at: START, account: from, nonce: 0 },
      receivers: receivers.map((account) => ({ account, amount: micros(10 * USDC) })),
    });
  // Within the fund it may move, and transfers to the fund come in.
  expect([transfer(fund, within).code, transfer(within, fund).code, transfer(fund, within).code]).toEqual([
    ...[null, null, null],
  ]);
  expect(exchange.engine.margin(within).holding).toBe(10 * USDC);
  for (const receivers of [[A], [within, A]]) expect(wordsOf(transfer(fund, ...receivers).rejection)).toBe(REFUSED);
});
