// Moves a vault's money: from investors into VAULT_CASH, from there into the fund, and out of the fund to redeeming investors.
// Rules 10.2, 10.3 (5), (6). A queued deposit stays in VAULT_CASH, to the micro, until it is settled or returned.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Micros } from "../../base/units.ts";
import type { Listener } from "../../language/events/events.ts";
import type { Vault, VaultOperation } from "../../memory/business/vaults.ts";
import type { State } from "../../memory/state.ts";
import { moveHolding } from "../../money/balance/holdings.ts";
import { withdrawable } from "../../money/margin/withdrawable.ts";

export function isDeposit({ operation }: Pick<VaultOperation, "operation">): boolean {
  return operation === "LP_DEPOSIT" || operation === "SP_DEPOSIT";
}

export function takeDeposit(state: State, vault: Vault, o: VaultOperation, out: Listener): void {
  move(state, o, { from: o.account, to: vault.cash, amount: o.amount }, out);
}

export function returnDeposit(state: State, vault: Vault, o: VaultOperation, out: Listener): void {
  move(state, o, { from: vault.cash, to: o.account, amount: o.amount }, out);
}

/** Moves the cost of a deposit's shares into the fund, and returns the rest. */
export function investDeposit(state: State, vault: Vault, o: VaultOperation, cost: Micros, out: Listener): void {
  assert(cost <= o.amount, "shares cost no more than was given for them", { operationId: o.operationId, cost });
  const { cash: from, fund } = vault;
  move(state, o, { from, to: fund, amount: cost }, out);
  if (cost < o.amount) move(state, o, { from, to: o.account, amount: o.amount - cost }, out);
}

/**
 * Pays what is due for a redemption, as far as the fund can.
 * @returns whether nothing is left
 */
export function pay(state: State, vault: Vault, o: VaultOperation, out: Listener): boolean {
  const amount = Math.min(o.due, withdrawable(state, vault.fund));
  if (amount > 0) {
    move(state, o, { from: vault.fund, to: o.account, amount }, out);
    o.due -= amount;
    o.paid += amount;
  }
  return o.due === 0;
}

interface Payment {
  readonly from: AccountNumber;
  readonly to: AccountNumber;
  readonly amount: Micros;
}

function move(state: State, o: VaultOperation, { from, to, amount }: Payment, out: Listener): void {
  assert(amount > 0, "a vault's money moves", { operationId: o.operationId, from, to, amount });
  const movement = { kind: "vault", reference: `vault:${o.operationId}`, market: NONE } as const;
  moveHolding(state, { ...movement, account: from, amount: -amount }, out);
  moveHolding(state, { ...movement, account: to, amount }, out);
}
