// What is told of a vault's requests. Account-paid requests are pending, assigned while the fund is short, and in the
// end completed or failed. Rules 10.5.

import type { Listener } from "../events.ts";
import type { State } from "../state.ts";
import type { Operation, Vault } from "./vaults.ts";

type OperationState = "pending" | "assigned" | "completed" | "failed";

/** @param result shares minted, or micros paid so far */
export function reportOperation(
  state: State,
  vault: Vault,
  operation: Operation,
  becomes: OperationState,
  result: number,
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

export function reportState(state: State, vault: Vault, out: Listener): void {
  out.vault({ type: "state_changed", vaultId: vault.vaultId, state: vault.state, at: state.now });
}
