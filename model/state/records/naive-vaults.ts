// The model's records of strategy vaults. Rules 10.1. Shares in 10⁻⁶, prices of a share in 10⁻⁸.

import type { NaiveAccount } from "./naive-account.ts";

interface NaiveLot {
  readonly account: number;
  shares: bigint;
  /** When they may be redeemed. */
  readonly availableAt: number;
}

export interface NaiveVaultOperation {
  readonly id: number;
  readonly account: number;
  readonly operation: "LP_DEPOSIT" | "LP_WITHDRAW" | "SP_DEPOSIT" | "SP_WITHDRAW";
  readonly amount: bigint;
  readonly at: number;
  /** The part of the amount that waits for a period start. */
  unsettled: bigint;
  /** What is due for a redemption, and how much of that has been paid. */
  due: bigint;
  paid: bigint;
}

export interface NaiveVault {
  readonly id: string;
  readonly name: string;
  /** Null for a vault that is found only by its id. */
  readonly address: string | null;
  readonly provider: number;
  readonly fund: number;
  readonly kind: "operator" | "permissionless";
  readonly feePercent: bigint;
  readonly createdAt: number;
  readonly cash: NaiveAccount;
  state: "pre_launch" | "live" | "closing" | "closed";
  period: number;
  nextAt: number;
  mainPrice: bigint;
  strategyPrice: bigint;
  highWater: bigint;
  mainShares: bigint;
  vaultStrategyShares: bigint;
  providerStrategyShares: bigint;
  gateTriggered: boolean;
  /** In the order of minting. */
  lots: NaiveLot[];
  /** Operations not yet settled and paid in full, in the order of requests. */
  operations: NaiveVaultOperation[];
}

export interface VaultsState {
  vaults: NaiveVault[];
  lastOperationId: number;
}

export function noVaults(): VaultsState {
  return { vaults: [], lastOperationId: 0 };
}
