// Requests of investors and providers: checked and set aside at once, settled at the next period start, so that no
// requester knows the price in advance. Rules 10.2, 10.3.

import { assert } from "../../base/fault.ts";
import { microsText } from "../../base/numbers/arithmetic.ts";
import type { Micros, Shares, SharesOrMicros } from "../../base/units.ts";
import type { RequestVaultOperation } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { availableOf, queueShares } from "../../memory/business/vault-holders.ts";
import { VAULT_TERMS } from "../../memory/business/vault-terms.ts";
import type { Vault, VaultOperation } from "../../memory/business/vaults.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { refusesFrozen, vaultOver } from "../../money/balance/guards.ts";
import { withdrawable } from "../../money/margin/withdrawable.ts";
import { refusesAccount } from "../../permissions/known-account.ts";
import { refuseLeaving } from "../../permissions/leaving.ts";
import { isDeposit, takeDeposit } from "./cash.ts";
import { leavesProviderEnough } from "./provider.ts";
import { worth } from "./share-prices.ts";
import { reportOperation } from "./vault-reports.ts";

export const vaultOperationHandlers = handlers({
  request_vault_operation: requestVaultOperation,
});

function requestVaultOperation(state: State, command: RequestVaultOperation, answer: Answer, out: Listener): void {
  if (refusesAccount(state, command.account, answer)) return;
  const vault = state.vaults.find(command.vaultId);
  const { nonce } = command;
  // The nonce is used up even if the rest is refused, like that of a withdrawal: a signed message is answered once.
  const misused = nonce === undefined || nonce === null ? null : state.vaults.usedNonces.use(nonce, state.now);
  answer.rejection =
    vault === undefined
      ? rejection("not_found", { vault_id: command.vaultId }, "vault does not exist")
      : (misused ??
        checkCaller(state, vault, command) ??
        checkState(vault, command) ??
        checkAmount(state, vault, command));
  if (vault === undefined || answer.rejection !== null) return;

  const { account, operation, amount } = command;
  const made = newOperation(state, command);
  if (isDeposit(made)) takeDeposit(state, vault, made, out);
  else if (operation === "LP_WITHDRAW") queueShares(vault, vault.holders.get(account)!, amount, state.now);
  else vault.providerQueued += amount;
  const { vaultId, providerQueued, providerStrategyShares } = vault;
  const has = providerQueued <= providerStrategyShares;
  assert(has, "the provider asks for what it has", { vaultId, providerQueued, providerStrategyShares });
  vault.queue.push(made);
  answer.created = made.operationId;
  reportOperation(state, vault, made, { becomes: "pending", result: 0 }, out);
}

export function newOperation(
  state: State,
  { account, operation, amount }: Pick<VaultOperation, "account" | "operation" | "amount">,
): VaultOperation {
  const operationId = ++state.vaults.lastOperationId;
  return { operationId, account, operation, amount, at: state.now, left: amount, due: 0, paid: 0 };
}

function checkCaller(state: State, vault: Vault, { account, operation }: RequestVaultOperation): Rejection | null {
  if (state.accounts.isSubAccount(account)) {
    return rejection("refused", {}, "a sub-account makes no vault requests: use its main account");
  }
  const asProvider = operation === "SP_DEPOSIT" || operation === "SP_WITHDRAW";
  if (asProvider && account !== vault.provider)
    return rejection("refused", {}, "only the vault's provider may do that");
  if (vaultOver(state, account) !== undefined)
    return rejection("refused", {}, "a vault's fund makes no vault requests");
  return refusesFrozen(state, account) ?? (isDeposit({ operation }) ? refuseLeaving(state, account) : null);
}

function checkState(vault: Vault, { operation }: RequestVaultOperation): Rejection | null {
  const { state } = vault;
  const open =
    state === "live" ||
    (state === "pre_launch" && operation.startsWith("SP")) ||
    (state === "closing" && !isDeposit({ operation }));
  return open ? null : rejection("refused", { state }, `the vault is ${state}: it takes no ${operation}`);
}

function checkAmount(state: State, vault: Vault, command: RequestVaultOperation): Rejection | null {
  if (!Number.isSafeInteger(command.amount) || command.amount <= 0) return wrongAmount(command.amount);
  switch (command.operation) {
    case "LP_DEPOSIT":
      return checkDeposit(state, command, VAULT_TERMS[vault.kind].minDeposit) ?? checkRoom(vault, command.amount);
    case "SP_DEPOSIT":
      return checkDeposit(state, command, 1);
    case "LP_WITHDRAW":
      return checkRedemption(state, vault, command);
    case "SP_WITHDRAW":
      return checkProviderRedemption(state, vault, command.amount);
  }
}

function checkDeposit(state: State, { account, amount }: RequestVaultOperation, least: Micros): Rejection | null {
  const most = withdrawable(state, account);
  return amount >= least && amount <= most ? null : wrongAmount(amount, { minimum: least, maximum: most });
}

/**
 * Refuses a deposit that would make the provider's part of the fund too small, by settled and queued amounts at the
 * last prices.
 */
function checkRoom(vault: Vault, amount: Micros): Rejection | null {
  const { queue, mainShares, mainPrice, providerStrategyShares, strategyPrice, kind } = vault;
  const waiting = (name: VaultOperation["operation"]): number =>
    queue.reduce((sum, each) => sum + (each.operation === name ? each.left : 0), 0);
  const investors = worth(mainShares, mainPrice) + waiting("LP_DEPOSIT") + amount;
  const provider = worth(providerStrategyShares, strategyPrice) + waiting("SP_DEPOSIT");
  const { providerPercent } = VAULT_TERMS[kind];
  // provider ÷ (provider + investors) ≥ percent
  if (BigInt(provider) * BigInt(100 - providerPercent) >= BigInt(investors) * BigInt(providerPercent)) return null;
  return rejection("refused", {}, `the vault is full: its provider holds at least ${providerPercent} % of the fund`);
}

function checkRedemption(state: State, vault: Vault, { account, amount }: RequestVaultOperation): Rejection | null {
  const holder = vault.holders.get(account);
  const available = holder === undefined ? 0 : availableOf(vault, holder, state.now);
  if (amount > available) return wrongAmount(amount, { maximum: available });
  const { minWithdrawal } = VAULT_TERMS[vault.kind];
  // All available shares may be redeemed, however little they are worth.
  if (amount === available || vault.state === "closing" || worth(amount, vault.mainPrice) >= minWithdrawal) return null;
  return wrongAmount(amount, { minimum_value: minWithdrawal });
}

function checkProviderRedemption(state: State, vault: Vault, amount: Shares): Rejection | null {
  const available = vault.providerStrategyShares - vault.providerQueued;
  if (amount > available) return wrongAmount(amount, { maximum: available });
  return leavesProviderEnough(state, vault, vault.providerQueued + amount)
    ? null
    : rejection("refused", {}, "the provider's strategy shares would fall below its minimum");
}

type Limits = { readonly [limit in "minimum" | "minimum_value" | "maximum"]?: number };

/** @param limits in 10⁻⁶ */
function wrongAmount(amount: SharesOrMicros, limits: Limits = {}): Rejection {
  const detail: Record<string, string> = { amount: microsText(amount) };
  for (const [name, limit] of Object.entries(limits)) detail[name] = microsText(limit);
  return rejection("amount_error", detail);
}
