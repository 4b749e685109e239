// The start of a vault's period, in the order of rules 10.3: the fund is settled and valued, the provider gets its
// performance fee, prices are fixed, redemptions and deposits are settled at them, and money moves.

import { assert } from "../../base/fault.ts";
import { mulDivFloor } from "../../base/numbers/arithmetic.ts";
import type { Micros, Millis, SharesOrMicros } from "../../base/units.ts";
import type { Listener } from "../../language/events/events.ts";
import { queueShares, totalOf } from "../../memory/business/vault-holders.ts";
import { nextPeriodAfter, VAULT_TERMS } from "../../memory/business/vault-terms.ts";
import type { Vault, VaultOperation } from "../../memory/business/vaults.ts";
import type { State } from "../../memory/state.ts";
import { investDeposit, isDeposit, pay, returnDeposit } from "./cash.ts";
import { canSettle, fundNav, holdsRows, releaseFund, settleFund } from "./fund.ts";
import { leavesProviderEnough } from "./provider.ts";
import { EXACT_SINCE, invest, redeem } from "./share-exchange.ts";
import { pricesAt, worth } from "./share-prices.ts";
import { assertCash, assertCovered } from "./vault-audit.ts";
import { reportOperation, reportSettled, reportState } from "./vault-reports.ts";
import { newOperation } from "./vault-requests.ts";

/**
 * Rules 0.2 step 9. A start that falls due while its fund cannot be valued waits until it can, so that no shares and no
 * money change hands at the price of a market that stands still.
 */
export function startPeriods(state: State, out: Listener): void {
  for (const vault of state.vaults.list()) {
    if (vault.state === "closed" || state.now < vault.nextPeriodAt || !canSettle(state, vault)) continue;
    startPeriod(state, vault, out);
  }
}

function startPeriod(state: State, vault: Vault, out: Listener): void {
  settleFund(state, vault, out);
  const nav = fundNav(state, vault);
  const feeShares = fixPrices(vault, nav);
  // A request made while a start waits could know its outcome, so it belongs to the next start.
  const dissolves = vault.state === "closing" && state.behaviour >= EXACT_SINCE && !holdsRows(state, vault);
  const dueAt = dissolves ? state.now : vault.nextPeriodAt;
  if (dissolves) redeemAll(state, vault, out);
  vault.period++;
  vault.nextPeriodAt = nextPeriodAfter(vault.kind, state.now);
  const withdrawn = settleWithdrawals(state, vault, dueAt, out);
  const deposited = settleDeposits(state, vault, dueAt, out);
  payRedemptions(state, vault, out);
  assertCash(state, vault);
  if (state.behaviour >= EXACT_SINCE) assertCovered(vault, fundNav(state, vault));
  out.vault({
    type: "period_started",
    vaultId: vault.vaultId,
    period: vault.period,
    nav: nav,
    mainPrice: vault.mainPrice,
    strategyPrice: vault.strategyPrice,
    performanceFeeShares: feeShares,
    mainShares: vault.mainShares,
    vaultStrategyShares: vault.vaultStrategyShares,
    providerStrategyShares: vault.providerStrategyShares,
    deposited: deposited,
    withdrawn: withdrawn,
    gateTriggered: vault.gateTriggered,
    at: state.now,
  });
  if (vault.state === "closing" && vault.mainShares === 0 && vault.queue.length === 0) close(state, vault, out);
}

/**
 * In a closing vault whose fund is all money, redeems every remaining share, requested or not, so that no investor
 * keeps the provider's reserve by staying. Accounts by id.
 */
function redeemAll(state: State, vault: Vault, out: Listener): void {
  for (const account of [...vault.holders.keys()].sort((a, b) => state.accounts.inOrder(a, b))) {
    const holder = vault.holders.get(account)!;
    const amount = totalOf(holder) - holder.queued;
    if (amount === 0) continue;
    queueShares(vault, holder, amount, state.now);
    const operation = newOperation(state, { account, operation: "LP_WITHDRAW", amount });
    vault.queue.push(operation);
    reportOperation(state, vault, operation, { becomes: "pending", result: 0 }, out);
  }
}

/** Rules 10.4 and step (3). @returns the strategy shares that go to the provider as performance fee */
function fixPrices(vault: Vault, nav: Micros): number {
  const { strategyPrice, mainPrice, feeShares } = pricesAt(vault, nav);
  vault.vaultStrategyShares -= feeShares;
  vault.providerStrategyShares += feeShares;
  const { vaultId, vaultStrategyShares } = vault;
  assert(feeShares >= 0 && vaultStrategyShares >= 0, "a fee is part of what the investors have", {
    vaultId,
    feeShares,
  });
  vault.strategyPrice = strategyPrice;
  vault.mainPrice = mainPrice;
  vault.highWaterMark = Math.max(vault.highWaterMark, vault.mainPrice);
  return feeShares;
}

/**
 * Step (4): in request order, up to the gate.
 * @returns micros due for investors' shares
 */
function settleWithdrawals(state: State, vault: Vault, dueAt: Millis, out: Listener): number {
  const { gatePercent } = VAULT_TERMS[vault.kind];
  const nav = worth(vault.vaultStrategyShares, vault.strategyPrice);
  const gate = vault.state === "closing" ? nav : mulDivFloor(nav, gatePercent, 100);
  let redeemed = 0;
  vault.gateTriggered = false;
  for (const operation of vault.queue) {
    if (operation.left === 0 || operation.at > dueAt) continue;
    if (operation.operation === "LP_WITHDRAW") {
      const { left } = operation;
      const amount = redeem(state, vault, operation, gate - redeemed);
      redeemed += amount;
      reportSettled(state, vault, operation, { shares: left - operation.left, amount }, out);
    } else if (operation.operation === "SP_WITHDRAW") redeemProvider(state, vault, operation, out);
  }
  assert(redeemed <= gate, "no more is redeemed than the gate lets through", {
    vaultId: vault.vaultId,
    redeemed,
    gate,
  });
  return redeemed;
}

/** A provider's request that would leave it with too little fails, and its shares are free again. */
function redeemProvider(state: State, vault: Vault, operation: VaultOperation, out: Listener): void {
  const shares = takeAll(operation);
  vault.providerQueued -= shares;
  if (!leavesProviderEnough(state, vault, shares))
    return reportOperation(state, vault, operation, { becomes: "failed", result: 0 }, out);
  vault.providerStrategyShares -= shares;
  const { vaultId, providerQueued, providerStrategyShares } = vault;
  const isLeft = providerQueued >= 0 && providerQueued <= providerStrategyShares;
  assert(isLeft, "the provider redeems what it has", { vaultId, shares, providerQueued, providerStrategyShares });
  operation.due += worth(shares, vault.strategyPrice);
  reportSettled(state, vault, operation, { shares, amount: operation.due }, out);
  if (operation.due === 0) reportOperation(state, vault, operation, { becomes: "completed", result: 0 }, out);
}

/**
 * Step (5).
 * @returns micros of investors' deposits that became shares
 */
function settleDeposits(state: State, vault: Vault, dueAt: Millis, out: Listener): number {
  let deposited = 0;
  for (const operation of vault.queue) {
    if (!isDeposit(operation) || operation.at > dueAt) continue;
    const { shares, cost } = invest(state, vault, operation);
    takeAll(operation);
    if (shares === 0) returnDeposit(state, vault, operation, out);
    else investDeposit(state, vault, operation, cost, out);
    if (operation.operation === "LP_DEPOSIT") deposited += cost;
    reportSettled(state, vault, operation, { shares, amount: cost }, out);
    reportOperation(state, vault, operation, { becomes: shares === 0 ? "failed" : "completed", result: shares }, out);
  }
  return deposited;
}

/** @returns what was left of the operation: shares of a redemption, micros of a deposit */
function takeAll(operation: VaultOperation): SharesOrMicros {
  const { left } = operation;
  operation.left = 0;
  return left;
}

/** Step (6): in request order, as far as the fund can pay; the rest waits at its fixed price. */
function payRedemptions(state: State, vault: Vault, out: Listener): void {
  for (const operation of vault.queue) {
    if (operation.due === 0) {
      // Redeemed in full and paid, or worth nothing.
      if (operation.left === 0 && operation.operation === "LP_WITHDRAW") {
        reportOperation(state, vault, operation, { becomes: "completed", result: operation.paid }, out);
      }
      continue;
    }
    const paid = pay(state, vault, operation, out);
    const becomes = !paid ? "assigned" : operation.left > 0 ? "pending" : "completed";
    reportOperation(state, vault, operation, { becomes, result: operation.paid }, out);
  }
  vault.queue = vault.queue.filter((operation) => operation.left > 0 || operation.due > 0);
}

/** Closes the vault once the last investor is paid: what is left in the fund is the provider's, and the account is released. */
function close(state: State, vault: Vault, out: Listener): void {
  assert(vault.holders.size === 0, "a vault that closes has no investor left", { vaultId: vault.vaultId });
  vault.providerStrategyShares = 0;
  vault.state = "closed";
  releaseFund(state, vault);
  reportState(state, vault, out);
}
