// Strategy vaults: shares in an account that a strategy provider trades. Rules 10.

import type { Millis } from "../../base/units.ts";

/** How a vault is shown, and the address by which its provider's messages name it. */
export interface VaultProfile {
  /** `0x` and 40 lower-case hex digits; no two vaults have the same. */
  readonly address: string;
  readonly description: string;
  /** The provider's own word for itself; "" for none. */
  readonly providerName: string;
}

/** Of a message that a wallet signed, handed out by the venue. Rules 9.4. */
export interface VaultNonce {
  readonly value: number;
  readonly issuedAt: Millis;
}

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
  /** Absent in journals that are older than this field: then the vault is not found by an address. */
  readonly profile?: VaultProfile | null;
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
  /** Absent in a request of the venue's own, and in journals that are older than this field: then it may come again. */
  readonly nonce?: VaultNonce | null;
}

/** Takes a vault to its next state. Rules 10.5. */
export interface SetVaultState {
  readonly type: "set_vault_state";
  at: Millis;
  readonly vaultId: string;
  readonly state: "live" | "closing";
}

export type StrategyVaultsCommand = CreateVault | RequestVaultOperation | SetVaultState;
