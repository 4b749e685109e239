// What a kit is: which moves there are and how often, what worlds, how far prices go, and what plans begin with.

import type { OrderType } from "@evermark/engine";
import type { Move, MoveName, Place, Terms } from "./moves.ts";
import type { drawSetting } from "./world-settings.ts";

export interface Kit {
  readonly name: string;
  readonly moves: Partial<Record<MoveName, number>>;
  readonly setting: Parameters<typeof drawSetting>[1];
  /** What a plan that is made from nothing begins with, and moves that follow, at most. */
  readonly opening?: readonly Move[];
  readonly length: number;
  readonly kinds?: readonly OrderType[];
  readonly isolated?: "never" | "always";
  /** How far from the mark orders are, millionths at most; 0 for at the mark. */
  readonly reach?: number;
  /** Some orders carry the fee tag. */
  readonly tags?: true;
  /** Orders that rest are never worse than the mark for who places them. */
  readonly passive?: true;
  /** Single orders are hidden, so that the mark does not follow them. */
  readonly hidden?: true;
  /** Single orders are on the closing side of a position that there is. */
  readonly closing?: true;
  /** Transfers are a vault provider's, to its fund, and it deposits specks. */
  readonly gifts?: true;
  /** What is asked of a vault may depend on where the index has gone. */
  readonly watchful?: true;
  /** Where leaps in time go, when not only to the next sample or minute. */
  readonly places?: readonly Place[];
}

// What openings are made of.

export const AT_THE_MARK: Terms = {
  market: 0,
  side: "BUY",
  off: 0,
  unit: "most",
  size: 1_000,
  mode: "CROSS",
  tagged: false,
};

/** A whole position, by an order that the mark does not follow. */
export const CLOSING = {
  unit: "position",
  closes: true,
  reduceOnly: false,
  hidden: true,
  passive: false,
  byAmount: false,
} as const;

/** As far as one minute moves the mark, and kept up. */
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
