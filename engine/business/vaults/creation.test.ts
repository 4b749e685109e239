// Vaults are created around an empty fund, and open when the provider has its reserve. Rules 10.1, 10.3, 10.5.

import { describe, expect, test } from "bun:test";
import type { CreateVault } from "../../language/commands/commands.ts";
import { wordsOf } from "../../testing/refusal-codes.ts";
import { deposit, openAccount, START } from "../../testing/setup.ts";
import { A, B, C, SmallExchange, USDC } from "../../testing/small-exchange.ts";
import { SmallVault, VAULT } from "../../testing/small-vault.ts";

const create = (more: Partial<CreateVault>): CreateVault => ({
  type: "create_vault",
  at: START,
  vaultId: VAULT,
  name: "Steady",
  provider: A,
  fund: B,
  kind: "operator",
  performanceFeePercent: 20,
  ...more,
});

describe("a vault", () => {
  test("is created once, around an empty account of its provider", () => {
    const market = new SmallExchange();
    const codeOf = (more: Partial<CreateVault>) => market.apply(create(more)).code;
    const fund = market.apply({
      type: "add_sub_account",
      at: START,
      account: A,
      number: 1,
      accountId: "0xfund",
      description: "",
    }).created;
    expect([codeOf({ fund: B }), codeOf({ fund: A }), codeOf({ fund: 999 }), codeOf({ provider: 0, fund })]).toEqual([
      -1012, -1012, -1006, -1006,
    ]);
    expect([codeOf({ fund, provider: fund }), codeOf({ fund, vaultId: "0x5" }), codeOf({ fund, name: "" })]).toEqual([
      -1006, -1005, -1005,
    ]);
    expect(codeOf({ fund, name: "x".repeat(65) })).toBe(-1005);
    for (const performanceFeePercent of [-1, 51, 0.5]) expect(codeOf({ fund, performanceFeePercent })).toBe(-1005);
    const move = (from: number, to: number) =>
      market.apply({
        type: "transfer_funds",
        at: START,
        account: from,
        receivers: [{ account: to, amount: USDC as never }],
        nonce: 0,
      });
    move(A, fund);
    expect(codeOf({ fund })).toBe(-1012);
    move(fund, A);
    // Earlier trades do not count once they are settled.
    market.pin(150);
    for (const side of ["BUY", "SELL"] as const) {
      move(A, fund);
      for (let n = 1; n < 20; n++) move(A, fund);
      market.trade(fund, side, C, 150, 0.1);
    }
    expect(codeOf({ fund })).toBe(-1012);
    market.apply({ type: "settle_pnl", at: START, account: fund, nonce: 0 });
    const left = market.engine.margin(fund).holding;
    market.apply({
      type: "transfer_funds",
      at: START,
      account: fund,
      receivers: [{ account: A, amount: left }],
      nonce: 0,
    });
    expect(codeOf({ fund })).toBeNull();
    expect(codeOf({ fund })).toBe(-1007);
    expect(codeOf({ fund, vaultId: `0x${"6".repeat(64)}` })).toBe(-1012);
    expect(market.engine.vaults.vaultIds).toEqual([VAULT]);
    market.engine.audit();
  });

  test("may have another account of the same wallet as its fund", () => {
    const market = new SmallExchange();
    market.apply({ type: "add_broker", at: START, brokerId: "other", takerFee: 60 as never, makerFee: 30 as never });
    const { wallet } = market.engine.account(A);
    const fund = market.apply({ ...openAccount(70, "other"), wallet }).created;
    expect(market.apply(create({ fund, name: "x".repeat(64) })).code).toBeNull();
    // The fund account trades, and invests in no vault, its own included.
    market.apply(deposit(fund, 1_000 * USDC, "fund"));
    const request = { type: "request_vault_operation", at: START, account: fund, vaultId: VAULT } as const;
    expect(wordsOf(market.apply({ ...request, operation: "LP_DEPOSIT", amount: 500 * USDC }).rejection)).toBe(
      "a vault's fund makes no vault requests",
    );
  });
});

test("a vault's fund is another account of its provider, and starts empty", () => {
  const made = (prepare: (market: SmallExchange, fund: number) => void, more: Partial<CreateVault> = {}) => {
    const market = new SmallExchange();
    const sub = { account: A, number: 1, accountId: "0xfund", description: "" };
    const fund = market.apply({ type: "add_sub_account", at: START, ...sub }).created;
    prepare(market, fund);
    return market.apply(create({ fund, ...more })).code;
  };
  const withRow = (write: (rows: SmallExchange["state"]["rows"], row: number) => void) =>
    made(({ state: { rows, accounts } }, fund) => write(rows, rows.obtain(accounts, fund, 0, "CROSS")));
  expect([made(() => {}), made(() => {}, { profile: null }), withRow(() => {})]).toEqual([null, null, null]);
  expect([
    withRow((rows, row) => rows.setQuantity(row, 1)),
    withRow((rows, row) => rows.setCost(row, 1)),
    withRow((rows, row) => rows.setOrders(row, 1)),
  ]).toEqual([-1012, -1012, -1012]);
  const [fresh, stranger] = [new SmallExchange(), new SmallExchange()];
  const provider = fresh.apply(openAccount(70, "builder")).created;
  expect(fresh.apply(create({ provider, fund: provider })).code).toBe(-1012);
  const other = stranger.apply(openAccount(70, "builder")).created;
  expect(stranger.apply(create({ fund: other })).code).toBe(-1012);
});

test("a vault that was never opened can be closed whatever its provider holds", () => {
  const vault = new SmallVault();
  expect(vault.set("closing").code).toBeNull();
});

test("a vault opens when its provider holds the reserve in shares", () => {
  const vault = new SmallVault();
  expect(vault.set("live").code).toBe(-1012);
  vault.ask(C, "SP_DEPOSIT", 50_000 * USDC - 1);
  vault.nextPeriod();
  expect(wordsOf(vault.set("live").rejection)).toBe(
    "the provider holds 49999.999999 strategy shares, at least 50000 are required",
  );
  // Money sent to the fund raises the price of shares, not their number.
  vault.gain(50_000, A);
  vault.nextPeriod();
  expect(vault.set("live").code).toBe(-1012);
  vault.ask(C, "SP_DEPOSIT", 3);
  vault.nextPeriod();
  const { code, vault: events } = vault.set("live");
  expect([code, events[0] as object]).toMatchObject([null, { type: "state_changed", vaultId: VAULT, state: "live" }]);
  expect(vault.set("live").code).toBe(-1012);
  expect(vault.apply({ type: "set_vault_state", at: START, vaultId: "0x0", state: "live" }).code).toBe(-1006);
});

test("until behaviour 3 the reserve was the value of the shares, so that a gift was enough", () => {
  const opened = (behaviour: number) => {
    const vault = new SmallVault();
    vault.state.behaviour = behaviour;
    vault.ask(C, "SP_DEPOSIT", 40_000 * USDC);
    vault.nextPeriod();
    vault.gain(10_000, A);
    vault.nextPeriod();
    return vault.set("live").code;
  };
  expect([opened(2), opened(3)]).toEqual([null, -1012]);
});
