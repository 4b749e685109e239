// Exchange of shares and money at the prices of a period start, since behaviour 3 and before. Rules 10.3 (4), (5).

import { describe, expect, test } from "bun:test";
import { BEHAVIOUR } from "../../base/behaviour.ts";
import { ticks } from "../../base/units.ts";
import type { VaultOperation } from "../../memory/business/vaults.ts";
import { depositByHand, openByHand } from "../../testing/hand-made.ts";
import { A, B, D, USDC } from "../../testing/small-exchange.ts";
import { SmallVault, steps, VAULT } from "../../testing/small-vault.ts";
import { fundNav } from "./fund.ts";
import { invest } from "./share-exchange.ts";

const K = 1_000 * USDC;
const E8 = 100_000_000n;

/**
 * A and B have 100,000 each; the fund has gained, and the provider's fee makes a main share worth less than a strategy
 * share.
 */
function grown(behaviour: number) {
  const vault = SmallVault.live(20);
  vault.state.behaviour = behaviour;
  for (const account of [A, B]) vault.ask(account, "LP_DEPOSIT", 100 * K);
  vault.nextPeriod();
  vault.after(48);
  vault.gain(1_234.567_891, D);
  vault.nextPeriod();
  const record = vault.state.vaults.list()[0]!;
  const { mainPrice, strategyPrice, mainShares, vaultStrategyShares } = record;
  expect([mainPrice, strategyPrice]).toEqual([100_329_217, 100_411_522]);
  const [main, strategy, m, v] = [mainPrice, strategyPrice, mainShares, vaultStrategyShares].map(BigInt) as bigint[];
  return { vault, record, main: main!, strategy: strategy!, m: m!, v: v! };
}

describe("a redemption", () => {
  test("is paid its part of the vault's strategy shares; before behaviour 3, the rounded price of a main share", () => {
    const shares = 12_345_678_901n;
    const paid = (behaviour: number) => {
      const { vault, record, ...before } = grown(behaviour);
      vault.ask(A, "LP_WITHDRAW", Number(shares));
      const amount = steps(vault.nextPeriod())[0]![2];
      return { ...before, amount, given: before.v - BigInt(record.vaultStrategyShares) };
    };
    const now = paid(3);
    expect(now.given).toBe((now.v * shares) / now.m);
    expect(now.amount).toBe(Number((now.given * now.strategy) / E8));
    const former = paid(2);
    expect(former.amount).toBe(Number((shares * former.main) / E8));
    // As many strategy shares as cover the amount, rounded up.
    expect(former.given).toBe((BigInt(former.amount) * E8 + former.strategy - 1n) / former.strategy);
    expect(former.amount).not.toBe(now.amount);
  });

  test("beyond the gate is as many shares as the gate allows at that price", () => {
    const left = (behaviour: number) => {
      const { vault, record, ...before } = grown(behaviour);
      vault.ask(A, "LP_WITHDRAW", 100 * K);
      vault.nextPeriod();
      expect(record.gateTriggered).toBe(true);
      return { ...before, room: (before.v * before.strategy) / E8 / 10n, went: 100 * K - record.queue[0]!.left };
    };
    const now = left(3);
    expect(now.went).toBe(Number((now.m * ((now.room * E8) / now.strategy)) / now.v));
    const former = left(2);
    expect(former.went).toBe(Number((former.room * E8) / former.main));
    expect(former.went).not.toBe(now.went);
  });
});

test("an account that comes when the gate is full is settled nothing, and asking for shares does not create a holder", () => {
  const vault = SmallVault.live(0);
  for (const account of [A, B]) vault.ask(account, "LP_DEPOSIT", 100 * K);
  vault.nextPeriod();
  vault.after(48);
  for (const account of [A, B]) vault.ask(account, "LP_WITHDRAW", 100 * K);
  const settled = vault.nextPeriod().flatMap((each) => (each.type === "settled" ? [each.account] : []));
  expect(settled).toEqual([A]);
  const nothing = { total: 0, available: 0 };
  expect([vault.engine.vaults.shares(VAULT, D), vault.engine.vaults.shares("0x0", A)]).toEqual([nothing, nothing]);
});

test("a deposit gets main shares for the strategy shares it pays for; before behaviour 3, at their rounded price", () => {
  const amount = 777_777_777n;
  const minted = (behaviour: number) => {
    const { vault, ...before } = grown(behaviour);
    vault.ask(D, "LP_DEPOSIT", Number(amount));
    return { ...before, shares: steps(vault.nextPeriod())[0]![2] };
  };
  const now = minted(3);
  expect(now.shares).toBe(Number((now.m * ((amount * E8) / now.strategy)) / now.v));
  const former = minted(2);
  expect(former.shares).toBe(Number((amount * E8) / former.main));
  expect(former.shares).not.toBe(now.shares);
});

test("a deposit worth less than one main share mints nothing at all, and pays for nothing", () => {
  const { vault, record } = grown(3);
  const shares = record.vaultStrategyShares;
  // A single main share represents all that the vault has.
  record.mainShares = 1;
  const operation = { account: D, operation: "LP_DEPOSIT", amount: 100 * USDC } as VaultOperation;
  expect(invest(vault.state, record, operation)).toEqual({ shares: 0, cost: 0 });
  expect(record.vaultStrategyShares).toBe(shares);
});

test("a deposit in a vault whose main shares are worth nothing gets its part of the strategy shares; before behaviour 3, none", () => {
  const minted = (behaviour: number) => {
    const { vault, record } = grown(behaviour);
    record.mainPrice = 0;
    const operation = { account: D, operation: "LP_DEPOSIT", amount: 100 * USDC } as VaultOperation;
    return invest(vault.state, record, operation).shares > 0;
  };
  expect([minted(2), minted(3)]).toEqual([false, true]);
});

test("a deposit in a fund that owes more than it has gets nothing; before behaviour 3, what it paid for", () => {
  const minted = (behaviour: number) => {
    const { vault, record } = grown(behaviour);
    const operation = { account: D, operation: "LP_DEPOSIT", amount: 100 * USDC } as VaultOperation;
    depositByHand(vault.state, vault.fund, -vault.holding(vault.fund) - 1);
    expect(fundNav(vault.state, record)).toBe(-1);
    return invest(vault.state, record, operation).shares > 0;
  };
  expect([minted(2), minted(3)]).toEqual([true, false]);
});

test("a deposit whose shares could not be counted mints nothing", () => {
  for (const operation of ["LP_DEPOSIT", "SP_DEPOSIT"] as const) {
    const { vault, record } = grown(3);
    record.providerStrategyShares = Number.MAX_SAFE_INTEGER - record.vaultStrategyShares;
    const before = { ...record };
    const { amount, account } = { amount: 100 * USDC, account: D };
    expect(invest(vault.state, record, { account, operation, amount } as VaultOperation)).toEqual({
      shares: 0,
      cost: 0,
    });
    expect(record).toEqual(before);
  }
});

test("a deposit in a vault whose main shares have no strategy shares left gets as many as its money buys at the last price", () => {
  const { vault, record, strategy, main } = grown(3);
  record.vaultStrategyShares = 0;
  const operation = { account: D, operation: "LP_DEPOSIT", amount: 100 * USDC } as VaultOperation;
  const bought = (BigInt(operation.amount) * E8) / strategy;
  const { shares } = invest(vault.state, record, operation);
  expect([shares, record.vaultStrategyShares]).toEqual([Number((bought * strategy) / main), Number(bought)]);
});

describe("a period start", () => {
  /** 10 SOL at 150. */
  const position = { against: D, market: 0, quantity: 1_000, cost: 1_500 * USDC };

  test("waits while the index of a market with a position of the fund is in doubt; before behaviour 3 it did not", () => {
    const settled = (behaviour: number) => {
      const { vault, record } = grown(behaviour);
      openByHand(vault.state, { ...position, account: vault.fund });
      vault.sol.health.inDoubt = true;
      vault.state.isStill = null;
      vault.sol.pinned = true;
      const { period } = record;
      vault.nextPeriod();
      return record.period - period;
    };
    expect([settled(2), settled(3)]).toEqual([1, 0]);
  });

  test("of a closing vault without positions redeems every share; before behaviour 3, only what was requested", () => {
    const left = (behaviour: number) => {
      const { vault, record } = grown(behaviour);
      vault.set("closing");
      vault.nextPeriod();
      return [record.state, record.mainShares];
    };
    expect(left(2)).toEqual(["closing", 200_000_000_000]);
    expect(left(3)).toEqual(["closed", 0]);
  });

  test("values positions at the index; before behaviour 3, at the mark that traders can move", () => {
    const nav = (behaviour: number) => {
      const { vault, record } = grown(behaviour);
      openByHand(vault.state, { ...position, account: vault.fund });
      const before = fundNav(vault.state, record);
      vault.sol.mark = ticks(150_100);
      return fundNav(vault.state, record) - before;
    };
    expect([nav(2), nav(3)]).toEqual([USDC, 0]);
  });
});

test("with behaviour 3 no main share is worth more than its part of the vault, and none gains", () => {
  const adopted = (change: number, from = 2, to = 3) => {
    const { vault, record } = grown(from);
    const exact = Number(
      (BigInt(record.vaultStrategyShares) * BigInt(record.strategyPrice)) / BigInt(record.mainShares),
    );
    record.mainPrice = exact + change;
    vault.apply({ type: "set_behaviour", at: vault.engine.now, version: to });
    return record.mainPrice - exact;
  };
  expect([adopted(5), adopted(0), adopted(-5), adopted(5, 2, BEHAVIOUR)]).toEqual([0, 0, -5, 0]);
  // Prices are adopted with this behaviour, and neither before nor again.
  expect([adopted(5, 1, 2), adopted(5, 3, 4)]).toEqual([5, 5]);
});
