// Period starts: prices, performance fee, gate, payment, closing. Rules 10.3 to 10.5.

import { describe, expect, test } from "bun:test";
import { millis } from "../../base/units.ts";
import type { VaultEvent } from "../../language/events/events.ts";
import { nextPeriodAfter, VAULT_TERMS } from "../../memory/business/vault-terms.ts";
import { deposit } from "../../testing/setup.ts";
import { A, B, C, D, USDC } from "../../testing/small-exchange.ts";
import { SmallVault, steps, VAULT } from "../../testing/small-vault.ts";
import { canSettle } from "./fund.ts";

const K = 1_000 * USDC;
const started = (events: readonly VaultEvent[]) => events.find((each) => each.type === "period_started")!;
const HOUR = 3_600_000;

/** A live vault with 100,000 from A and 100,000 from B, past the lock-up. */
function invested(): SmallVault {
  const vault = SmallVault.live(0);
  vault.ask(A, "LP_DEPOSIT", 100 * K);
  vault.ask(B, "LP_DEPOSIT", 100 * K);
  vault.nextPeriod();
  vault.after(48);
  return vault;
}

describe("periods", () => {
  test("of an operator's vault start at 02, 05, 08, … UTC, of a permissionless one every third day", () => {
    const day = Date.UTC(2023, 10, 14);
    expect([0, 2, 4.99, 23].map((hour) => (nextPeriodAfter("operator", day + hour * HOUR) - day) / HOUR)).toEqual([
      2, 5, 5, 26,
    ]);
    const next = nextPeriodAfter("permissionless", day);
    expect([next % VAULT_TERMS.permissionless.periodMs, next > day, next - day <= 3 * 24 * HOUR]).toEqual([
      0,
      true,
      true,
    ]);
  });

  test("settle earlier requests, and count up", () => {
    const vault = new SmallVault();
    vault.ask(C, "SP_DEPOSIT", 100 * K);
    const before = vault.vault.nextPeriodAt;
    expect(vault.apply({ type: "tick", at: (before - 1_000) as never }).vault).toEqual([]);
    const events = vault.nextPeriod();
    expect(steps(events)).toEqual([[1, "completed", 100 * K]]);
    expect(started(events) as object).toEqual({
      type: "period_started",
      vaultId: VAULT,
      period: 1,
      nav: 0,
      mainPrice: 100_000_000,
      strategyPrice: 100_000_000,
      performanceFeeShares: 0,
      mainShares: 0,
      vaultStrategyShares: 0,
      providerStrategyShares: 100 * K,
      deposited: 0,
      withdrawn: 0,
      gateTriggered: false,
      at: before,
    });
    expect([vault.vault.period, vault.vault.nextPeriodAt - before, vault.holding(vault.fund)]).toEqual([
      1,
      3 * HOUR,
      100 * K,
    ]);
    vault.engine.audit();
  });

  test("that were missed come as one", () => {
    const vault = SmallVault.live();
    expect(vault.after(30).filter((each) => each.type === "period_started").length).toBe(1);
    expect(vault.vault.period).toBe(2);
  });
});

test("before behaviour 3 a fund settled where its market was believed and could be liquidated in", () => {
  const vault = SmallVault.live(0);
  vault.trade(vault.fund, "BUY", D, 150, 1);
  const { state, sol } = vault;
  state.behaviour = 2;
  const canNow = () => canSettle(state, state.vaults.find(VAULT)!);
  expect(canNow()).toBe(true);
  sol.health.trouble = "INDEX_JUMP";
  expect(canNow()).toBe(false);
  state.behaviour = 3;
  // From that behaviour on only whether it can be liquidated counts: the index is not in doubt yet.
  expect(canNow()).toBe(true);
  state.behaviour = 2;
  sol.health.trouble = "";
  state.venue.phase = "running";
  expect(canNow()).toBe(false);
});

describe("a settlement price", () => {
  test("is the fund's value at the start, profit of open positions included", () => {
    const vault = SmallVault.live(0);
    vault.ask(A, "LP_DEPOSIT", 100 * K);
    vault.nextPeriod();
    // 1,000 long from 150 to 170: 20,000 up, 90 of fee, of 200,000.
    vault.trade(vault.fund, "BUY", D, 150, 1_000);
    vault.pin(170);
    vault.ask(B, "LP_DEPOSIT", 10_995_500_000);
    const { nav, strategyPrice, mainPrice } = started(vault.nextPeriod()) as VaultEvent & { type: "period_started" };
    expect([nav, strategyPrice, mainPrice]).toEqual([219_910 * USDC, 109_955_000, 109_955_000]);
    expect(vault.engine.position(vault.fund, 0, "CROSS").unsettledPnl as number).toBe(0);
    expect(vault.engine.vaults.shares(VAULT, B).total).toBe(10_000 * USDC);
    vault.engine.audit();
  });

  test("is computed at the index, whatever the mark is", () => {
    const vault = SmallVault.live(0);
    vault.ask(A, "LP_DEPOSIT", 100 * K);
    vault.nextPeriod();
    vault.trade(vault.fund, "BUY", D, 150, 1_000);
    vault.pin(150);
    const { sol } = vault;
    const before = vault.vault.fundNav;
    // The mark is painted to its upper bound, 0.125 % above the index: 187.50 on a thousand.
    vault.rest(D, "SELL", 150.3, 1);
    vault.rest(B, "BUY", 150.2, 1);
    vault.pin(150);
    expect(sol.mark).toBeGreaterThan(sol.index);
    expect(vault.engine.margin(vault.fund).accountValue as number).toBeGreaterThan(before);
    expect(vault.vault.fundNav).toBe(before);
    expect((started(vault.nextPeriod()) as { nav: number }).nav).toBe(before);
    vault.engine.audit();
  });
});

describe("a fund that owes more than it has", () => {
  /** Its provider redeemed everything before the launch and is paid in part; the remaining position loses the rest. */
  function indebted(): SmallVault {
    const vault = new SmallVault();
    vault.ask(C, "SP_DEPOSIT", 100 * K);
    vault.nextPeriod();
    vault.trade(vault.fund, "BUY", D, 150, 1_000);
    vault.pin(150);
    vault.ask(C, "SP_WITHDRAW", 100 * K);
    expect(steps(vault.nextPeriod()).map(([id, state]) => [id, state])).toEqual([[2, "assigned"]]);
    vault.pin(145);
    return vault;
  }

  test("sells no shares: deposits are returned", () => {
    const vault = indebted();
    expect([vault.vault.providerStrategyShares, vault.vault.fundNav]).toEqual([0, -5 * K]);
    // Less than it owes, exactly that, and more.
    for (const [id, amount] of [
      [3, 4 * K],
      [4, 5 * K],
      [5, 50 * K],
    ] as const) {
      const before = vault.holding(C);
      vault.ask(C, "SP_DEPOSIT", amount);
      expect(steps(vault.nextPeriod()).filter(([operation]) => operation === id)).toEqual([[id, "failed", 0]]);
      expect([vault.holding(C), vault.vault.providerStrategyShares]).toEqual([before, 0]);
    }
    vault.engine.audit();
  });

  test("sells shares again once it has what it owes", () => {
    const vault = indebted();
    vault.gain(5_000, C);
    vault.ask(C, "SP_DEPOSIT", 50 * K);
    const { strategyPrice } = vault.vault;
    expect(steps(vault.nextPeriod()).find(([id]) => id === 3)?.[1]).toBe("completed");
    expect(vault.vault.strategyPrice).toBe(strategyPrice);
    expect(vault.vault.providerStrategyShares).toBeGreaterThan(0);
    vault.engine.audit();
  });
});

describe("a start that is due", () => {
  /** A vault whose fund is long 100, with a withdrawal and a deposit requested in time. */
  function holding(): SmallVault {
    const vault = invested();
    vault.trade(vault.fund, "BUY", D, 150, 100);
    vault.ask(A, "LP_WITHDRAW", 5 * K);
    vault.ask(D, "LP_DEPOSIT", 7 * K);
    return vault;
  }
  const set = (vault: SmallVault, state: "HALTED" | "ACTIVE") =>
    vault.apply({ type: "set_market_state", at: vault.engine.now, market: 0, state, reason: "" });
  const tickIn = (vault: SmallVault, seconds: number) =>
    vault.apply({ type: "tick", at: millis(vault.engine.now + seconds * 1_000) }).vault;

  test("waits while the fund holds a position in a paused market; requests made meanwhile belong to the next one", () => {
    const vault = holding();
    vault.pin(150);
    const { nextPeriodAt, period } = vault.vault;
    set(vault, "HALTED");
    expect(vault.nextPeriod()).toEqual([]);
    tickIn(vault, 1);
    vault.ask(B, "LP_WITHDRAW", 6 * K);
    vault.ask(B, "LP_DEPOSIT", 8 * K);
    vault.ask(C, "SP_WITHDRAW", 1 * K);
    set(vault, "ACTIVE");
    const events = tickIn(vault, 1);
    expect(steps(events).map(([id, state]) => [id, state])).toEqual([
      [5, "completed"],
      [4, "completed"],
    ]);
    expect([vault.vault.period, vault.vault.nextPeriodAt]).toEqual([period + 1, nextPeriodAt + 3 * HOUR]);
    expect(vault.engine.vaults.operations(VAULT).map(({ operationId, unsettled }) => [operationId, unsettled])).toEqual(
      [
        [6, 6 * K],
        [7, 8 * K],
        [8, 1 * K],
      ],
    );
    vault.engine.audit();
    expect(steps(vault.nextPeriod()).map(([id, state]) => [id, state])).toEqual([
      [7, "completed"],
      [6, "completed"],
      [8, "completed"],
    ]);
    vault.engine.audit();
  });

  test("waits through maintenance and the minute after it, with an isolated position as well", () => {
    const vault = invested();
    vault.pin(150);
    vault.rest(D, "SELL", 150, 100);
    vault.rest(vault.fund, "BUY", 150, 100, { marginMode: "ISOLATED" });
    const { nextPeriodAt } = vault.vault;
    const window = { startAt: millis(nextPeriodAt - 1_000), endAt: millis(nextPeriodAt + 10_000), message: "" };
    vault.apply({ type: "schedule_maintenance", at: vault.engine.now, ...window });
    expect([vault.nextPeriod(), tickIn(vault, 10), tickIn(vault, 59)]).toEqual([[], [], []]);
    expect(started(tickIn(vault, 1)).at as number).toBe(nextPeriodAt + 70_000);
  });

  test("waits until the index has been reported after a start of the venue", () => {
    const vault = holding();
    const { nextPeriodAt } = vault.vault;
    const resumesAt = millis(nextPeriodAt - 5_000);
    vault.apply({ type: "start_session", at: resumesAt, resumesAt });
    expect(vault.nextPeriod()).toEqual([]);
    vault.pin(150);
    expect(started(tickIn(vault, 1)).at as number).toBe(nextPeriodAt + 1_000);
  });

  test("waits while the fund is in liquidation, even with a positive value", () => {
    const vault = invested();
    vault.trade(vault.fund, "BUY", D, 150, 10_000);
    const { nextPeriodAt } = vault.vault;
    vault.apply({ type: "tick", at: millis(nextPeriodAt - 1_000) });
    vault.pin(122);
    expect(vault.engine.liquidations.isLiquidating(vault.fund, 0)).toBe(true);
    expect(vault.nextPeriod()).toEqual([]);
    expect(vault.vault.fundNav).toBeGreaterThan(0);
    vault.pin(150);
    expect(started(tickIn(vault, 1)).at as number).toBe(nextPeriodAt + 1_000);
  });

  test("does not wait for a market in which the fund has no position", () => {
    const vault = invested();
    vault.pin(150);
    set(vault, "HALTED");
    vault.ask(A, "LP_WITHDRAW", 5 * K);
    expect(steps(vault.nextPeriod())).toEqual([[4, "completed", 5 * K]]);
  });
});

describe("the performance fee", () => {
  test("moves strategy shares to the provider, once for a gain, and not again below the mark", () => {
    const vault = SmallVault.live(20);
    vault.ask(A, "LP_DEPOSIT", 100 * K);
    vault.nextPeriod();
    vault.gain(20_000, D);
    // 220,000 over 200,000 shares: 1.1. 20 % of the investors' 10,000 gain is 2,000, at 1.1 a share.
    expect(started(vault.nextPeriod()) as object).toMatchObject({
      strategyPrice: 110_000_000,
      performanceFeeShares: 1_818_181_818,
      mainPrice: 108_000_000,
    });
    expect(vault.vault).toMatchObject({ highWaterMark: 108_000_000, providerStrategyShares: 101_818_181_818 });
    expect(started(vault.nextPeriod()) as object).toMatchObject({ performanceFeeShares: 0 });
    // Down and back up to the mark: no second fee.
    vault.trade(vault.fund, "BUY", D, 150, 1_000);
    vault.pin(140);
    expect(started(vault.nextPeriod()) as object).toMatchObject({ performanceFeeShares: 0 });
    vault.pin(150);
    expect(started(vault.nextPeriod()) as object).toMatchObject({ performanceFeeShares: 0 });
    expect(vault.vault.highWaterMark).toBe(108_000_000);
    vault.engine.audit();
  });
});

describe("redemptions", () => {
  test("are paid into balances, and their shares are burned", () => {
    const vault = invested();
    const before = vault.holding(A);
    vault.ask(A, "LP_WITHDRAW", 15 * K);
    expect(steps(vault.nextPeriod())).toEqual([[4, "completed", 15 * K]]);
    expect([vault.holding(A) - before, vault.vault.mainShares, vault.vault.vaultStrategyShares]).toEqual([
      15 * K,
      185 * K,
      185 * K,
    ]);
    expect(vault.engine.vaults.shares(VAULT, A)).toEqual({ total: 85 * K, available: 85 * K });
    vault.engine.audit();
  });

  test("pass the gate in the order of requests, ten percent of the vault a period", () => {
    const vault = invested();
    vault.ask(A, "LP_WITHDRAW", 15 * K);
    vault.ask(B, "LP_WITHDRAW", 25 * K);
    const events = vault.nextPeriod();
    expect(steps(events)).toEqual([
      [4, "completed", 15 * K],
      [5, "pending", 5 * K],
    ]);
    expect(started(events) as object).toMatchObject({ withdrawn: 20 * K, gateTriggered: true });
    expect([vault.vault.gateTriggered, vault.engine.vaults.operations(VAULT)[0]!.unsettled]).toEqual([true, 20 * K]);
    // The vault is worth 180,000 now; a later request waits behind.
    vault.ask(A, "LP_WITHDRAW", 10 * K);
    expect(steps(vault.nextPeriod())).toEqual([[5, "pending", 23 * K]]);
    expect(steps(vault.nextPeriod())).toEqual([
      [5, "completed", 25 * K],
      [6, "completed", 10 * K],
    ]);
    expect(vault.vault.gateTriggered).toBe(false);
    vault.engine.audit();
  });

  test("pass the gate up to whole micros of it", () => {
    const vault = SmallVault.live(0);
    vault.ask(A, "LP_DEPOSIT", 200 * K + 5);
    vault.nextPeriod();
    vault.after(48);
    vault.ask(A, "LP_WITHDRAW", 30 * K);
    expect(steps(vault.nextPeriod())).toEqual([[3, "pending", 20 * K]]);
  });

  test("wait as assigned where the fund is short, at their price, and are paid as it can", () => {
    const vault = invested();
    // 280,000 of 300,000 are bound: 18,900 at 10 times leverage is more than the position allows to leave.
    vault.apply({
      type: "set_leverage",
      at: vault.engine.now,
      account: vault.fund,
      market: 0,
      leverage: 1,
      marginMode: "CROSS",
    });
    vault.trade(vault.fund, "BUY", D, 150, 1_900);
    const free = vault.engine.margin(vault.fund).withdrawable;
    vault.ask(A, "LP_WITHDRAW", 18 * K);
    const events = vault.nextPeriod();
    expect(steps(events)).toEqual([[4, "assigned", free]]);
    const [assigned] = vault.engine.vaults.operations(VAULT);
    expect([assigned!.state, assigned!.unsettled, assigned!.paid]).toEqual(["assigned", 0, free]);
    const price = vault.vault.mainPrice;
    vault.engine.audit();
    // The debt does not count for the remaining shares, and the redeemer does not gain from a better price.
    vault.gain(3_000, D);
    const later = vault.nextPeriod();
    expect(steps(later)[0]!.slice(0, 2)).toEqual([4, "assigned"]);
    // The redemption has already been settled as a whole.
    expect(later.filter(({ type }) => type === "settled")).toEqual([]);
    vault.trade(vault.fund, "SELL", D, 150, 1_900);
    const last = steps(vault.nextPeriod())[0]!;
    expect(last.slice(0, 2)).toEqual([4, "completed"]);
    expect(last[2]).toBe(Math.floor((18 * K * price) / 100_000_000));
    vault.engine.audit();
  });

  test("by the provider count shares: a fund that has fallen since lets them go, one that has grown may not", () => {
    const fallen = invested();
    fallen.ask(C, "SP_WITHDRAW", 45 * K);
    fallen.trade(fallen.fund, "BUY", D, 150, 5_000);
    fallen.pin(130);
    expect(steps(fallen.nextPeriod()).map(([id, state]) => [id, state])).toEqual([[4, "completed"]]);
    const vault = invested();
    vault.apply(deposit(A, 6_000 * K, "faucet:0:9"));
    vault.trade(vault.fund, "BUY", D, 150, 100);
    vault.ask(A, "LP_DEPOSIT", 6_000 * K);
    vault.pin(150);
    const halt = (state: "HALTED" | "ACTIVE") =>
      vault.apply({ type: "set_market_state", at: vault.engine.now, market: 0, state, reason: "" });
    halt("HALTED");
    vault.nextPeriod();
    vault.apply({ type: "tick", at: millis(vault.engine.now + 1_000) });
    // Requested while a start waits: the deposit is settled first, and then 55,000 are less than one percent.
    vault.ask(C, "SP_WITHDRAW", 45 * K);
    halt("ACTIVE");
    vault.apply({ type: "tick", at: millis(vault.engine.now + 1_000) });
    expect(steps(vault.nextPeriod())).toEqual([[5, "failed", 0]]);
    expect([vault.vault.providerStrategyShares, vault.engine.vaults.operations(VAULT)]).toEqual([100 * K, []]);
    vault.engine.audit();
  });

  test("are a part of the vault's strategy shares, cut to whole ones, whatever the rounded price", () => {
    const vault = SmallVault.live(0);
    vault.ask(A, "LP_DEPOSIT", 10 * K);
    vault.nextPeriod();
    vault.gain(10_001, D);
    vault.nextPeriod();
    vault.after(48);
    const { vaultStrategyShares, mainShares, strategyPrice } = vault.vault;
    expect([vaultStrategyShares, mainShares, strategyPrice]).toEqual([10 * K, 10 * K, 109_091_818]);
    vault.ask(A, "LP_WITHDRAW", 333_333_333);
    // 333.333333 shares at 1.09091818.
    expect(steps(vault.nextPeriod())).toEqual([[3, "completed", 363_639_392]]);
    expect(vault.vault.vaultStrategyShares).toBe(10 * K - 333_333_333);
    vault.engine.audit();
  });
});

describe("deposits", () => {
  test("pay for whole shares, and the rest is returned", () => {
    const vault = SmallVault.live(0);
    vault.ask(A, "LP_DEPOSIT", 10 * K);
    vault.nextPeriod();
    // 2,200,000 over 110,000 shares: 20 USDC a share, so that a millionth of one costs 20 micros.
    vault.apply(deposit(D, 3_000 * K, "faucet:3:9"));
    vault.gain(2_090_000, D);
    vault.nextPeriod();
    expect(vault.vault.strategyPrice).toBe(2_000_000_000);
    const [before, fund] = [vault.holding(B), vault.holding(vault.fund)];
    vault.ask(B, "LP_DEPOSIT", 1_000 * USDC + 19);
    expect(steps(vault.nextPeriod())).toEqual([[3, "completed", 50 * USDC]]);
    expect([before - vault.holding(B), vault.holding(vault.fund) - fund]).toEqual([1_000 * USDC, 1_000 * USDC]);
    vault.engine.audit();
  });

  test("of less than a millionth of a share are returned whole", () => {
    const vault = SmallVault.live(0);
    vault.apply(deposit(D, 3_000 * K, "faucet:3:9"));
    vault.gain(2_000_000, D);
    vault.nextPeriod();
    expect(vault.vault.strategyPrice).toBe(2_100_000_000);
    const before = vault.holding(C);
    vault.ask(C, "SP_DEPOSIT", 20);
    expect(steps(vault.nextPeriod())).toEqual([[2, "failed", 0]]);
    expect(vault.holding(C)).toBe(before);
    vault.engine.audit();
  });
});

describe("a fund without any value", () => {
  test("takes no deposits: they are returned", () => {
    const vault = SmallVault.live(0);
    vault.ask(A, "LP_DEPOSIT", 100 * K);
    vault.nextPeriod();
    vault.ask(B, "LP_DEPOSIT", 50 * K);
    // Fully liquidated.
    vault.trade(vault.fund, "BUY", D, 150, 10_000);
    vault.pin(130);
    expect(vault.engine.margin(vault.fund).accountValue as number).toBe(0);
    const before = vault.holding(B);
    const events = vault.nextPeriod();
    expect([steps(events), (started(events) as { mainPrice: number }).mainPrice]).toEqual([[[3, "failed", 0]], 0]);
    expect(vault.holding(B) - before).toBe(50 * K);
    vault.engine.audit();
  });
});

test("a provider's redemption from a fund without any value is settled at once, with nothing", () => {
  const vault = SmallVault.live(0);
  vault.ask(A, "LP_DEPOSIT", 100 * K);
  vault.nextPeriod();
  vault.trade(vault.fund, "BUY", D, 150, 10_000);
  vault.set("closing");
  vault.ask(C, "SP_WITHDRAW", 10 * K);
  vault.pin(130);
  expect(vault.engine.margin(vault.fund).accountValue as number).toBe(0);
  expect(steps(vault.nextPeriod())).toContainEqual([3, "completed", 0]);
});

describe("a vault that closes", () => {
  test("returns queued deposits, lifts lock-ups and the gate, and trades only to reduce", () => {
    const vault = invested();
    vault.ask(D, "LP_DEPOSIT", 10 * K);
    vault.trade(vault.fund, "BUY", D, 150, 100);
    const open = vault.rest(vault.fund, "BUY", 149, 1);
    const { vault: events } = vault.set("closing");
    expect([steps(events), vault.engine.findOrder(open)]).toEqual([[[4, "failed", 0]], undefined]);
    expect(vault.order(vault.fund, "BUY", "LIMIT", 149, 1).code).toBe(-1012);
    expect(vault.order(vault.fund, "SELL", "LIMIT", 155, 1, { reduceOnly: true }).code).toBeNull();
    vault.ask(A, "LP_WITHDRAW", 100 * K);
    expect(steps(vault.nextPeriod()).map(([id, state]) => [id, state])).toEqual([[5, "completed"]]);
    expect(vault.vault.state).toBe("closing");
    vault.engine.audit();
  });

  test("redeems every share without requests at the first start at which its fund has no position", () => {
    const vault = invested();
    vault.trade(vault.fund, "BUY", D, 150, 100);
    vault.pin(150);
    vault.set("closing");
    vault.ask(A, "LP_WITHDRAW", 40 * K);
    expect(steps(vault.nextPeriod()).map(([id, state]) => [id, state])).toEqual([[4, "completed"]]);
    const before = [A, B].map((account) => vault.holding(account));
    vault.rest(D, "BUY", 150, 100);
    vault.order(vault.fund, "SELL", "LIMIT", 150, 100, { reduceOnly: true });
    const { strategyPrice } = vault.vault;
    const events = vault.nextPeriod();
    expect(steps(events).map(([id, state]) => [id, state])).toEqual([
      [5, "pending"],
      [6, "pending"],
      [5, "completed"],
      [6, "completed"],
    ]);
    expect(events.at(-1) as object).toMatchObject({ type: "state_changed", state: "closed" });
    expect(vault.vault).toMatchObject({ mainShares: 0, vaultStrategyShares: 0, holderCount: 0 });
    const paid = [A, B].map((account, i) => vault.holding(account) - before[i]!);
    expect(Math.abs(paid[0]! / paid[1]! - 0.6)).toBeLessThan(1e-9);
    expect(paid[1]).toBeLessThanOrEqual(Math.floor((100 * K * strategyPrice) / 100_000_000));
    vault.engine.audit();
  });

  test("stays until the last amount due is paid, although every share is burned", () => {
    const vault = invested();
    const leverage = { market: 0, leverage: 1, marginMode: "CROSS" } as const;
    vault.apply({ type: "set_leverage", at: vault.engine.now, account: vault.fund, ...leverage });
    vault.trade(vault.fund, "BUY", D, 150, 1_900);
    vault.set("closing");
    for (const account of [A, B]) vault.ask(account, "LP_WITHDRAW", 100 * K);
    const where = (events: readonly VaultEvent[]) => steps(events).map(([id, state]) => [id, state]);
    const [assigned, completed] = ["assigned", "completed"].map((state) => [4, 5].map((id) => [id, state]));
    for (let start = 0; start < 2; start++) {
      expect(where(vault.nextPeriod())).toEqual(assigned!);
      expect(vault.vault).toMatchObject({ state: "closing", mainShares: 0 });
      vault.engine.audit();
    }
    vault.rest(D, "BUY", 150, 1_900);
    vault.order(vault.fund, "SELL", "LIMIT", 150, 1_900, { reduceOnly: true });
    expect(where(vault.nextPeriod())).toEqual(completed!);
    expect(vault.vault.state).toBe("closed");
    vault.engine.audit();
  });

  test("is closed with the last main share, and the rest returns to the provider's account", () => {
    const vault = invested();
    vault.gain(30_000, D);
    vault.set("closing");
    vault.ask(C, "SP_WITHDRAW", 10 * K);
    for (const account of [A, B]) vault.ask(account, "LP_WITHDRAW", 100 * K);
    const events = vault.nextPeriod();
    expect(steps(events)).toEqual([
      [4, "completed", 11 * K],
      [5, "completed", 110 * K],
      [6, "completed", 110 * K],
    ]);
    expect(events.at(-1) as object).toMatchObject({ type: "state_changed", state: "closed" });
    expect([vault.holding(vault.fund), vault.engine.vaults.vaultOfFund(vault.fund)]).toEqual([99 * K, undefined]);
    const receivers = [{ account: C, amount: (99 * K) as never }];
    const { now: at } = vault.engine;
    expect(vault.apply({ type: "transfer_funds", at, account: vault.fund, receivers, nonce: 0 }).code).toBeNull();
    expect(vault.order(vault.fund, "BUY", "LIMIT", 149, 1).code).toBe(-1101);
    expect(vault.after(6)).toEqual([]);
    expect([vault.set("live").code, vault.set("closing").code]).toEqual([-1012, -1012]);
    vault.engine.audit();
  });
});

test("a redemption that pays its owner's debt in a market that stands still ends the venue's halt on the same tick", () => {
  const vault = SmallVault.live(0);
  vault.ask(A, "LP_DEPOSIT", 950 * K);
  vault.nextPeriod();
  vault.after(48);
  vault.trade(A, "BUY", D, 150, 1_000);
  vault.ask(A, "LP_WITHDRAW", 90 * K);
  vault.apply({ type: "set_market_state", at: vault.engine.now, market: 0, state: "HALTED", reason: "" });
  vault.pin(95);
  expect(vault.engine.venue().solvencyHalt).toBe(true);
  vault.nextPeriod();
  expect(vault.engine.margin(A).accountValue as number).toBeGreaterThan(0);
  expect(vault.engine.venue().solvencyHalt).toBe(false);
  vault.engine.audit();
});
