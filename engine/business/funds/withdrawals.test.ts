// Withdrawals: what is accepted, every state on the way, and the effect of each on balance, frozen and custody. Rules 9.3, 9.4.

import { describe, expect, test } from "bun:test";
import { micros } from "../../base/units.ts";
import type { WithdrawalState } from "../../base/vocabulary.ts";
import type { AdvanceWithdrawal, RequestWithdrawal } from "../../language/commands/commands.ts";
import { FEE_WITHDRAW } from "../../memory/account/accounts.ts";
import { Engine } from "../../run/engine.ts";
import { START } from "../../testing/setup.ts";
import { A, B, SmallExchange, shown, USDC } from "../../testing/small-exchange.ts";

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

const HOT = `0x${"cc".repeat(20)}`;
const send = (withdrawalId: number, transaction: string, chainNonce: number, sender = HOT) =>
  ({ type: "send_withdrawal", at, withdrawalId, transaction, raw: `${transaction}beef`, sender, chainNonce }) as const;

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

  test("that the chain pays leaves custody, except for its fee", () => {
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

  test("is reported as final only if it existed", () => {
    const market = new SmallExchange();
    request(market, A, 100 * USDC);
    for (const none of [0, 2]) expect(market.apply(advance(none, "FAILED")).code).toBe(-1006);
    for (const code of [null, -1012]) expect(market.apply(advance(1, "FAILED")).code).toBe(code);
  });

  test("allows no other transitions", () => {
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

  test("that is retried has no transaction, and keeps the number of attempts", () => {
    const market = new SmallExchange();
    request(market, A, 100 * USDC);
    market.apply(send(1, "0xa", 0));
    const { funds } = market.apply({ ...advance(1, "PENDING"), reason: "replaced" });
    expect(funds[0] as object).toMatchObject({ state: "PENDING", transaction: "", reason: "replaced" });
    expect(market.engine.funds.withdrawal(1)).toMatchObject({ attempts: 1, transactions: [{ transaction: "0xa" }] });
    expect(money(market, A)[1]).toBe(100 * USDC);
  });

  test("was not retried before behaviour 2", () => {
    const tried = [1, 2].map((behaviour) => {
      const market = new SmallExchange();
      market.state.behaviour = behaviour;
      request(market, A, 100 * USDC);
      market.apply(advance(1, "PROCESSING"));
      return market.apply(advance(1, "PENDING")).code;
    });
    expect(tried).toEqual([-1012, null]);
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

describe("the transactions of a withdrawal", () => {
  test("are recorded with their bytes before they are sent; the first one starts the processing", () => {
    const market = new SmallExchange();
    request(market, A, 100 * USDC);
    const { funds } = market.apply(send(1, "0xa", 7));
    expect(funds[0] as object).toMatchObject({ state: "PROCESSING", transaction: "0xa" });
    // At another gas price it is the same withdrawal in the same place, of which its owner need not be notified.
    expect(market.apply(send(1, "0xb", 7)).funds).toEqual([]);
    const { type: _, at: __, withdrawalId: ___, ...second } = send(1, "0xb", 7);
    const known = market.engine.funds.withdrawal(1)!;
    expect(known.transactions.map(({ transaction }) => transaction)).toEqual(["0xa", "0xb"]);
    expect([known.transactions[1] as object, known.transaction]).toEqual([second, "0xb"]);
    expect([market.engine.funds.lastChainNonce(HOT), market.engine.funds.lastChainNonce("0x")]).toEqual([7, -1]);
    market.engine.audit();
  });

  test("never share a chain nonce with another withdrawal's, and use one nonce at a time", () => {
    const market = new SmallExchange();
    for (const amount of [10, 20, 30]) request(market, A, amount * USDC);
    market.apply(send(1, "0xa", 7));
    const codes = [
      send(1, "0xb", 8),
      send(1, "0xb", 7, `0x${"dd".repeat(20)}`),
      send(1, "0xa", 7),
      send(2, "0xc", 7),
      send(2, "0xc", 6),
      send(2, "0xc", -1),
      send(2, "0xc", 8.5),
      send(9, "0xc", 8),
    ].map((each) => market.apply(each).code);
    expect(codes).toEqual([-1012, -1012, -1007, -1012, -1012, -1012, -1012, -1006]);
    expect(market.apply(send(1, "0xa", 7)).rejection?.detail).toEqual({ transaction: "0xa" });
    // Another sender has its own count.
    expect(market.apply(send(2, "0xc", 0, `0x${"dd".repeat(20)}`)).code).toBeNull();
    // A withdrawal that waits for liquidity, or that is final, sends nothing.
    market.apply(advance(3, "PENDING_REBALANCE"));
    market.apply(advance(1, "COMPLETED"));
    expect([send(3, "0xd", 8), send(1, "0xd", 8)].map((each) => market.apply(each).code)).toEqual([-1012, -1012]);
    market.engine.audit();
  });

  test("are sixty-four at most, and none is longer than a call can be", () => {
    const market = new SmallExchange();
    request(market, A, 10 * USDC);
    expect(market.apply({ ...send(1, "0xz", 1), raw: "0".repeat(20_000) }).code).toBe(-1012);
    const codes = Array.from({ length: 65 }, (_, n) => market.apply(send(1, `0x${n}`, 1)).code);
    expect(codes.filter((code) => code === null).length).toBe(64);
  });

  test("wait while withdrawals are paused; one that is already sent may be replaced", () => {
    const market = new SmallExchange();
    for (const amount of [10, 20]) request(market, A, amount * USDC);
    market.apply(send(1, "0xa", 1));
    market.apply({ type: "pause_withdrawals", at, paused: true });
    expect([send(2, "0xb", 2), send(1, "0xc", 1)].map((each) => market.apply(each).code)).toEqual([-1012, null]);
    expect(request(market, A, 5 * USDC).code).toBeNull();
    market.apply({ type: "pause_withdrawals", at, paused: false });
    expect(market.apply(send(2, "0xb", 2)).code).toBeNull();
  });
});

describe("a withdrawal is refused", () => {
  test("by its amount: more than the fee, no more than is withdrawable", () => {
    const market = new SmallExchange();
    for (const amount of [0, -5, USDC, MILLION + 1]) {
      expect(shown(request(market, A, amount).rejection)).toMatchObject({ code: 5, message: "Amount error" });
    }
    expect(request(market, A, USDC + 1).code).toBeNull();
    expect(request(market, A, MILLION - USDC).code).toBe(5);
    expect(request(market, A, MILLION - USDC - 1).code).toBeNull();
    expect(market.engine.margin(A).withdrawable as number).toBe(0);
  });

  test("by its nonce, which every refusal after that check uses up", () => {
    const market = new SmallExchange();
    expect(request(market, A, 5 * USDC, { nonce: 1 }).code).toBe(10);
    const [one, two, three] = [issue(market, A), issue(market, A), issue(market, A)];
    expect([one, two, three]).toEqual([1, 2, 3]);
    expect(request(market, A, 2 * MILLION, { nonce: 2 }).code).toBe(5);
    // The refusal used it up, and every lower nonce with it.
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

  test("while the insurance fund owes, and the nonce is used up", () => {
    const market = new SmallExchange();
    market.state.venue.solvencyHalt = true;
    expect(request(market, A, 5 * USDC).code).toBe(-1012);
    market.state.venue.solvencyHalt = false;
    expect(request(market, A, 5 * USDC, { nonce: 1 }).code).toBe(10);
  });
});
