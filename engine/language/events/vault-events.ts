// Strategy vaults: requests, periods, prices. Rules 10.

import type {
  AccountNumber,
  Micros,
  Millis,
  OperationId,
  PeriodNumber,
  SharePrice,
  Shares,
  SharesOrMicros,
} from "../../base/units.ts";

export type VaultEvent =
  | {
      readonly type: "state_changed";
      readonly vaultId: string;
      readonly fund: AccountNumber;
      readonly state: string;
      readonly at: Millis;
    }
  /** A request was made, or reached its next state. */
  | {
      readonly type: "operation";
      readonly operationId: OperationId;
      readonly vaultId: string;
      readonly account: AccountNumber;
      readonly operation: string;
      /** The requested amount: micros or millionths of a share. */
      readonly amount: SharesOrMicros;
      /** "assigned": settled, and paid in part at most, because the fund is short of money. */
      readonly state: "pending" | "assigned" | "completed" | "failed";
      /** The outcome so far: shares minted, or micros paid. */
      readonly result: SharesOrMicros;
      readonly at: Millis;
    }
  /** Part or all of a request became shares or money at the start of a period. */
  | {
      readonly type: "settled";
      readonly operationId: OperationId;
      readonly vaultId: string;
      readonly account: AccountNumber;
      readonly operation: string;
      /** The period whose start settles it. */
      readonly period: PeriodNumber;
      /** Minted or burned, millionths. */
      readonly shares: Shares;
      /** The money exchanged for them. */
      readonly amount: Micros;
      readonly at: Millis;
    }
  /** On each whole hour, at the prices that would hold if a period started now. */
  | {
      readonly type: "valued";
      readonly vaultId: string;
      /** The value of the whole fund; `value` is the investors' part of it. */
      readonly nav: Micros;
      readonly value: Micros;
      /** 10⁻⁸ USDC a share. */
      readonly mainPrice: SharePrice;
      readonly at: Millis;
    }
  | {
      readonly type: "period_started";
      readonly vaultId: string;
      readonly period: PeriodNumber;
      readonly nav: Micros;
      /** 10⁻⁸ USDC a share. */
      readonly mainPrice: SharePrice;
      readonly strategyPrice: SharePrice;
      readonly performanceFeeShares: Shares;
      /** Millionths of a share, after the start. */
      readonly mainShares: Shares;
      readonly vaultStrategyShares: Shares;
      readonly providerStrategyShares: Shares;
      /** What investors deposited and redeemed at this start. */
      readonly deposited: Micros;
      readonly withdrawn: Micros;
      readonly gateTriggered: boolean;
      readonly at: Millis;
    };
