// Breaks each invariant of a vault on purpose and expects the audit to name it. Rules 10.

import { describe, expect, test } from "bun:test";
import type { Vault } from "../../memory/business/vaults.ts";
import { A, B, C, USDC } from "../../testing/small-exchange.ts";
import { SmallVault } from "../../testing/small-vault.ts";
import { fundNav } from "./fund.ts";
import { assertCovered, auditVaults } from "./vault-audit.ts";

const K = 1_000 * USDC;

/** A has shares and requests a redemption of some, B has a queued deposit, and the provider a queued withdrawal. */
function running() {
  const exchange = SmallVault.live(20);
  exchange.ask(A, "LP_DEPOSIT", 100 * K);
  exchange.nextPeriod();
  exchange.after(48);
  exchange.ask(A, "LP_WITHDRAW", 10 * K);
  exchange.ask(B, "LP_DEPOSIT", 10 * K);
  exchange.ask(C, "SP_WITHDRAW", 10 * K);
  const { state } = exchange;
  return { state, vault: state.vaults.list()[0]! };
}

const damages: readonly (readonly [string, (vault: Vault) => void])[] = [
  ["a holder has shares", ({ holders }) => holders.set(B, { free: 0, queued: 0, lots: [] })],
  ["a holder has shares", ({ holders }) => holders.set(B, { free: 5, queued: -1, lots: [] })],
  ["queued shares are in requests", ({ holders }) => void holders.get(A)!.queued++],
  ["every main share has a holder", (vault) => void vault.mainShares++],
  ["every main share has a holder", ({ holders }) => holders.set(B, { free: 1, queued: 0, lots: [] })],
  [
    "strategy shares without main shares are the provider's",
    (vault) => {
      vault.holders.clear();
      vault.mainShares = 0;
    },
  ],
  ["the provider redeems what it has", (vault) => void vault.providerQueued++],
  [
    "the provider redeems what it has",
    (vault) => {
      vault.providerStrategyShares = vault.providerQueued - 1;
    },
  ],
  [
    "the provider redeems what it has",
    (vault) => {
      vault.vaultStrategyShares = -1;
    },
  ],
  [
    "main shares are worth no more than the vault's strategy shares",
    (vault) => {
      vault.vaultStrategyShares -= 1;
    },
  ],
];

test("a sound vault passes", () => {
  const { state, vault } = running();
  auditVaults(state);
  assertCovered(vault, fundNav(state, vault));
});

describe("the audit of vaults names", () => {
  test.each(damages)("%s", (claim, damage) => {
    const { state, vault } = running();
    damage(vault);
    expect(() => auditVaults(state)).toThrow(`broken invariant: ${claim}`);
  });

  test("cash that no deposit has brought", () => {
    const { state, vault } = running();
    state.accounts.setHolding(vault.cash, state.accounts.holding(vault.cash) + 1);
    expect(() => auditVaults(state)).toThrow("a vault's cash is its queued deposits");
  });

  test("a fund that has less than its shares are worth", () => {
    const { state, vault } = running();
    const nav = fundNav(state, vault);
    expect(() => assertCovered(vault, nav - 1)).toThrow("strategy shares are worth no more than the fund");
    // A fund that owes has no price.
    expect(() => assertCovered(vault, -1)).not.toThrow();
  });
});
