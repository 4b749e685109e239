// The model's records of liquidations: the accounts in liquidation, their offers, the insurance fund's inventory. Rules
// 7.3, 7.8.

/** Part of an estate that can be claimed. */
export interface NaiveOffer {
  readonly id: number;
  /** By symbol: the markets of its group, and those of them whose rows are offered now. */
  members: number[];
  markets: number[];
  /** Whole percent of each position. */
  percent: bigint;
  readonly startedAt: number;
}

/** An account in liquidation, or an isolated row of one. */
export interface NaiveLiquidation {
  readonly account: number;
  /** The market of an isolated row; -1 for all cross rows. */
  readonly market: number;
  offers: NaiveOffer[];
}

/** A position that the insurance fund offers. */
interface NaiveInventory {
  readonly id: number;
  readonly market: number;
  readonly isLong: boolean;
  readonly startedAt: number;
  /** When part of it was last claimed; initially when it appeared. */
  claimedAt: number;
}

export interface LiquidationState {
  running: NaiveLiquidation[];
  inventory: NaiveInventory[];
  /** By market: the money that came with the fund's row there, at the index. Rules 7.7. */
  purses: bigint[];
  /** One counter for offers and claims, because both are identified by it. */
  lastId: number;
}

export function noLiquidations(): LiquidationState {
  return { running: [], inventory: [], purses: [], lastId: 0 };
}
