// How demo traders treat each market: how much is in its book and how much is traded, in round figures of the proportions
// that these markets have shown.

export interface MarketStyle {
  readonly isLarge: boolean;
  /** Value of the first order of a side, in USDC; orders grow further out. */
  readonly touch: number;
  /** Distance between orders where the book is no longer dense, as a fraction of the price. */
  readonly gap: number;
  /** The book stays in place until the price has left its middle by this fraction. */
  readonly patience: number;
  /** Takers' orders per minute of average activity. */
  readonly ordersPerMinute: number;
  /** Average value of such an order, in USDC. */
  readonly orderValue: number;
  /** Value of a maker's full position, in USDC. */
  readonly positionMax: number;
}

const LARGE: Readonly<Record<string, MarketStyle>> = {
  PERP_BTC_USDC: {
    isLarge: true,
    touch: 14_000,
    gap: 0.00005,
    patience: 0.0001,
    ordersPerMinute: 26,
    orderValue: 1_500,
    positionMax: 1_500_000,
  },
  PERP_ETH_USDC: {
    isLarge: true,
    touch: 9_000,
    gap: 0.00006,
    patience: 0.00013,
    ordersPerMinute: 18,
    orderValue: 1_000,
    positionMax: 800_000,
  },
  PERP_SOL_USDC: {
    isLarge: true,
    touch: 6_000,
    gap: 0.0001,
    patience: 0.0002,
    ordersPerMinute: 12,
    orderValue: 700,
    positionMax: 400_000,
  },
};

const OTHERS: MarketStyle = {
  isLarge: false,
  touch: 2_500,
  gap: 0.0002,
  patience: 0.00035,
  ordersPerMinute: 3,
  orderValue: 400,
  positionMax: 150_000,
};

/** A market added by an operator is treated like the other small ones. */
export function styleOf(symbol: string): MarketStyle {
  return LARGE[symbol] ?? OTHERS;
}
