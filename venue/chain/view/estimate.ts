// How far a deposit or a withdrawal has come on the venue's chain, and when it will probably arrive. It is only shown to
// traders who wait; nothing is decided by it.

import type { VenueClock } from "@evermark/core";
import type { Estimate } from "../../wire/asset-row.ts";
import type { ChainView, OnItsWay } from "./chain-view.ts";

interface PendingMovement {
  readonly side: "DEPOSIT" | "WITHDRAW";
  /** Id of a withdrawal. */
  readonly id: number;
  /** Key of a deposit on its chain; "" for a withdrawal. */
  readonly key: string;
  readonly chainId: number;
  readonly state: string;
}

const NONE: Estimate = { confirmations: null, confirmationsRequired: null, estimatedAt: null };

interface EstimateParts {
  /** Null for a venue without a chain. */
  readonly chain: ChainView | null;
  readonly clock: VenueClock;
}

export function estimateOf({ chain, clock }: EstimateParts, movement: PendingMovement): Estimate {
  const { side, id, key, state, chainId } = movement;
  if (chain === null || chainId !== chain.chainId || state === "COMPLETED" || state === "FAILED") return NONE;
  const found = side === "DEPOSIT" ? chain.findDeposit(key) : chain.findWithdrawal(id);
  if (found === undefined) return NONE;
  const required = chain.confirmations;
  const confirmations = found.block === null ? 0 : Math.max(0, Math.min(chain.head - found.block, required));
  // A movement in no block needs a block of its own first.
  const blocks = required - confirmations + (found.block === null ? 1 : 0);
  const waitMs = state === "PENDING_REBALANCE" ? null : waitOf(chain, found, blocks);
  return {
    confirmations,
    confirmationsRequired: required,
    estimatedAt: waitMs === null ? null : Math.round(clock.now() + waitMs),
  };
}

/** The expected wait; null while unknown. */
function waitOf({ trouble, blockMs, headAt }: ChainView, found: OnItsWay, blocks: number): number | null {
  if (trouble !== null || blockMs === null || found.isHeld) return null;
  // By the chain's clock: the venue's may differ.
  const queuedMs = found.payableAt === null ? 0 : Math.max(0, found.payableAt * 1_000 - headAt);
  return queuedMs + blocks * blockMs;
}
