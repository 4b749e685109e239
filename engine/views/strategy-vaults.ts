// What can be read of strategy vaults. Rules 10.

import type { Micros } from "../units.ts";

export interface VaultView {
  readonly vaultId: string;
  readonly name: string;
  readonly provider: number;
  readonly fund: number;
  readonly kind: "operator" | "permissionless";
  readonly state: "pre_launch" | "live" | "closing" | "closed";
  readonly performanceFeePercent: number;
  readonly period: number;
  /** 10⁻⁸ USDC a share, at the last period start. */
  readonly mainPrice: number;
  readonly strategyPrice: number;
  /** Millionths of a share. */
  readonly mainShares: number;
  readonly vaultStrategyShares: number;
  readonly providerStrategyShares: number;
  readonly queuedDeposits: Micros;
}

export interface VaultReader {
  readonly vaultIds: readonly string[];
  vault(vaultId: string): VaultView | undefined;
  /** Millionths of a main share: all, and what is neither locked nor queued. */
  shares(vaultId: string, account: number): { readonly total: number; readonly available: number };
}
