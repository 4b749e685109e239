// Strategy vaults: shares in an account that a strategy provider trades. Rules 10.

import type { Millis } from "../units.ts";

/** Creates a strategy vault around an account of its strategy provider. Rules 10.1, 10.3. */
export interface CreateVault {
  readonly type: "create_vault";
  at: Millis;
  /** `0x` and 64 lower-case hex digits. */
  readonly vaultId: string;
  readonly name: string;
  /** The provider's main account, and the account that trades. */
  readonly provider: number;
  readonly fund: number;
  readonly kind: "operator" | "permissionless";
  /** Whole percent, 0..50. */
  readonly performanceFeePercent: number;
}

/** A provider or investor asks for a deposit or withdrawal; it is settled at the next period start. Rules 10.2. */
export interface RequestVaultOperation {
  readonly type: "request_vault_operation";
  at: Millis;
  readonly account: number;
  readonly vaultId: string;
  readonly operation: "LP_DEPOSIT" | "LP_WITHDRAW" | "SP_DEPOSIT" | "SP_WITHDRAW";
  /** Micros of USDC for a deposit, millionths of a share for a withdrawal. */
  readonly amount: number;
}

/** Takes a vault to its next state. Rules 10.5. */
export interface SetVaultState {
  readonly type: "set_vault_state";
  at: Millis;
  readonly vaultId: string;
  readonly state: "live" | "closing";
}

export type StrategyVaultsCommand = CreateVault | RequestVaultOperation | SetVaultState;
