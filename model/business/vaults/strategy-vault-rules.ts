// Requests to strategy vaults: what can be requested, by which accounts and how much. Their settlement at a period
// start is in vault-periods.ts. Rules 10.1, 10.2, 10.5.

import type { CreateVault, RequestVaultOperation, SetVaultState } from "@evermark/engine";
import { cancel } from "../../book/orders/order-endings.ts";
import { withdrawableOf } from "../../money/margin/naive-margin.ts";
import { greatest, sum } from "../../numbers/exact-numbers.ts";
import { isFrozen } from "../../permissions/freezes.ts";
import { isHeldBack } from "../../permissions/naive-standstill.ts";
import { vaultOfFund } from "../../permissions/vault-funds.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { type NaiveAccount, systemAccount } from "../../state/records/naive-account.ts";
import type { NaiveVault, NaiveVaultOperation } from "../../state/records/naive-vaults.ts";
import type { NaiveReports } from "../../state/reports.ts";

export const PRICE = 100_000_000n;
const HOUR_MS = 3_600_000;
const RESERVE = 50_000_000_000n;
const MIN_WITHDRAWAL = 10_000_000n;

const TERMS = {
  operator: { period: 3 * HOUR_MS, offset: 2 * HOUR_MS, minDeposit: 10_000_000n, lockup: 48 * HOUR_MS },
  permissionless: { period: 72 * HOUR_MS, offset: 0, minDeposit: 300_000_000n, lockup: 168 * HOUR_MS },
} as const;

export function termsOfVault(vault: NaiveVault) {
  return TERMS[vault.kind];
}

/** The first period start after a given time. */
export function nextStart(kind: NaiveVault["kind"], after: number): number {
  const { period, offset } = TERMS[kind];
  return (Math.floor((after - offset) / period) + 1) * period + offset;
}

export const strategyVaultRules = naiveRules({
  create_vault: createVault,
  set_vault_state: (state, command, reports) => setVaultState(state, reports, command),
  request_vault_operation: (state, command, reports) => requestOperation(state, reports, command),
});

function createVault(state: NaiveState, command: CreateVault): Outcome {
  const { vaultId: id, name, kind, profile } = command;
  const address = profile?.address ?? null;
  const [provider, fund] = [state.accounts[command.provider], state.accounts[command.fund]];
  const percent = BigInt(command.performanceFeePercent);
  if (provider === undefined || fund === undefined || provider === fund) return { rejection: "invalid_parameter" };
  if (percent < 0n || percent > 50n) return { rejection: "invalid_parameter" };
  const isOwn = fund.main === provider.number || (fund.main === fund.number && fund.wallet === provider.wallet);
  if (provider.main !== provider.number || !isOwn) return { rejection: "refused" };
  const { vaults } = state.vaults;
  if (vaults.some((vault) => vault.id === id || (address !== null && vault.address === address)))
    return { rejection: "duplicate" };
  const all = state.accounts.filter(({ main, number }) => main === fund.number || number === fund.number);
  const isEmpty = all.every((account) => startsWithNothing(state, account));
  if (vaultOfFund(state, fund.number) !== undefined || !isEmpty) return { rejection: "refused" };
  vaults.push({
    ...{ id, name, address },
    provider: provider.number,
    fund: fund.number,
    kind,
    feePercent: percent,
    createdAt: state.now,
    cash: systemAccount(`VAULT_CASH:${id}`, state.markets.length),
    state: "pre_launch",
    period: 0,
    nextAt: nextStart(kind, state.now),
    mainPrice: PRICE,
    strategyPrice: PRICE,
    highWater: PRICE,
    mainShares: 0n,
    vaultStrategyShares: 0n,
    providerStrategyShares: 0n,
    gateTriggered: false,
    lots: [],
    operations: [],
  });
  return {};
}

function startsWithNothing({ open }: NaiveState, account: NaiveAccount): boolean {
  const isFlat = [...account.rows, ...account.isolated].every(({ quantity, cost }) => quantity === 0n && cost === 0n);
  const hasOrders = open.some((order) => order.account === account.number);
  return account.holding === 0n && account.frozen === 0n && isFlat && !hasOrders;
}

/** Main shares of an investor: all of them, and those neither locked nor queued. A closing vault locks nothing. */
export function sharesOf(state: NaiveState, vault: NaiveVault, account: number): { total: bigint; available: bigint } {
  const lots = vault.lots.filter((lot) => lot.account === account);
  const isFree = (at: number) => vault.state === "closing" || at <= state.now;
  const free = sum(lots.filter((lot) => isFree(lot.availableAt)).map((lot) => lot.shares));
  return { total: sum(lots.map((lot) => lot.shares)), available: free - queued(vault, account, "LP_WITHDRAW") };
}

function queued(vault: NaiveVault, account: number, operation: NaiveVaultOperation["operation"]): bigint {
  const own = vault.operations.filter((each) => each.account === account && each.operation === operation);
  return sum(own.map((each) => each.unsettled));
}

function requestOperation(state: NaiveState, reports: NaiveReports, command: RequestVaultOperation): Outcome {
  const vault = state.vaults.vaults.find((each) => each.id === command.vaultId);
  const account = state.accounts[command.account]!;
  const amount = BigInt(command.amount);
  const { operation } = command;
  if (vault === undefined) return { rejection: "not_found" };
  if (amount <= 0n) return { rejection: "refused", rejectionCode: 5 };
  const isProviders = operation === "SP_DEPOSIT" || operation === "SP_WITHDRAW";
  if (account.main !== account.number || account.number === vault.fund) return { rejection: "refused" };
  if (isProviders && account.number !== vault.provider) return { rejection: "refused" };
  if (vault.state === "closed" || (vault.state === "pre_launch" && !isProviders)) return { rejection: "refused" };
  if (isFrozen(state, account.number, -1)) return { rejection: "refused" };
  const isDeposit = operation === "LP_DEPOSIT" || operation === "SP_DEPOSIT";
  if (isDeposit && isHeldBack(state, account.number)) return { rejection: "refused" };
  if (isDeposit) {
    if (vault.state === "closing") return { rejection: "refused" };
    const least = isProviders ? 0n : termsOfVault(vault).minDeposit;
    if (amount < least || amount > withdrawableOf(state, account)) return { rejection: "refused", rejectionCode: 5 };
    if (!isProviders && dilutes(vault, amount)) return { rejection: "refused" };
    account.holding -= amount;
    vault.cash.holding += amount;
  } else if (isProviders) {
    if (amount > providersFree(vault)) return { rejection: "refused", rejectionCode: 5 };
    if (breaksMinimum(vault, amount)) return { rejection: "refused" };
  } else {
    const { available } = sharesOf(state, vault, account.number);
    if (amount > available) return { rejection: "refused", rejectionCode: 5 };
    const isSmall = (amount * vault.mainPrice) / PRICE < MIN_WITHDRAWAL;
    if (isSmall && amount !== available) return { rejection: "refused", rejectionCode: 5 };
  }
  const asked = ask(state, vault, account.number, operation, amount);
  emitOperation(state, reports, vault, asked, "pending", 0n);
  return { created: asked.id };
}

/** Puts an operation at the end of the queue. */
export function ask(
  state: NaiveState,
  vault: NaiveVault,
  account: number,
  operation: NaiveVaultOperation["operation"],
  amount: bigint,
): NaiveVaultOperation {
  state.vaults.lastOperationId += 1;
  const id = state.vaults.lastOperationId;
  const asked = { id, account, operation, amount, at: state.now, unsettled: amount, due: 0n, paid: 0n };
  vault.operations.push(asked);
  return asked;
}

export function emitOperation(
  state: NaiveState,
  reports: NaiveReports,
  vault: NaiveVault,
  { id, account, operation, amount }: NaiveVaultOperation,
  now: "pending" | "assigned" | "completed" | "failed",
  result: bigint,
): void {
  reports.notice({
    type: "vault",
    report: {
      type: "operation",
      operationId: id,
      vaultId: vault.id,
      account,
      operation,
      amount: Number(amount),
      state: now,
      result: Number(result),
      at: state.now,
    },
  });
}

/** Strategy shares of the provider that no redemption has claimed. */
function providersFree(vault: NaiveVault): bigint {
  return greatest(0n, vault.providerStrategyShares - queued(vault, vault.provider, "SP_WITHDRAW"));
}

/** Whether a redemption leaves the provider with too little of the fund. Rules 10.3. */
export function breaksMinimum(vault: NaiveVault, amount: bigint): boolean {
  // Before there are investors, and after them, the provider is free.
  if (vault.state === "pre_launch" || (vault.state === "closing" && vault.mainShares === 0n)) return false;
  const left = providersFree(vault) - amount;
  const all = vault.vaultStrategyShares + left;
  return left < RESERVE || left * 100n < all;
}

/** Whether a deposit would leave the provider with less than one percent of the fund, counting queued requests. Rules 10.3. */
function dilutes(vault: NaiveVault, amount: bigint): boolean {
  const waiting = (operation: NaiveVaultOperation["operation"]) =>
    sum(vault.operations.filter((each) => each.operation === operation).map((each) => each.unsettled));
  const investors = (vault.mainShares * vault.mainPrice) / PRICE + waiting("LP_DEPOSIT") + amount;
  const provider = (vault.providerStrategyShares * vault.strategyPrice) / PRICE + waiting("SP_DEPOSIT");
  return provider * 99n < investors;
}

/** Rules 10.5. */
function setVaultState(state: NaiveState, reports: NaiveReports, command: SetVaultState): Outcome {
  const vault = state.vaults.vaults.find((each) => each.id === command.vaultId);
  if (vault === undefined) return { rejection: "not_found" };
  if (command.state === "live") {
    if (vault.state !== "pre_launch") return { rejection: "refused" };
    if (vault.providerStrategyShares < RESERVE) return { rejection: "refused" };
  } else if (vault.state !== "live" && vault.state !== "pre_launch") return { rejection: "refused" };
  vault.state = command.state;
  emitState(state, reports, vault);
  if (command.state === "closing") beginClosing(state, reports, vault);
  return {};
}

export function emitState(state: NaiveState, reports: NaiveReports, vault: NaiveVault): void {
  reports.notice({
    type: "vault",
    report: { type: "state_changed", vaultId: vault.id, fund: vault.fund, state: vault.state, at: state.now },
  });
}

/** Returns queued deposits, and makes the fund reduce-only. */
function beginClosing(state: NaiveState, reports: NaiveReports, vault: NaiveVault): void {
  for (const each of vault.operations.filter(({ operation }) => operation.endsWith("DEPOSIT"))) {
    giveBack(state, reports, vault, each);
  }
  const open = state.open.filter((order) => order.account === vault.fund && !order.reduceOnly);
  for (const order of open.sort((a, b) => a.id - b.id)) cancel(state, order, "MARKET_STATE", reports);
}

/** Returns a deposit that mints nothing. */
export function giveBack(
  state: NaiveState,
  reports: NaiveReports,
  vault: NaiveVault,
  deposit: NaiveVaultOperation,
): void {
  vault.operations = vault.operations.filter((each) => each !== deposit);
  vault.cash.holding -= deposit.amount;
  state.accounts[deposit.account]!.holding += deposit.amount;
  emitOperation(state, reports, vault, deposit, "failed", 0n);
}
