// Compares the visible state of strategy vaults in engine and model.

import { expect } from "bun:test";
import type { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { sharesOf } from "@evermark/model/business/vaults/strategy-vault-rules.ts";
import { navOf } from "@evermark/model/business/vaults/vault-periods.ts";
import type { NaiveExchange } from "@evermark/model/naive-exchange.ts";

export function compareVaults(both: { readonly engine: EngineByOpening; readonly naive: NaiveExchange }): void {
  const { engine } = both.engine;
  const { state } = both.naive;
  const numberOf = (account: number) => engine.findAccount(state.accounts[account]!.accountId);
  for (const vault of state.vaults.vaults) {
    const view = engine.vaults.vault(vault.id)!;
    const { vaultId, period, nextPeriodAt, mainPrice, strategyPrice, highWaterMark, gateTriggered } = view;
    const { mainShares, vaultStrategyShares, providerStrategyShares, fundNav, holderCount, queuedDeposits } = view;
    const shown = { vaultId, state: view.state, period, mainPrice, strategyPrice, highWaterMark, gateTriggered };
    const owned = { mainShares, vaultStrategyShares, providerStrategyShares, holderCount, queuedDeposits };
    const isOpen = vault.state !== "closed";
    expect({ ...shown, ...owned, ...(isOpen ? { nextPeriodAt, fundNav } : {}) } as object).toEqual({
      vaultId: vault.id,
      state: vault.state,
      period: vault.period,
      mainPrice: Number(vault.mainPrice),
      strategyPrice: Number(vault.strategyPrice),
      highWaterMark: Number(vault.highWater),
      gateTriggered: vault.gateTriggered,
      mainShares: Number(vault.mainShares),
      vaultStrategyShares: Number(vault.vaultStrategyShares),
      providerStrategyShares: Number(vault.providerStrategyShares),
      holderCount: new Set(vault.lots.map((lot) => lot.account)).size,
      queuedDeposits: Number(vault.cash.holding),
      ...(isOpen ? { nextPeriodAt: vault.nextAt, fundNav: Number(navOf(state, vault)) } : {}),
    });
    for (const { number } of state.accounts) {
      const { total, available } = sharesOf(state, vault, number);
      expect({ number, ...engine.vaults.shares(vault.id, numberOf(number)) }).toEqual({
        number,
        total: Number(total),
        available: Number(available),
      });
    }
    const operations = engine.vaults.operations(vault.id).map(({ state: _, ...operation }) => operation);
    expect(operations as unknown[]).toEqual(
      vault.operations.map(({ id, account, operation, amount, at, unsettled, due, paid }) => ({
        operationId: id,
        account: numberOf(account),
        operation,
        amount: Number(amount),
        at,
        unsettled: Number(unsettled),
        unpaid: Number(due - paid),
        paid: Number(paid),
      })),
    );
  }
}
