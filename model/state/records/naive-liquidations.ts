// What the model keeps of liquidations: who is in one, what is offered, what the insurance fund has to sell. Rules 7.3, 7.8.

/** Part of an estate that can be claimed. */
export interface NaiveOffer {
  readonly id: number;
  /** By symbol: the markets that it is about, and those of them whose rows are offered now. */
  members: number[];
  markets: number[];
  /** Whole percent of each position. */
  percent: bigint;
  readonly startedAt: number;
}

/** An account in liquidation, or an isolated row of one. */
export interface NaiveLiquidation {
  readonly account: number;
  /** Of an isolated row; -1 for all cross rows. */
  readonly market: number;
  offers: NaiveOffer[];
}

/** A position that the insurance fund would like to be rid of. */
interface NaiveInventory {
  readonly id: number;
  readonly market: number;
  readonly isLong: boolean;
  readonly startedAt: number;
  /** When part of it was last claimed; at first when it appeared. */
  claimedAt: number;
}

export interface LiquidationState {
  running: NaiveLiquidation[];
  inventory: NaiveInventory[];
  /** By market: what came with the fund's row there, at the index. Rules 7.7. */
  purses: bigint[];
  /** One count for offers and claims, because both are named by it. */
  lastId: number;
}

export function noLiquidations(): LiquidationState {
  return { running: [], inventory: [], purses: [], lastId: 0 };
}
