// A kit: which moves there are and how often, in which worlds, how far from the mark, and how plans begin.

import type { OrderType } from "@evermark/engine";
import type { Move, MoveName, Place, Terms } from "./moves.ts";
import type { drawSetting } from "./world-settings.ts";

export interface Kit {
  readonly name: string;
  readonly moves: Partial<Record<MoveName, number>>;
  readonly setting: Parameters<typeof drawSetting>[1];
  /** How a plan made from nothing begins, and how many moves follow at most. */
  readonly opening?: readonly Move[];
  readonly length: number;
  readonly kinds?: readonly OrderType[];
  readonly isolated?: "never" | "always";
  /** How far from the mark orders are, in millionths at most; 0 for at the mark. */
  readonly reach?: number;
  /** Whether some orders carry the fee tag. */
  readonly tags?: true;
  /** Whether resting orders are never at a worse price than the mark for their owner. */
  readonly passive?: true;
  /** Whether single orders are hidden, so that the mark does not follow them. */
  readonly hidden?: true;
  /** Whether single orders are on the closing side of an existing position. */
  readonly closing?: true;
  /** Whether transfers are from a vault's provider to its fund, and its deposits are tiny. */
  readonly gifts?: true;
  /** Whether requests to a vault may depend on where the index has moved. */
  readonly watchful?: true;
  /** The places that leaps in time go to, if not only the next sample or minute. */
  readonly places?: readonly Place[];
}

// Parts of openings.

export const AT_THE_MARK: Terms = {
  market: 0,
  side: "BUY",
  off: 0,
  unit: "most",
  size: 1_000,
  mode: "CROSS",
  tagged: false,
};

/** Closes a whole position, by an order that the mark does not follow. */
export const CLOSING = {
  unit: "position",
  closes: true,
  reduceOnly: false,
  hidden: true,
  passive: false,
  byAmount: false,
} as const;

/** Moves the mark as far as one minute can, and keeps the quotes up. */
export const PAINTED = {
  do: "paint",
  by: 1,
  with: 2,
  market: 0,
  bid: 25_800,
  ask: 26_000,
  usdc: 110_000,
  minutes: 1,
  keep: true,
  toward: 0,
} as const;
