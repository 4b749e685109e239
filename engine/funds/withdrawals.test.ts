// Money out: what is accepted, every state on the way, and what each does to balance, frozen and custody. Rules 9.3, 9.4.

import { describe, expect, test } from "bun:test";
import { FEE_WITHDRAW } from "../account/accounts.ts";
import type { AdvanceWithdrawal, RequestWithdrawal } from "../commands.ts";
import { Engine } from "../engine.ts";
import { START } from "../testing/setup.ts";
import { A, B, SmallExchange, told, USDC } from "../testing/small-exchange.ts";
import { micros } from "../units.ts";
import type { WithdrawalState } from "../vocabulary.ts";

const at = START;
const MILLION = 1_000_000 * USDC;

const issue = (market: SmallExchange, account: number) =>
  market.apply({ type: "issue_nonce", at, account, kind: "withdraw" }).created;

/** A request with a fresh nonce, unless one is given. */
function request(market: SmallExchange, account: number, amount: number, more: Partial<RequestWithdrawal> = {}) {
  return market.apply({
    type: "request_withdrawal",
    at,
    account,
    amount: micros(amount),
    fee: micros(USDC),
    nonce: more.nonce ?? issue(market, account),
    chainId: 196,
    receiver: market.engine.account(account).wallet,
    ...more,
  });
}

const advance = (withdrawalId: number, to: WithdrawalState, transaction = ""): AdvanceWithdrawal => ({
  type: "advance_withdrawal",
  at,
  withdrawalId,
  to,
  transaction,
});

const money = (market: SmallExchange, account: number) => {
  const { holding, frozen } = market.engine.margin(account);
  return [holding, frozen] as number[];
};

describe("an accepted withdrawal", () => {
  test("is pending, and its amount is frozen", () => {
    const market = new SmallExchange();
    const { created, ledger, funds } = request(market, A, 100 * USDC);
    expect([created, money(market, A)]).toEqual([1, [MILLION - 100 * USDC, 100 * USDC]]);
    expect(ledger.map(({ kind, amount, reference }) => ({ kind, amount, reference })) as object[]).toEqual([
      { kind: "withdrawal", amount: -100 * USDC, reference: "withdrawal:1" },
    ]);
    expect(funds as object[]).toEqual([
      {
        type: "withdrawal",
        withdrawalId: 1,
        account: A,
        amount: 100 * USDC,
        fee: USDC,
        chainId: 196,
        receiver: market.engine.account(A).wallet,
        state: "PENDING",
        transaction: "",
        reason: "",
        createdAt: market.engine.now,
        at: market.engine.now,
      },
    ]);
    expect(market.engine.funds.withdrawal(1)).toMatchObject({ account: A, nonce: 1, state: "PENDING" });
    market.engine.audit();
  });

  test("that the chain pays leaves custody, but for its fee", () => {
    const market = new SmallExchange();
    const { custody } = market.state;
    request(market, A, 100 * USDC);
    market.apply(advance(1, "PROCESSING", "0xhash"));
    expect([money(market, A)[1], market.state.custody]).toEqual([100 * USDC, custody]);
    const { funds, ledger } = market.apply(advance(1, "COMPLETED"));
    expect(funds[0] as object).toMatchObject({ state: "COMPLETED", transaction: "0xhash" });
    expect(ledger.map(({ account, kind, amount }) => ({ account, kind, amount })) as object[]).toEqual([
      { account: FEE_WITHDRAW, kind: "withdrawal_fee", amount: USDC },
    ]);
    expect([money(market, A), money(market, FEE_WITHDRAW)[0], market.state.custody]).toEqual([
      [MILLION - 100 * USDC, 0],
      USDC,
      custody - 99 * USDC,
    ]);
    expect([market.engine.funds.withdrawal(1), market.engine.funds.openWithdrawals()]).toEqual([undefined, []]);
    market.engine.audit();
  });

  test("that fails gives its amount back, from any state on the way", () => {
    for (const way of [[], ["PROCESSING"], ["PENDING_REBALANCE", "PENDING"]] as const) {
      const market = new SmallExchange();
      request(market, A, 100 * USDC);
      for (const to of way) expect(market.apply(advance(1, to)).code).toBeNull();
      const { ledger } = market.apply(advance(1, "FAILED"));
      expect(ledger[0] as object).toMatchObject({ kind: "withdrawal_failed", amount: 100 * USDC });
      expect(money(market, A)).toEqual([MILLION, 0]);
      market.engine.audit();
    }
  });

  test("takes no other way", () => {
    const states: WithdrawalState[] = ["PENDING", "PENDING_REBALANCE", "PROCESSING", "COMPLETED", "FAILED"];
    const reached: Record<string, readonly WithdrawalState[]> = {
      PENDING: [],
      PENDING_REBALANCE: ["PENDING_REBALANCE"],
      PROCESSING: ["PROCESSING"],
      COMPLETED: ["PROCESSING", "COMPLETED"],
      FAILED: ["FAILED"],
    };
    const open = states.map((from) => {
      return states.filter((to) => {
        const market = new SmallExchange();
        request(market, A, 100 * USDC);
        for (const step of reached[from]!) market.apply(advance(1, step));
        const { code } = market.apply(advance(1, to));
        expect(code === null || code === -1012).toBe(true);
        return code === null;
      });
    });
    expect(open).toEqual([
      ["PENDING_REBALANCE", "PROCESSING", "FAILED"],
      ["PENDING"],
      ["PENDING", "COMPLETED", "FAILED"],
      [],
      [],
    ]);
    expect(new SmallExchange().apply(advance(1, "PROCESSING")).code).toBe(-1006);
  });

  test("survives losses after it, and a restart", () => {
    const market = new SmallExchange();
    market.trade(A, "BUY", B, 150, 10_000);
    request(market, A, 100_000 * USDC);
    market.pin(80);
    expect(money(market, A)[1]).toBe(100_000 * USDC);
    const restored = Engine.restore(market.engine.snapshot());
    expect([restored.stateHash(), restored.funds.openWithdrawals()]).toEqual([
      market.engine.stateHash(),
      market.engine.funds.openWithdrawals(),
    ]);
    market.apply(advance(1, "PROCESSING"));
    market.apply(advance(1, "COMPLETED"));
    expect(money(market, A)[1]).toBe(0);
    market.engine.audit();
  });
});

describe("a withdrawal is refused", () => {
  test("by its amount: more than the fee, no more than is withdrawable", () => {
    const market = new SmallExchange();
    for (const amount of [0, -5, USDC, MILLION + 1]) {
      expect(told(request(market, A, amount).rejection)).toMatchObject({ code: 5, message: "Amount error" });
    }
    expect(request(market, A, USDC + 1).code).toBeNull();
    expect(request(market, A, MILLION - USDC).code).toBe(5);
    expect(request(market, A, MILLION - USDC - 1).code).toBeNull();
    expect(market.engine.margin(A).withdrawable as number).toBe(0);
  });

  test("by its nonce, which each attempt after it uses up", () => {
    const market = new SmallExchange();
    expect(request(market, A, 5 * USDC, { nonce: 1 }).code).toBe(10);
    const [one, two, three] = [issue(market, A), issue(market, A), issue(market, A)];
    expect([one, two, three]).toEqual([1, 2, 3]);
    expect(request(market, A, 2 * MILLION, { nonce: 2 }).code).toBe(5);
    // Used by the refusal, and so is every one below it.
    expect([2, 1, 4, 2.5].map((nonce) => request(market, A, 5 * USDC, { nonce }).code)).toEqual([10, 10, 10, 10]);
    expect(request(market, A, 5 * USDC, { nonce: 3 }).code).toBeNull();
    expect(request(market, B, 5 * USDC, { nonce: 3 }).code).toBe(10);
    market.engine.audit();
  });

  test("by its receiver and its account", () => {
    const market = new SmallExchange();
    expect(request(market, A, 5 * USDC, { receiver: market.engine.account(B).wallet }).code).toBe(30);
    const { created: sub } = market.apply({
      type: "add_sub_account",
      at,
      account: A,
      number: 1,
      accountId: "0x1",
      description: "",
    });
    expect(request(market, sub, 5 * USDC).code).toBe(-1012);
    expect(request(market, 0, 5 * USDC, { nonce: 1 }).code).toBe(-1006);
    expect(market.apply({ type: "issue_nonce", at, account: 0, kind: "withdraw" }).code).toBe(-1006);
  });

  test("while the insurance fund owes, and the nonce is used", () => {
    const market = new SmallExchange();
    market.state.venue.solvencyHalt = true;
    expect(request(market, A, 5 * USDC).code).toBe(-1012);
    market.state.venue.solvencyHalt = false;
    expect(request(market, A, 5 * USDC, { nonce: 1 }).code).toBe(10);
  });
});
