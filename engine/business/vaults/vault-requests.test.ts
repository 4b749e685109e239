// Vault requests: who may make which, and what is set aside at once. Rules 10.2, 10.3.

import { describe, expect, test } from "bun:test";
import { Engine } from "../../run/engine.ts";
import { wordsOf } from "../../testing/refusal-codes.ts";
import { deposit } from "../../testing/setup.ts";
import { A, B, C, D, shown, USDC } from "../../testing/small-exchange.ts";
import { SmallVault, steps, VAULT } from "../../testing/small-vault.ts";

const MILLION = 1_000_000 * USDC;

describe("a deposit", () => {
  test("leaves the balance at once, waits in the vault's cash, and is a request with an id", () => {
    const vault = SmallVault.live();
    const { created, ledger, vault: events } = vault.ask(A, "LP_DEPOSIT", 500 * USDC);
    expect([created, vault.holding(A), vault.vault.queuedDeposits]).toEqual([2, MILLION - 500 * USDC, 500 * USDC]);
    expect(ledger.map(({ kind, amount, reference }) => [kind, amount, reference] as unknown[])).toEqual([
      ["vault", -500 * USDC, "vault:2"],
      ["vault", 500 * USDC, "vault:2"],
    ]);
    expect(events as object[]).toEqual([
      {
        type: "operation",
        operationId: 2,
        vaultId: VAULT,
        account: A,
        operation: "LP_DEPOSIT",
        amount: 500 * USDC,
        state: "pending",
        result: 0,
        at: vault.engine.now,
      },
    ]);
    expect(vault.engine.vaults.operations(VAULT)).toMatchObject([{ operationId: 2, state: "pending" }]);
    vault.engine.audit();
  });

  test("is at least the vault's minimum and no more than is withdrawable", () => {
    const vault = SmallVault.live();
    for (const amount of [0, -1, 1.5, 10 * USDC - 1, MILLION + 1]) {
      expect([amount, vault.ask(A, "LP_DEPOSIT", amount).code]).toEqual([amount, 5]);
    }
    expect(vault.ask(A, "LP_DEPOSIT", 10 * USDC).code).toBeNull();
    const permissionless = new SmallVault(20, "permissionless");
    permissionless.ask(C, "SP_DEPOSIT", 50_000 * USDC);
    permissionless.nextPeriod();
    permissionless.set("live");
    expect(permissionless.ask(A, "LP_DEPOSIT", 300 * USDC - 1).code).toBe(5);
    expect(permissionless.ask(A, "LP_DEPOSIT", 300 * USDC).code).toBeNull();
  });

  test("can be requested only by a main account, not by a sub-account that has the money", () => {
    const vault = SmallVault.live();
    const at = vault.engine.now;
    const sub = { account: A, number: 1, accountId: `0x${"6".repeat(64)}`, description: "" };
    const { created } = vault.apply({ type: "add_sub_account", at, ...sub });
    vault.apply({ ...deposit(created, 1_000 * USDC, "faucet:sub"), at });
    expect(shown(vault.ask(created, "LP_DEPOSIT", 500 * USDC).rejection)).toMatchObject({
      code: -1012,
      message: "a sub-account makes no vault requests: use its main account",
    });
  });

  test("is refused where the provider's part would fall below one percent", () => {
    const vault = new SmallVault();
    vault.ask(C, "SP_DEPOSIT", 50_000 * USDC);
    vault.nextPeriod();
    vault.set("live");
    // 50,000 is one percent of five million: 4,950,000 may be invested.
    for (const account of [A, B, D])
      vault.apply({
        type: "credit_deposit",
        at: vault.engine.now,
        account,
        amount: (5 * MILLION) as never,
        source: "faucet",
        reference: `${account}`,
      });
    expect(vault.ask(A, "LP_DEPOSIT", 4_000_000 * USDC).code).toBeNull();
    expect(vault.ask(B, "LP_DEPOSIT", 950_000 * USDC + 1).code).toBe(-1012);
    expect(vault.ask(B, "LP_DEPOSIT", 950_000 * USDC).code).toBeNull();
  });
});

test("a vault before its launch accepts only its provider's requests, a closed one none", () => {
  const vault = new SmallVault();
  const words = (operation: Parameters<SmallVault["ask"]>[1]) => wordsOf(vault.ask(C, operation, 100 * USDC).rejection);
  expect(words("LP_DEPOSIT")).toBe("the vault is pre_launch: it takes no LP_DEPOSIT");
  vault.state.vaults.find(VAULT)!.state = "closed";
  expect(words("LP_WITHDRAW")).toBe("the vault is closed: it takes no LP_WITHDRAW");
});

test("a request without a nonce is one of the venue's own", () => {
  const vault = SmallVault.live();
  const ask = { type: "request_vault_operation", at: vault.engine.now, account: A, vaultId: VAULT } as const;
  for (let n = 0; n < 2; n++) {
    const query = { ...ask, operation: "LP_DEPOSIT", amount: 100 * USDC, nonce: null } as const;
    expect(vault.apply(query).code).toBeNull();
  }
});

test("while a vault closes, shares can be redeemed whatever their value, and the provider stays until the others leave", () => {
  const vault = SmallVault.live(0);
  vault.ask(A, "LP_DEPOSIT", 100 * USDC);
  vault.nextPeriod();
  vault.after(48);
  expect(vault.ask(A, "LP_WITHDRAW", 5 * USDC).code).toBe(5);
  vault.set("closing");
  expect(vault.ask(A, "LP_WITHDRAW", 5 * USDC).code).toBeNull();
  expect(vault.ask(C, "SP_WITHDRAW", 100_000 * USDC).code).not.toBeNull();
});

test("zero is not a valid amount, for any requester", () => {
  const vault = SmallVault.live();
  // Neither has shares: zero would be all that is available.
  for (const operation of ["LP_DEPOSIT", "LP_WITHDRAW"] as const) expect(vault.ask(A, operation, 0).code).toBe(5);
  for (const operation of ["SP_DEPOSIT", "SP_WITHDRAW"] as const) expect(vault.ask(C, operation, 0).code).toBe(5);
});

describe("a redemption", () => {
  test("takes available shares, and queues them", () => {
    const vault = SmallVault.live();
    vault.ask(A, "LP_DEPOSIT", 1_000 * USDC);
    vault.nextPeriod();
    const shares = () => vault.engine.vaults.shares(VAULT, A);
    expect(shares()).toEqual({ total: 1_000 * USDC, available: 0 });
    expect(vault.ask(A, "LP_WITHDRAW", 100 * USDC).code).toBe(5);
    // 48 hours from the period start in which they were minted, to the second.
    vault.after(47.999);
    expect(shares().available).toBe(0);
    vault.after(0.001);
    expect(shares()).toEqual({ total: 1_000 * USDC, available: 1_000 * USDC });
    expect(vault.ask(A, "LP_WITHDRAW", 400 * USDC).code).toBeNull();
    expect(shares()).toEqual({ total: 1_000 * USDC, available: 600 * USDC });
    expect(vault.ask(A, "LP_WITHDRAW", 601 * USDC).code).toBe(5);
    vault.engine.audit();
  });

  test("is worth at least ten USDC, or takes all that is available", () => {
    const vault = SmallVault.live();
    vault.ask(A, "LP_DEPOSIT", 15 * USDC);
    vault.nextPeriod();
    vault.after(48);
    expect(vault.ask(A, "LP_WITHDRAW", 9 * USDC).code).toBe(5);
    expect(vault.ask(A, "LP_WITHDRAW", 10 * USDC).code).toBeNull();
    expect(vault.ask(A, "LP_WITHDRAW", 5 * USDC).code).toBeNull();
  });

  test("by the provider leaves its reserve and its part", () => {
    const vault = SmallVault.live();
    expect(vault.ask(C, "SP_WITHDRAW", 50_000 * USDC + 1).code).toBe(-1012);
    expect(vault.ask(C, "SP_WITHDRAW", 100_001 * USDC).code).toBe(5);
    expect(vault.ask(C, "SP_WITHDRAW", 30_000 * USDC).code).toBeNull();
    // Queued requests count.
    expect(vault.ask(C, "SP_WITHDRAW", 20_001 * USDC).code).toBe(-1012);
    expect(vault.ask(C, "SP_WITHDRAW", 20_000 * USDC).code).toBeNull();
  });
});

describe("a request is refused", () => {
  test("from an account that may not make it, and in the wrong state", () => {
    const early = new SmallVault();
    expect([early.ask(A, "LP_DEPOSIT", 100 * USDC).code, early.ask(C, "SP_DEPOSIT", 100 * USDC).code]).toEqual([
      -1012,
      null,
    ]);
    const vault = SmallVault.live();
    expect(vault.ask(A, "SP_DEPOSIT", 100 * USDC).code).toBe(-1012);
    expect(vault.ask(A, "SP_WITHDRAW", 100 * USDC).code).toBe(-1012);
    expect(vault.ask(vault.fund, "LP_DEPOSIT", 100 * USDC).code).toBe(-1012);
    expect(vault.ask(0, "LP_DEPOSIT", 100 * USDC).code).toBe(-1006);
    expect(vault.apply({ ...request, vaultId: "0x1" }).code).toBe(-1006);
    vault.set("closing");
    expect(vault.ask(A, "LP_DEPOSIT", 100 * USDC).code).toBe(-1012);
    expect(vault.ask(C, "SP_DEPOSIT", 100 * USDC).code).toBe(-1012);
  });
});

const request = {
  type: "request_vault_operation",
  at: 0 as never,
  account: A,
  vaultId: VAULT,
  operation: "LP_DEPOSIT",
  amount: 100 * USDC,
} as const;

test("a refused amount is shown with its limit, in USDC and in shares", () => {
  const vault = SmallVault.live();
  vault.ask(A, "LP_DEPOSIT", 15 * USDC);
  vault.nextPeriod();
  vault.after(48);
  const detail = (...asked: Parameters<SmallVault["ask"]>) => vault.ask(...asked).rejection?.detail;
  expect(detail(A, "LP_DEPOSIT", 9.5 * USDC)).toEqual({ amount: "9.5", minimum: "10", maximum: "999985" });
  expect(detail(A, "LP_WITHDRAW", 15.5 * USDC)).toEqual({ amount: "15.5", maximum: "15" });
  expect(detail(A, "LP_WITHDRAW", 9.25 * USDC)).toEqual({ amount: "9.25", minimum_value: "10" });
  expect(detail(C, "SP_WITHDRAW", 100_000.5 * USDC)).toEqual({ amount: "100000.5", maximum: "100000" });
});

test("the fund's money leaves by redemption only", () => {
  const vault = SmallVault.live();
  const at = vault.engine.now;
  const receivers = [{ account: C, amount: USDC as never }];
  expect(vault.apply({ type: "transfer_funds", at, account: vault.fund, receivers, nonce: 0 }).code).toBe(-1012);
  expect(vault.engine.vaults.vaultOfFund(vault.fund)).toBe(VAULT);
});

test("a vault with holders, lots and a queue survives a restart", () => {
  const vault = SmallVault.live();
  for (const account of [B, A]) vault.ask(account, "LP_DEPOSIT", 1_000 * USDC);
  vault.nextPeriod();
  vault.after(48);
  vault.ask(A, "LP_WITHDRAW", 150 * USDC);
  vault.ask(D, "LP_DEPOSIT", 70 * USDC);
  vault.ask(C, "SP_WITHDRAW", 70 * USDC);
  const restored = Engine.restore(vault.engine.snapshot());
  expect(restored.stateHash()).toBe(vault.engine.stateHash());
  expect([restored.vaults.vault(VAULT), restored.vaults.operations(VAULT), restored.vaults.holders(VAULT)]).toEqual([
    vault.vault,
    vault.engine.vaults.operations(VAULT),
    [A, B],
  ]);
  expect(steps(vault.nextPeriod()).map(([id, state]) => [id, state])).toEqual([
    [5, "completed"],
    [4, "completed"],
    [6, "completed"],
  ]);
});
