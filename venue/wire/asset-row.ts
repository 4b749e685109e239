// The row of a deposit or a withdrawal, the same in lists and in pushes. Interface 4.6, rules 9.8, streams 11.1.

import type { DepositState, WithdrawalState } from "@evermark/engine";
import { fromMicros } from "./decimals.ts";

/** The only token. */
export const TOKEN = "USDC";

/** Members are null where unknown, and when there is nothing left to wait for. */
export interface Estimate {
  readonly confirmations: number | null;
  readonly confirmationsRequired: number | null;
  /** Venue time, in milliseconds. */
  readonly estimatedAt: number | null;
}

interface Asset extends Estimate {
  readonly side: "DEPOSIT" | "WITHDRAW";
  readonly id: string;
  /** The chain that the money came from or goes to. */
  readonly chainId: number;
  readonly transaction: string;
  readonly amount: number;
  readonly fee: number;
  readonly state: DepositState | WithdrawalState;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export function assetRowOf(asset: Asset) {
  return {
    id: asset.id,
    tx_id: asset.transaction,
    side: asset.side,
    token: TOKEN,
    amount: fromMicros(asset.amount),
    fee: fromMicros(asset.fee),
    // PROCESSED is a deposit that is being swept into custody.
    trans_status: asset.state === "PROCESSED" ? ("PROCESSING" as const) : asset.state,
    created_time: asset.createdAt,
    updated_time: asset.updatedAt,
    chain_id: String(asset.chainId),
    confirmations: asset.confirmations,
    confirmations_required: asset.confirmationsRequired,
    estimated_time: asset.estimatedAt,
  };
}

/**
 * Contains the creation time, because the same deposit of the same transaction may be dropped and come again as another
 * record.
 */
export function depositIdOf(deposit: { readonly key: string; readonly reference: string; readonly createdAt: number }) {
  return deposit.key === "" ? deposit.reference : `${deposit.key}:${deposit.createdAt}`;
}
