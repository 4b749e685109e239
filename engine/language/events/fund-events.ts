// Movements of money other than trading, as their owners see them. Rules 4.5, 8.5, 9.

import type { AccountNumber, MarketNumber, Micros, Millis, WithdrawalId } from "../../base/units.ts";
import type { DepositState, WithdrawalState } from "../../base/vocabulary.ts";
import type { DepositSource, OnChain } from "../commands/fund-commands.ts";

export type FundsEvent =
  /** A deposit, in each of its states; the balance changes with COMPLETED. */
  | (OnChain & {
      readonly type: "deposit";
      readonly account: AccountNumber;
      readonly amount: Micros;
      readonly source: DepositSource;
      readonly state: DepositState;
      /** The reference of its ledger entry, which is made with COMPLETED. */
      readonly reference: string;
      /** The reason for FAILED, else "". */
      readonly reason: string;
      /** When it was first seen. */
      readonly createdAt: Millis;
      readonly at: Millis;
    })
  | {
      readonly type: "withdrawal";
      readonly withdrawalId: WithdrawalId;
      readonly account: AccountNumber;
      readonly amount: Micros;
      readonly fee: Micros;
      readonly chainId: number;
      readonly receiver: string;
      readonly state: WithdrawalState;
      readonly transaction: string;
      /** The reason for its state where that needs explaining, else "". */
      readonly reason: string;
      readonly createdAt: Millis;
      readonly at: Millis;
    }
  /** One receiver of a transfer. */
  | {
      readonly type: "transferred";
      readonly transferId: number;
      /** Shared by the receivers of one request. */
      readonly requestId: number;
      readonly from: AccountNumber;
      readonly to: AccountNumber;
      readonly amount: Micros;
      readonly at: Millis;
    }
  | {
      readonly type: "settled";
      readonly settlementId: number;
      readonly account: AccountNumber;
      readonly holdingBefore: Micros;
      readonly holdingAfter: Micros;
      /** Cross rows by symbol; isolated rows settle into their own margin. */
      readonly symbols: readonly { readonly market: MarketNumber; readonly amount: Micros }[];
      readonly at: Millis;
    }
  | {
      readonly type: "distributed";
      readonly distributionId: number;
      readonly account: AccountNumber;
      readonly kind: "BROKER_FEE" | "REFEREE_REBATE" | "REFERRAL_REBATE";
      readonly amount: Micros;
      readonly at: Millis;
    }
  | {
      readonly type: "deposit_parked";
      readonly reference: string;
      readonly accountId: string;
      readonly amount: Micros;
      readonly reason: string;
      readonly at: Millis;
    };
