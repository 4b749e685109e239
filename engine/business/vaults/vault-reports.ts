// Reports of a vault's requests. Account-paid requests are pending, assigned while the fund is short, and finally
// completed or failed. Rules 10.5.

import type { Micros, Shares, SharesOrMicros } from "../../base/units.ts";
import type { Listener } from "../../language/events/events.ts";
import type { Vault, VaultOperation } from "../../memory/business/vaults.ts";
import type { State } from "../../memory/state.ts";
import { fundNav } from "./fund.ts";
import { pricesAt } from "./share-prices.ts";

type OperationState = "pending" | "assigned" | "completed" | "failed";

/** The present state of a request. */
interface Outcome {
  readonly becomes: OperationState;
  /** Shares minted, or micros paid so far. */
  readonly result: SharesOrMicros;
}

export function reportOperation(
  state: State,
  vault: Vault,
  operation: VaultOperation,
  { becomes, result }: Outcome,
  out: Listener,
): void {
  const { operationId, account, amount, operation: kind } = operation;
  const { vaultId } = vault;
  out.vault({
    type: "operation",
    operationId,
    vaultId,
    account,
    operation: kind,
    amount,
    state: becomes,
    result,
    at: state.now,
  });
}

/**
 * @param shares minted or burned;
 * @param amount micros paid for them
 */
export function reportSettled(
  state: State,
  vault: Vault,
  operation: VaultOperation,
  { shares, amount }: { readonly shares: Shares; readonly amount: Micros },
  out: Listener,
): void {
  if (shares === 0) return;
  const { vaultId, period } = vault;
  const { operationId, account, operation: kind } = operation;
  const settled = { operationId, vaultId, account, operation: kind, period, shares, amount: amount };
  out.vault({ type: "settled", ...settled, at: state.now });
}

/** Reports the value of every open vault, on the hour. */
export function reportValues(state: State, out: Listener): void {
  for (const vault of state.vaults.list()) {
    if (vault.state === "closed") continue;
    const nav = fundNav(state, vault);
    const { value, mainPrice } = pricesAt(vault, nav);
    const { vaultId } = vault;
    out.vault({ type: "valued", vaultId, nav: nav, value: value, mainPrice, at: state.now });
  }
}

export function reportState(state: State, vault: Vault, out: Listener): void {
  const { vaultId, fund } = vault;
  out.vault({ type: "state_changed", vaultId, fund, state: vault.state, at: state.now });
}
