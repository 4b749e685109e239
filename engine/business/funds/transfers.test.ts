// Transfers between accounts: which accounts, how much, all or none. Rules 9.5, errors 2.2.

import { describe, expect, test } from "bun:test";
import { micros } from "../../base/units.ts";
import type { TransferFunds } from "../../language/commands/commands.ts";
import { addBroker, openAccount, START } from "../../testing/setup.ts";
import { A, B, C, SmallExchange, USDC } from "../../testing/small-exchange.ts";

const at = START;
const MILLION = 1_000_000 * USDC;
const to = (...receivers: readonly (readonly [number, number])[]) =>
  receivers.map(([account, amount]) => ({ account, amount: micros(amount) }));
const transfer = (account: number, receivers: TransferFunds["receivers"], nonce = 0): TransferFunds => ({
  type: "transfer_funds",
  at,
  account,
  receivers,
  nonce,
});
const nonceOf = (market: SmallExchange, account: number) =>
  market.apply({ type: "issue_nonce", at, account, kind: "transfer" }).created;
const balance = (market: SmallExchange, account: number) => market.engine.margin(account).holding as number;

const subOf = (market: SmallExchange, account: number, number: number) =>
  market.apply({
    type: "add_sub_account",
    at,
    account,
    number,
    accountId: `0xsub${account}${number}`,
    description: "",
  }).created;

/** A with two sub-accounts, and A's wallet under another builder. */
function family() {
  const market = new SmallExchange();
  market.apply(addBroker("other", 60, 30));
  const subs = [subOf(market, A, 1), subOf(market, A, 2)] as const;
  const elsewhere = market.apply({
    ...openAccount(70, "other"),
    wallet: market.engine.account(A).wallet,
  }).created;
  return { market, subs, elsewhere };
}

describe("a transfer signed by a key", () => {
  test("moves at once, receiver by receiver, between main and sub-accounts", () => {
    const { market, subs } = family();
    const { created, ledger, funds } = market.apply(transfer(A, to([subs[0], 10], [subs[1], 20])));
    expect(created).toBe(1);
    expect(
      ledger.map(({ account, kind, amount, reference }) => [account, kind, amount, reference] as unknown[]),
    ).toEqual([
      [A, "transfer_out", -10, "transfer:1"],
      [subs[0], "transfer_in", 10, "transfer:1"],
      [A, "transfer_out", -20, "transfer:2"],
      [subs[1], "transfer_in", 20, "transfer:2"],
    ]);
    expect(
      funds.map((each) => (each.type === "transferred" ? [each.transferId, each.requestId, each.to] : [])),
    ).toEqual([
      [1, 1, subs[0]],
      [2, 1, subs[1]],
    ]);
    expect(market.apply(transfer(subs[0], to([subs[1], 5]))).code).toBeNull();
    expect(market.apply(transfer(subs[1], to([A, 25]))).code).toBeNull();
    expect([A, ...subs].map((each) => balance(market, each))).toEqual([MILLION - 5, 5, 0]);
    market.engine.audit();
  });

  test("may go to the same wallet under another builder, and to strangers only where the operator allows it", () => {
    const { market, subs, elsewhere } = family();
    expect(market.apply(transfer(A, to([elsewhere, 10]))).code).toBeNull();
    expect(market.apply(transfer(A, to([B, 10]))).code).toBe(-1012);
    expect(market.apply(transfer(B, to([subs[0], 10]))).code).toBe(46);
    market.apply(transfer(A, to([subs[0], 10])));
    expect(market.apply(transfer(subs[0], to([elsewhere, 10]))).code).toBe(46);
    const allow = (account: number, broker: number, allowed = true) =>
      market.apply({ type: "allow_transfers", at, account, broker, allowed }).code;
    expect(allow(A, -1)).toBeNull();
    expect(market.apply(transfer(A, to([B, 10], [subs[0], 1]))).code).toBeNull();
    expect(allow(A, -1, false)).toBeNull();
    expect(market.apply(transfer(A, to([B, 10]))).code).toBe(-1012);
    expect(allow(-1, 0)).toBeNull();
    expect(market.apply(transfer(A, to([B, 10]))).code).toBeNull();
    expect([allow(-1, -1), allow(A, 0), allow(0, -1), allow(-1, 9)]).toEqual([-1005, -1005, -1006, -1006]);
  });

  test("may not leave an account with a delegate signer, whichever wallet signs", () => {
    const { market, subs } = family();
    expect(market.apply(transfer(A, to([subs[0], 10]))).code).toBeNull();
    market.apply({ type: "set_delegate_signer", at, account: A, signer: `0x${"1".repeat(40)}` });
    expect(market.apply(transfer(A, to([subs[0], 10]))).code).toBe(-1012);
    expect(market.apply(transfer(A, to([subs[0], 10]), nonceOf(market, A))).code).toBe(-1012);
    // Nor a sub-account of it.
    expect(market.apply(transfer(subs[0], to([A, 10]))).code).toBe(-1012);
  });
});

describe("a transfer signed by the wallet", () => {
  test("may go to any account, once per nonce, which even a refusal uses up", () => {
    const market = new SmallExchange();
    const nonce = nonceOf(market, A);
    expect(market.apply(transfer(A, to([B, 10]), 9)).code).toBe(10);
    expect(market.apply(transfer(A, to([B, 2 * MILLION]), nonce)).code).toBe(5);
    expect(market.apply(transfer(A, to([B, 10]), nonce)).code).toBe(10);
    expect(market.apply(transfer(A, to([B, 10]), nonceOf(market, A))).code).toBeNull();
    expect([A, B].map((each) => balance(market, each))).toEqual([MILLION - 10, MILLION + 10]);
  });
});

describe("a transfer is refused", () => {
  test("as a whole, and by code", () => {
    const { market, subs } = family();
    const [sub] = subs;
    expect(market.apply(transfer(A, [])).code).toBe(-1005);
    expect(
      market.apply(
        transfer(
          A,
          Array.from({ length: 51 }, () => to([sub, 1])[0]!),
        ),
      ).code,
    ).toBe(-1005);
    expect(
      market.apply(
        transfer(
          A,
          Array.from({ length: 50 }, () => to([sub, 1])[0]!),
        ),
      ).code,
    ).toBeNull();
    expect(market.apply(transfer(A, to([sub, 0]))).code).toBe(5);
    expect(market.apply(transfer(A, to([sub, MILLION - 50], [sub, 1]))).code).toBe(5);
    expect(market.apply(transfer(A, to([A, 1], [999, 1]))).code).toBe(35);
    expect(market.apply(transfer(A, to([0, 1]))).code).toBe(35);
    expect(market.apply(transfer(A, to([A, 1]))).code).toBe(37);
    expect(market.apply(transfer(0, to([A, 1]))).code).toBe(-1006);
    expect([A, sub].map((each) => balance(market, each))).toEqual([MILLION - 50, 50]);
    // Money that open orders and positions need stays.
    market.rest(A, "BUY", 150, 10_000);
    expect(market.apply(transfer(A, to([sub, 900_000 * USDC]))).code).toBe(5);
    market.engine.audit();
  });

  test("while a withdrawal of the sender is open, and while the insurance fund owes", () => {
    const { market, subs } = family();
    const nonce = market.apply({ type: "issue_nonce", at, account: A, kind: "withdraw" }).created;
    const receiver = market.engine.account(A).wallet;
    const terms = { amount: micros(5 * USDC), fee: micros(USDC), chainId: 196 };
    market.apply({ type: "request_withdrawal", at, account: A, nonce, receiver, ...terms });
    expect(market.apply(transfer(A, to([subs[0], 1]))).code).toBe(17);
    market.apply({ type: "advance_withdrawal", at, withdrawalId: 1, to: "FAILED", transaction: "" });
    expect(market.apply(transfer(A, to([subs[0], 1]))).code).toBeNull();
    market.state.venue.solvencyHalt = true;
    expect(market.apply(transfer(A, to([subs[0], 1]))).code).toBe(-1012);
    expect(market.apply(transfer(C, to([C, 1]))).code).toBe(37);
  });
});
