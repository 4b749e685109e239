// The read-only view of strategy vaults. Rules 10.

import type {
  AccountNumber,
  Micros,
  Millis,
  OperationId,
  Percent,
  PeriodNumber,
  SharePrice,
  Shares,
  SharesOrMicros,
} from "../../base/units.ts";

/** Rules 10.3; money in micros. */
interface VaultTermsView {
  readonly periodMs: Millis;
  readonly minDeposit: Micros;
  readonly minWithdrawal: Micros;
  readonly lockupMs: Millis;
  readonly gatePercent: Percent;
  readonly providerReserve: Micros;
  readonly providerPercent: Percent;
}

export interface VaultView {
  readonly vaultId: string;
  readonly name: string;
  /** The address that its provider's messages name; "" for none. */
  readonly address: string;
  readonly description: string;
  readonly providerName: string;
  readonly provider: AccountNumber;
  readonly fund: AccountNumber;
  readonly kind: "operator" | "permissionless";
  readonly state: "pre_launch" | "live" | "closing" | "closed";
  readonly performanceFeePercent: Percent;
  /** The number of period starts so far, and the time of the next one. */
  readonly period: PeriodNumber;
  readonly nextPeriodAt: Millis;
  readonly createdAt: Millis;
  /** 10⁻⁸ USDC a share, at the last period start. */
  readonly mainPrice: SharePrice;
  readonly strategyPrice: SharePrice;
  /** A performance fee is due on a main price above this. */
  readonly highWaterMark: SharePrice;
  /** Millionths of a share. */
  readonly mainShares: Shares;
  readonly vaultStrategyShares: Shares;
  readonly providerStrategyShares: Shares;
  /** The fund's current value, and the vault's part of it at the last prices. */
  readonly fundNav: Micros;
  readonly vaultNav: Micros;
  /** The prices, and the value of the investors' part, if a period started now. */
  readonly now: { readonly mainPrice: SharePrice; readonly strategyPrice: SharePrice; readonly value: Micros };
  readonly holderCount: number;
  readonly queuedDeposits: Micros;
  /** Whether the last period start left redemptions for the next one. */
  readonly gateTriggered: boolean;
  readonly terms: VaultTermsView;
}

/** A request that is not yet settled and paid in full. */
export interface VaultOperationView {
  readonly operationId: OperationId;
  readonly account: AccountNumber;
  readonly operation: string;
  /** The requested amount: micros or millionths of a share. */
  readonly amount: SharesOrMicros;
  readonly state: "pending" | "assigned";
  /** The part of `amount` that waits for a period start. */
  readonly unsettled: SharesOrMicros;
  readonly unpaid: Micros;
  readonly paid: Micros;
  readonly at: Millis;
}

export interface VaultReader {
  readonly vaultIds: readonly string[];
  vault(vaultId: string): VaultView | undefined;
  findByAddress(address: string): string | undefined;
  /** The vault whose fund this account is. */
  vaultOfFund(account: AccountNumber): string | undefined;
  /** Millionths of a main share: all of the account's, and those neither locked nor queued. */
  shares(vaultId: string, account: AccountNumber): { readonly total: Shares; readonly available: Shares };
  /** Accounts with main shares, by number. */
  holders(vaultId: string): number[];
  /** In the order of the requests. */
  operations(vaultId: string): VaultOperationView[];
}
