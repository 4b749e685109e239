// The start of a vault's period: the fund is valued, the provider takes the performance fee, and all requests since the
// last start are settled at one price. Rules 10.3, 10.4.

import { withdrawableOf } from "../../money/margin/naive-margin.ts";
import { unsettled } from "../../money/rows/row-fills.ts";
import { settleIsolatedRow, settleRow } from "../../money/rows/settling.ts";
import { divideCeil, divideFloor, greatest, least, sum } from "../../numbers/exact-numbers.ts";
import { isFrozen } from "../../permissions/freezes.ts";
import { standsStill } from "../../permissions/naive-standstill.ts";
import { fundAccounts } from "../../permissions/vault-funds.ts";
import { byAccountId, bySymbol, type NaiveState } from "../../state/naive-state.ts";
import type { NaiveAccount } from "../../state/records/naive-account.ts";
import type { NaiveVault, NaiveVaultOperation } from "../../state/records/naive-vaults.ts";
import type { NaiveReports } from "../../state/reports.ts";
import {
  ask,
  breaksMinimum,
  emitOperation,
  emitState,
  giveBack,
  nextStart,
  PRICE,
  sharesOf,
  termsOfVault,
} from "./strategy-vault-rules.ts";

const GATE_PERCENT = 10n;

export function startPeriods(state: NaiveState, reports: NaiveReports): void {
  for (const vault of state.vaults.vaults.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (vault.state === "closed" || vault.nextAt > state.now) continue;
    // A fund in liquidation, or one with a position that no account can act on, cannot be valued.
    if (fundAccounts(state, vault).some((account) => isFrozen(state, account, -1) || isStuck(state, account))) continue;
    startPeriod(state, reports, vault);
  }
}

/** Whether an account has a position, in either mode, that cannot be liquidated now. */
function isStuck(state: NaiveState, number: number): boolean {
  return state.markets.some((market) => holdsIn(state, number, market.number) && standsStill(state, market));
}

function holdsIn(state: NaiveState, number: number, market: number): boolean {
  const { rows, isolated } = state.accounts[number]!;
  return rows[market]!.quantity !== 0n || isolated[market]!.quantity !== 0n;
}

/** The fund's value, less what it owes to redeemed shares. */
export function navOf(state: NaiveState, vault: NaiveVault): bigint {
  const worth = sum(fundAccounts(state, vault).map((account) => accountValue(state, state.accounts[account]!)));
  return worth - sum(vault.operations.map((each) => each.due - each.paid));
}

/** `account_value` of rules 5.2, at index prices, which no trader paints. */
function accountValue(state: NaiveState, account: NaiveAccount): bigint {
  const rows = state.markets.flatMap((market) =>
    [account.rows, account.isolated].map(
      (of) => unsettled(of[market.number]!, market.expected) + of[market.number]!.margin,
    ),
  );
  return account.holding + sum(rows);
}

function startPeriod(state: NaiveState, reports: NaiveReports, vault: NaiveVault): void {
  // Requests made while the start waited belong to the next period.
  const { nextAt: dueAt } = vault;
  const dissolves = vault.state === "closing" && !holdsAnything(state, vault);
  vault.period += 1;
  vault.nextAt = nextStart(vault.kind, state.now);
  for (const number of fundAccounts(state, vault)) settleAll(state, number);
  const nav = navOf(state, vault);
  const shares = vault.vaultStrategyShares + vault.providerStrategyShares;
  // Without shares the last price stays.
  if (shares > 0n) vault.strategyPrice = greatest(0n, divideFloor(nav * PRICE, shares));
  const feeShares = takePerformanceFee(vault);
  vault.mainPrice = mainPriceOf(vault);
  vault.highWater = greatest(vault.highWater, vault.mainPrice);
  if (dissolves) redeemAll(state, reports, vault);
  const withdrawn = redeem(state, reports, vault, dissolves ? state.now : dueAt);
  const deposited = mint(state, reports, vault, dueAt);
  pay(state, reports, vault);
  const number = (value: bigint) => Number(value);
  reports.notice({
    type: "vault",
    report: {
      type: "period_started",
      vaultId: vault.id,
      period: vault.period,
      nav: number(nav),
      mainPrice: number(vault.mainPrice),
      strategyPrice: number(vault.strategyPrice),
      performanceFeeShares: number(feeShares),
      mainShares: number(vault.mainShares),
      vaultStrategyShares: number(vault.vaultStrategyShares),
      providerStrategyShares: number(vault.providerStrategyShares),
      deposited: number(deposited),
      withdrawn: number(withdrawn),
      gateTriggered: vault.gateTriggered,
      at: state.now,
    },
  });
  const isOver = vault.state === "closing" && vault.mainShares === 0n && vault.operations.length === 0;
  if (!isOver) return;
  // The fund becomes an ordinary account of the provider again.
  vault.state = "closed";
  vault.vaultStrategyShares = 0n;
  vault.providerStrategyShares = 0n;
  emitState(state, reports, vault);
}

function settleAll(state: NaiveState, number: number): void {
  const account = state.accounts[number]!;
  for (const market of bySymbol(state)) settleRow(state, account, market);
  for (const market of bySymbol(state)) settleIsolatedRow(state, account, market);
}

function mainPriceOf(vault: NaiveVault): bigint {
  if (vault.mainShares === 0n) return vault.mainPrice;
  return divideFloor(vault.vaultStrategyShares * vault.strategyPrice, vault.mainShares);
}

/** Rules 10.4: a part of the price's gain above its high-water mark, in strategy shares. */
function takePerformanceFee(vault: NaiveVault): bigint {
  const gain = greatest(0n, mainPriceOf(vault) - vault.highWater) * vault.mainShares;
  const fee = divideFloor(gain * vault.feePercent, PRICE * 100n);
  if (fee === 0n || vault.strategyPrice === 0n) return 0n;
  const shares = divideFloor(fee * PRICE, vault.strategyPrice);
  vault.vaultStrategyShares -= shares;
  vault.providerStrategyShares += shares;
  return shares;
}

function holdsAnything(state: NaiveState, vault: NaiveVault): boolean {
  return fundAccounts(state, vault).some((number) =>
    state.markets.some((market) => holdsIn(state, number, market.number)),
  );
}

/** A closing vault redeems all shares without a request. Rules 10.5. */
function redeemAll(state: NaiveState, reports: NaiveReports, vault: NaiveVault): void {
  for (const { number } of byAccountId(state.accounts)) {
    const { available } = sharesOf(state, vault, number);
    if (available === 0n) continue;
    emitOperation(state, reports, vault, ask(state, vault, number, "LP_WITHDRAW", available), "pending", 0n);
  }
}

/** Settles redemptions in the order of requests, those of investors up to the gate. Returns what investors redeemed. */
function redeem(state: NaiveState, reports: NaiveReports, vault: NaiveVault, dueAt: number): bigint {
  const nav = divideFloor(vault.vaultStrategyShares * vault.strategyPrice, PRICE);
  let gate = vault.state === "closing" ? nav : divideFloor(nav * GATE_PERCENT, 100n);
  let withdrawn = 0n;
  vault.gateTriggered = false;
  for (const asked of [...vault.operations]) {
    if (asked.unsettled === 0n || asked.at > dueAt) continue;
    if (asked.operation === "SP_WITHDRAW") redeemProvider(state, reports, vault, asked);
    if (asked.operation !== "LP_WITHDRAW") continue;
    const fits = vault.state === "closing" || payoutOf(vault, asked.unsettled) <= gate;
    const shares = fits ? asked.unsettled : sharesWorth(vault, gate);
    if (!fits) vault.gateTriggered = true;
    const paid = payoutOf(vault, shares);
    burn(vault, asked.account, shares);
    asked.unsettled -= shares;
    asked.due += paid;
    withdrawn += paid;
    gate -= least(gate, paid);
  }
  return withdrawn;
}

/** The strategy shares behind main shares, never more than their part. */
function strategySharesOf({ vaultStrategyShares, mainShares }: NaiveVault, shares: bigint): bigint {
  return mainShares === 0n ? 0n : divideFloor(vaultStrategyShares * shares, mainShares);
}

/** The payout of main shares. Rules 10.3 (4). */
function payoutOf(vault: NaiveVault, shares: bigint): bigint {
  return divideFloor(strategySharesOf(vault, shares) * vault.strategyPrice, PRICE);
}

/** The number of main shares that represent no more whole strategy shares than an amount pays for. */
function sharesWorth({ vaultStrategyShares, mainShares, strategyPrice }: NaiveVault, amount: bigint): bigint {
  return divideFloor(divideFloor(amount * PRICE, strategyPrice) * mainShares, vaultStrategyShares);
}

/** Burns main shares, and the strategy shares behind them. */
function burn(vault: NaiveVault, account: number, shares: bigint): void {
  vault.vaultStrategyShares -= strategySharesOf(vault, shares);
  vault.mainShares -= shares;
  let left = shares;
  for (const lot of vault.lots.filter((each) => each.account === account)) {
    const taken = least(lot.shares, left);
    lot.shares -= taken;
    left -= taken;
  }
  vault.lots = vault.lots.filter((lot) => lot.shares > 0n);
}

function redeemProvider(state: NaiveState, reports: NaiveReports, vault: NaiveVault, asked: NaiveVaultOperation): void {
  const shares = asked.unsettled;
  asked.unsettled = 0n;
  if (breaksMinimum(vault, shares)) {
    vault.operations = vault.operations.filter((each) => each !== asked);
    emitOperation(state, reports, vault, asked, "failed", 0n);
    return;
  }
  vault.providerStrategyShares -= shares;
  asked.due += divideFloor(shares * vault.strategyPrice, PRICE);
}

/** Turns deposits into shares, and moves their money to the fund. Returns what investors paid in. */
function mint(state: NaiveState, reports: NaiveReports, vault: NaiveVault, dueAt: number): bigint {
  let deposited = 0n;
  const due = vault.operations.filter(({ operation, at }) => operation.endsWith("DEPOSIT") && at <= dueAt);
  for (const asked of due) {
    const isProviders = asked.operation === "SP_DEPOSIT";
    const { strategyPrice } = vault;
    // No investor buys a part of the fund's debt to others.
    const isSold = strategyPrice > 0n && navOf(state, vault) >= 0n;
    const strategy = !isSold ? 0n : divideFloor(asked.amount * PRICE, strategyPrice);
    const shares = isProviders ? strategy : mainSharesFor(vault, strategy);
    if (shares === 0n) {
      giveBack(state, reports, vault, asked);
      continue;
    }
    vault.operations = vault.operations.filter((each) => each !== asked);
    const moved = divideCeil(strategy * strategyPrice, PRICE);
    vault.cash.holding -= asked.amount;
    state.accounts[vault.fund]!.holding += moved;
    state.accounts[asked.account]!.holding += asked.amount - moved;
    if (isProviders) vault.providerStrategyShares += shares;
    else {
      deposited += moved;
      vault.mainShares += shares;
      vault.vaultStrategyShares += strategy;
      vault.lots.push({ account: asked.account, shares, availableAt: state.now + termsOfVault(vault).lockup });
    }
    emitOperation(state, reports, vault, asked, "completed", shares);
  }
  return deposited;
}

/** The main shares that an investor gets for strategy shares that come into the vault. Rules 10.3 (5). */
function mainSharesFor({ mainShares, vaultStrategyShares, strategyPrice, mainPrice }: NaiveVault, strategy: bigint) {
  if (mainShares > 0n && vaultStrategyShares > 0n) return divideFloor(strategy * mainShares, vaultStrategyShares);
  return mainPrice === 0n ? 0n : divideFloor(strategy * strategyPrice, mainPrice);
}

/** Pays redemptions in the order of requests, as far as the fund can. */
function pay(state: NaiveState, reports: NaiveReports, vault: NaiveVault): void {
  const fund = state.accounts[vault.fund]!;
  for (const asked of [...vault.operations]) {
    if (!asked.operation.endsWith("WITHDRAW") || (asked.due === asked.paid && asked.unsettled > 0n)) continue;
    const amount = least(asked.due - asked.paid, withdrawableOf(state, fund));
    fund.holding -= amount;
    state.accounts[asked.account]!.holding += amount;
    asked.paid += amount;
    const isDone = asked.paid === asked.due && asked.unsettled === 0n;
    if (isDone) vault.operations = vault.operations.filter((each) => each !== asked);
    emitOperation(
      state,
      reports,
      vault,
      asked,
      isDone ? "completed" : asked.paid < asked.due ? "assigned" : "pending",
      asked.paid,
    );
  }
}
