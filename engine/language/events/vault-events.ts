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
  /** A request was made, or went to its next state. */
  | {
      readonly type: "operation";
      readonly operationId: OperationId;
      readonly vaultId: string;
      readonly account: AccountNumber;
      readonly operation: string;
      /** As asked for: micros or millionths of a share. */
      readonly amount: SharesOrMicros;
      /** "assigned": settled, and paid in part at most, because the fund is short. */
      readonly state: "pending" | "assigned" | "completed" | "failed";
      /** What it came to: shares minted, or micros paid so far. */
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
      /** The period that starts with it. */
      readonly period: PeriodNumber;
      /** Minted or burned, millionths. */
      readonly shares: Shares;
      /** What they came to. */
      readonly amount: Micros;
      readonly at: Millis;
    }
  /** On each whole hour, with what the prices would be if a period started now. */
  | {
      readonly type: "valued";
      readonly vaultId: string;
      /** Of the fund, and of it what is the investors'. */
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
      /** What investors put in and redeemed with it. */
      readonly deposited: Micros;
      readonly withdrawn: Micros;
      readonly gateTriggered: boolean;
      readonly at: Millis;
    };
