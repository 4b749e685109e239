// Deposits: credited once per reference to the right account, or parked. Rules 9.2.

import { describe, expect, test } from "bun:test";
import { micros } from "../../base/units.ts";
import type { CreditDeposit, ObserveDeposit } from "../../language/commands/commands.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { Engine } from "../../run/engine.ts";
import { deposit, START } from "../../testing/setup.ts";
import { A, B, SmallExchange, shown, USDC } from "../../testing/small-exchange.ts";

describe("a deposit", () => {
  test("is credited, counted, added to custody and entered in the ledger", () => {
    const market = new SmallExchange();
    const { custody } = market.state;
    const { ledger } = market.apply(deposit(A, 5, "chain:1"));
    expect(market.engine.margin(A).holding as number).toBe(1_000_000 * USDC + 5);
    expect([market.state.custody - custody, market.engine.depositCount(A)]).toEqual([5, 2]);
    expect(ledger as object[]).toEqual([
      {
        account: A,
        kind: "deposit",
        amount: 5,
        holdingAfter: 1_000_000 * USDC + 5,
        reference: "chain:1",
        market: -1,
        at: market.engine.now,
      },
    ]);
  });

  test("is credited once per reference, whichever account is named", () => {
    const market = new SmallExchange();
    market.apply(deposit(A, 5, "chain:1"));
    for (const account of [A, B]) {
      expect(shown(market.apply(deposit(account, 7, "chain:1")).rejection)).toEqual({
        code: -1007,
        message: "the deposit is credited already",
        detail: { reference: "chain:1" },
      });
    }
    expect(market.engine.depositCount(A)).toBe(2);
  });

  test("needs a user's account and a positive amount that fits", () => {
    const market = new SmallExchange();
    for (const account of [INSURANCE, 99, -1]) {
      expect(shown(market.apply(deposit(account, 5, "x")).rejection)).toEqual({
        code: -1006,
        message: "account does not exist",
        detail: {},
      });
    }
    for (const amount of [0, -1, Number.MAX_SAFE_INTEGER]) {
      expect(shown(market.apply(deposit(A, amount, "x")).rejection)).toEqual({
        code: -1005,
        message: "invalid parameter",
        detail: { field: "amount" },
      });
    }
    // A refusal leaves the reference free.
    expect(market.apply(deposit(A, 5, "x")).code).toBeNull();
  });

  test("must be whole micros, however much is in custody", () => {
    const market = new SmallExchange();
    expect(market.apply({ ...deposit(A, 5, "x"), amount: 0.5 as never }).code).toBe(-1005);
    // Half a micro added to so much is rounded away.
    market.state.custody = 2 ** 52;
    expect(market.apply({ ...deposit(A, 5, "x"), amount: 0.5 as never }).code).toBe(-1005);
  });

  test("does not go to a sub-account", () => {
    const market = new SmallExchange();
    const sub = {
      type: "add_sub_account",
      at: START,
      account: A,
      number: 1,
      accountId: "0x1",
      description: "",
    } as const;
    expect(market.apply(deposit(market.apply(sub).created, 5, "x")).code).toBe(-1012);
  });
});

describe("a pending deposit", () => {
  const key = "196:0xaa:0";
  const onChain = { key, chainId: 196, transaction: "0xaa" };
  const credit = (account: number, amount: number, reference: string, place: object = onChain) =>
    ({ ...deposit(account, amount, reference), source: "chain", onChain: place }) as CreditDeposit;
  const seen = (account: number, amount: number, reference: string, more: Partial<ObserveDeposit> = {}) => {
    const facts = {
      ...onChain,
      account,
      amount: micros(amount),
      reference,
      source: "chain",
      state: "PENDING",
    } as const;
    return { type: "observe_deposit", at: START, ...facts, ...more } as const;
  };

  test("is shown, changes no balance, and is credited once under one reference and one chain position", () => {
    const market = new SmallExchange();
    const { custody } = market.state;
    const { funds, ledger } = market.apply(seen(A, 5, "deposit:1"));
    expect([funds[0] as object, ledger]).toMatchObject([
      { type: "deposit", state: "PENDING", transaction: "0xaa" },
      [],
    ]);
    expect(market.apply(seen(A, 5, "deposit:1")).funds).toEqual([]);
    expect([market.state.custody, market.engine.funds.chainCustody as number]).toEqual([custody, 0]);

    expect(market.apply(credit(A, 5, "deposit:1")).code).toBeNull();
    expect(market.engine.funds.chainCustody as number).toBe(5);
    const again = [
      credit(A, 5, "deposit:1"),
      // The chain was reorganized beyond what was final, and gives the same transaction another number.
      credit(A, 5, "deposit:2"),
      credit(A, 5, "deposit:1", { ...onChain, key: "196:0xbb:0" }),
    ];
    expect(again.map((each) => market.apply(each).code)).toEqual([-1007, -1007, -1007]);
    expect(market.apply(seen(A, 5, "deposit:2")).code).toBe(-1007);
    expect(market.apply({ type: "drop_deposit", at: START, key, reason: "" }).code).toBe(-1006);
    expect(market.state.custody - custody).toBe(5);
    market.engine.audit();
  });

  test("counts as vault custody if its chain reports it, or had reported it before an operator credited it", () => {
    const inVault = (change: object, prepare: (market: SmallExchange) => void = () => {}) => {
      const market = new SmallExchange();
      prepare(market);
      expect(market.apply({ ...credit(A, 5, "deposit:1"), ...change } as CreditDeposit).code).toBeNull();
      return market.engine.funds.chainCustody as number;
    };
    const nowhere = { onChain: { ...onChain, key: "" } };
    const park = ({ state }: SmallExchange) => {
      const parked = { reference: "deposit:1", accountId: "0x1", amount: 5, reason: "" };
      state.funds.parked.set("deposit:1", parked as never);
    };
    expect([inVault({}), inVault({ source: "faucet" }), inVault(nowhere), inVault(nowhere, park)]).toEqual([
      5, 0, 0, 5,
    ]);
    const former = ({ state }: SmallExchange) => {
      state.behaviour = 1;
    };
    expect(inVault({}, former)).toBe(0);
  });

  test("is shown again when its amount, state or transaction changes", () => {
    const market = new SmallExchange();
    market.apply(seen(A, 5, "deposit:1"));
    for (const change of [{ amount: micros(6) }, { state: "CONFIRMING" as never }, { transaction: "0xbb" }]) {
      market.apply(seen(A, 5, "deposit:1"));
      expect(market.apply(seen(A, 5, "deposit:1", change)).funds.length).toBe(1);
      expect(market.apply(seen(A, 5, "deposit:1", change)).funds.length).toBe(0);
    }
  });

  test("is credited only to the account and with the amount that were shown", () => {
    const market = new SmallExchange();
    market.apply(seen(A, 5, "deposit:1"));
    expect([credit(B, 5, "deposit:1"), credit(A, 6, "deposit:1")].map((each) => market.apply(each).code)).toEqual([
      -1012, -1005,
    ]);
    expect(market.apply(credit(A, 5, "deposit:1")).code).toBeNull();
  });

  test("that goes to another account in another block is dropped for the first one", () => {
    const market = new SmallExchange();
    market.apply(seen(A, 5, "deposit:1"));
    const { funds } = market.apply(seen(B, 5, "deposit:1"));
    expect(funds as object[]).toMatchObject([
      { account: A, state: "FAILED" },
      { account: B, state: "PENDING" },
    ]);
    expect(market.apply(credit(A, 5, "deposit:1")).code).toBe(-1012);
    expect(market.apply(credit(B, 5, "deposit:1")).code).toBeNull();
  });

  test("that was dropped is reported, and may return as a new one", () => {
    const market = new SmallExchange();
    market.apply(seen(A, 5, "deposit:1"));
    const { funds } = market.apply({ type: "drop_deposit", at: START, key, reason: "reorganised" });
    expect(funds[0] as object).toMatchObject({ state: "FAILED", reason: "reorganised" });
    expect(market.engine.funds.pendingDeposits()).toEqual([]);
    expect(market.apply(seen(A, 5, "deposit:2")).code).toBeNull();
    expect(market.apply(credit(A, 5, "deposit:2")).code).toBeNull();
  });

  test("may lose its number to another one that is credited before it", () => {
    const market = new SmallExchange();
    const other = { key: "196:0xbb:0", transaction: "0xbb" };
    market.apply(seen(A, 5, "deposit:1"));
    market.apply(seen(B, 7, "deposit:1", other));
    expect(market.apply(credit(B, 7, "deposit:1", { ...onChain, ...other })).code).toBeNull();
    market.engine.audit();
    expect(market.apply(credit(A, 5, "deposit:1")).code).toBe(-1007);
    expect(market.apply(credit(A, 5, "deposit:2")).code).toBeNull();
    market.engine.audit();
  });

  test("needs a user's main account, a chain position and a valid amount", () => {
    const market = new SmallExchange();
    const wrong = [
      seen(99, 5, "r"),
      seen(INSURANCE, 5, "r"),
      seen(A, 5, "r", { key: "" }),
      seen(A, 0, "r"),
      seen(A, 1, "r", { amount: 1.5 as never }),
      seen(A, 1, "r", { amount: (2 ** 60) as never }),
    ];
    expect(wrong.map((each) => market.apply(each).code)).toEqual([-1006, -1006, -1005, -1005, -1005, -1005]);
  });
});

describe("a deposit without a matching account", () => {
  const park = (reference: string, amount = 7) =>
    ({
      type: "park_deposit",
      at: START,
      amount: micros(amount),
      reference,
      accountId: "0xnobody",
      reason: "unknown builder",
    }) as const;

  test("waits outside all balances until the operator credits it in full", () => {
    const market = new SmallExchange();
    const { custody } = market.state;
    expect(market.apply(park("chain:9")).funds as object[]).toEqual([
      {
        type: "deposit_parked",
        reference: "chain:9",
        accountId: "0xnobody",
        amount: 7,
        reason: "unknown builder",
        at: market.engine.now,
      },
    ]);
    expect(market.state.custody).toBe(custody);
    expect(market.engine.funds.parkedDeposits() as object[]).toEqual([
      { reference: "chain:9", accountId: "0xnobody", amount: 7, reason: "unknown builder" },
    ]);
    expect(shown(market.apply(deposit(A, 8, "chain:9")).rejection)?.message).toBe(
      "amount is invalid: 0.000008, the parked deposit is of 0.000007",
    );
    expect(market.apply(deposit(A, 7, "chain:9")).code).toBeNull();
    expect(market.engine.funds.parkedDeposits()).toEqual([]);
    market.engine.audit();
  });

  test("is parked once, and not after it was credited", () => {
    const market = new SmallExchange();
    market.apply(deposit(A, 5, "chain:1"));
    market.apply(park("chain:2"));
    expect([park("chain:1"), park("chain:2"), park("chain:3", 0)].map((each) => market.apply(each).code)).toEqual([
      -1007, -1007, -1005,
    ]);
  });

  test("is remembered through a restart, in whatever order it came", () => {
    const one = new SmallExchange();
    const other = new SmallExchange();
    for (const reference of ["b", "a"]) one.apply(park(reference));
    for (const reference of ["a", "b"]) other.apply(park(reference));
    expect(Engine.restore(one.engine.snapshot()).stateHash()).toBe(other.engine.stateHash());
  });
});
