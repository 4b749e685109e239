// How a deposit or a withdrawal is shown, in lists and in pushes alike. Interface 4.6, rules 9.8, streams 11.1.

import type { DepositState, WithdrawalState } from "@evermark/engine";
import { fromMicros } from "./decimals.ts";

/** The one token. */
export const TOKEN = "USDC";

/** Null where it is not known, and when there is nothing to wait for any more. */
export interface Estimate {
  readonly confirmations: number | null;
  readonly confirmationsRequired: number | null;
  /** Venue time, in milliseconds. */
  readonly estimatedAt: number | null;
}

interface Asset extends Estimate {
  readonly side: "DEPOSIT" | "WITHDRAW";
  readonly id: string;
  /** Of the chain that money came from or goes to. */
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
    // A deposit that is being swept into custody.
    trans_status: asset.state === "PROCESSED" ? ("PROCESSING" as const) : asset.state,
    created_time: asset.createdAt,
    updated_time: asset.updatedAt,
    chain_id: String(asset.chainId),
    confirmations: asset.confirmations,
    confirmations_required: asset.confirmationsRequired,
    estimated_time: asset.estimatedAt,
  };
}

/** The same deposit of the same transaction may be gone, and come again as another record. */
export function depositIdOf(deposit: { readonly key: string; readonly reference: string; readonly createdAt: number }) {
  return deposit.key === "" ? deposit.reference : `${deposit.key}:${deposit.createdAt}`;
}
