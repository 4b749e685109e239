// Vaults are created, opened to investors, and closed. Rules 10.1, 10.5. The fund is an account of the provider that
// starts empty, so that every micro in it belongs to shares.

import { microsText } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber } from "../../base/units.ts";
import type { CreateVault, SetVaultState, VaultProfile } from "../../language/commands/commands.ts";
import { PROFILE, VAULT_COMMANDS } from "../../language/commands/vault-commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { boundsOf, isWithin } from "../../language/field.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { nextPeriodAfter, VAULT_TERMS } from "../../memory/business/vault-terms.ts";
import { NO_PROFILE, type Vault } from "../../memory/business/vaults.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { isUserAccount } from "../../permissions/known-account.ts";
import { isDeposit, returnDeposit } from "./cash.ts";
import { closeFundOnly } from "./fund.ts";
import { reserveOf } from "./provider.ts";
import { FIRST_PRICE } from "./share-prices.ts";
import { reportOperation, reportState } from "./vault-reports.ts";

const { most: NAME_LENGTH_MAX } = boundsOf(VAULT_COMMANDS.create_vault.fields.name);
const { most: DESCRIPTION_LENGTH_MAX } = boundsOf(PROFILE.description);
const { most: PROVIDER_NAME_LENGTH_MAX } = boundsOf(PROFILE.providerName);
const FEE_PERCENT = boundsOf(VAULT_COMMANDS.create_vault.fields.performanceFeePercent);

export const vaultHandlers = handlers({
  create_vault: createVault,
  set_vault_state: setVaultState,
});

function createVault(state: State, command: CreateVault, answer: Answer, out: Listener): void {
  answer.rejection = checkVault(state, command);
  if (answer.rejection !== null) return;
  const { vaultId, name, provider, fund, kind, performanceFeePercent, profile } = command;
  const vault: Vault = {
    vaultId,
    name,
    provider,
    fund,
    cash: state.accounts.addSystem(`VAULT_CASH:${vaultId}`),
    kind,
    performanceFeePercent,
    createdAt: state.now,
    ...(profile ?? NO_PROFILE),
    state: "pre_launch",
    period: 0,
    nextPeriodAt: nextPeriodAfter(kind, state.now),
    mainPrice: FIRST_PRICE,
    strategyPrice: FIRST_PRICE,
    highWaterMark: FIRST_PRICE,
    mainShares: 0,
    vaultStrategyShares: 0,
    providerStrategyShares: 0,
    providerQueued: 0,
    gateTriggered: false,
    holders: new Map(),
    queue: [],
  };
  state.vaults.add(vault);
  reportState(state, vault, out);
}

function checkVault(state: State, c: CreateVault): Rejection | null {
  if (!/^0x[0-9a-f]{64}$/.test(c.vaultId)) return wrong("vault_id", c.vaultId, "0x and 64 lower-case hex digits");
  if (c.name === "" || c.name.length > NAME_LENGTH_MAX) return wrong("vault_name", c.name, "1 to 64 characters");
  const percent = c.performanceFeePercent;
  if (!Number.isInteger(percent) || !isWithin(FEE_PERCENT, percent)) {
    return wrong("performance_fee_rate", percent, "a whole percent from 0 to 50");
  }
  if (state.vaults.find(c.vaultId) !== undefined) return rejection("duplicate", { vault_id: c.vaultId });
  const profiled = c.profile === undefined || c.profile === null ? null : checkProfile(state, c.profile);
  if (profiled !== null) return profiled;
  if (!isUserAccount(state, c.provider) || state.accounts.isSubAccount(c.provider)) {
    return rejection("not_found", {}, "provider account does not exist");
  }
  return checkFund(state, c);
}

function checkProfile(state: State, { address, description, providerName }: VaultProfile): Rejection | null {
  if (!/^0x[0-9a-f]{40}$/.test(address)) return wrong("vault_address", address, "0x and 40 lower-case hex digits");
  if (description.length > DESCRIPTION_LENGTH_MAX) {
    return wrong("description", `${description.length} characters`, `at most ${DESCRIPTION_LENGTH_MAX} characters`);
  }
  if (providerName.length > PROVIDER_NAME_LENGTH_MAX) {
    return wrong("sp_name", `${providerName.length} characters`, `at most ${PROVIDER_NAME_LENGTH_MAX} characters`);
  }
  return state.vaults.findByAddress(address) === undefined ? null : rejection("duplicate", { vault_address: address });
}

function checkFund(state: State, { provider, fund }: CreateVault): Rejection | null {
  const { accounts, vaults } = state;
  if (!isUserAccount(state, fund)) return rejection("not_found", {}, "fund account does not exist");
  if (!accounts.areOfOneWallet(fund, provider) || fund === provider) {
    return rejection("refused", {}, "the fund is another account of the provider, or a sub-account of it");
  }
  if (vaults.ofFund(fund) !== undefined) return rejection("refused", {}, "the account is a vault's fund already");
  const empty = [fund, ...accounts.subAccounts(fund)].every((account) => isEmpty(state, account));
  return empty ? null : rejection("refused", {}, "the fund starts with no balance, no position and no order");
}

function isEmpty(state: State, account: AccountNumber): boolean {
  if (state.accounts.holding(account) !== 0 || state.accounts.frozen(account) !== 0) return false;
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.quantity(row) !== 0 || state.rows.cost(row) !== 0 || state.rows.orders(row) !== 0) return false;
  }
  return true;
}

function setVaultState(state: State, command: SetVaultState, answer: Answer, out: Listener): void {
  const vault = state.vaults.find(command.vaultId);
  answer.rejection =
    vault === undefined
      ? rejection("not_found", { vault_id: command.vaultId }, "vault does not exist")
      : checkState(state, vault, command.state);
  if (vault === undefined || answer.rejection !== null) return;
  vault.state = command.state;
  reportState(state, vault, out);
  if (command.state === "closing") startClosing(state, vault, out);
}

function checkState({ behaviour }: State, vault: Vault, to: SetVaultState["state"]): Rejection | null {
  const { state: from, providerStrategyShares, strategyPrice, kind } = vault;
  const follows = to === "live" ? from === "pre_launch" : from === "pre_launch" || from === "live";
  if (!follows) return rejection("refused", { from, to }, `a vault does not go from ${from} to ${to}`);
  const reserve = VAULT_TERMS[kind].providerReserve;
  const held = reserveOf(behaviour, providerStrategyShares, strategyPrice);
  if (to === "closing" || held >= reserve) return null;
  const [has, needs] = [microsText(held), microsText(reserve)];
  return rejection(
    "refused",
    { reserve: has, required: needs },
    `the provider holds ${has} strategy shares, at least ${needs} are required`,
  );
}

/** Closing takes no more deposits: queued ones are returned, and the fund becomes reduce-only. */
function startClosing(state: State, vault: Vault, out: Listener): void {
  for (const operation of vault.queue.filter(isDeposit)) {
    returnDeposit(state, vault, operation, out);
    reportOperation(state, vault, operation, { becomes: "failed", result: 0 }, out);
  }
  vault.queue = vault.queue.filter((operation) => !isDeposit(operation));
  closeFundOnly(state, vault, out);
}

function wrong(field: string, value: string | number, expected: string): Rejection {
  return rejection(
    "invalid_parameter",
    { field, value, expected },
    `${field} is invalid: ${value}, expected ${expected}`,
  );
}
