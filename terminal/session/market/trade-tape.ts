// The latest trades of a market, merged from history and live trades without duplicates or gaps. Trades have no ids: history
// ends at some millisecond, and live trades up to that millisecond are known already. This requires that history is
// requested after live trades have begun to arrive.

export interface TapeTrade {
  /** Local to this page: rises by one with each trade. */
  readonly id: number;
  /** Venue time of the match, in milliseconds. */
  readonly at: number;
  /** The taker's side. */
  readonly side: "BUY" | "SELL";
  readonly price: number;
  readonly quantity: number;
}

export type TradeSeen = Omit<TapeTrade, "id">;

/** Identifies a trade of one market, as far as its public data allows. */
export function tradeKey({ at, side, price, quantity }: TradeSeen): string {
  return `${at} ${side} ${price} ${quantity}`;
}

export class TradeTape {
  readonly #most: number;
  /** Oldest first; trimmed from time to time. */
  #trades: TapeTrade[] = [];
  #lastId = 0;
  /** Live trades that arrive while history is being read; null at other times. */
  #meanwhile: TradeSeen[] | null = [];
  #readUpTo = 0;
  /** Trades of history's last millisecond that have not arrived live yet: count by likeness. */
  readonly #known = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Live trades begin, or begin again after some were missed: history has to be read now. */
  begin(): void {
    this.#meanwhile = [];
  }

  /** @param trades the latest trades from history, newest first */
  read(trades: readonly TradeSeen[]): void {
    this.#trades = [];
    this.#known.clear();
    this.#readUpTo = trades[0]?.at ?? 0;
    for (const trade of trades.toReversed()) {
      this.#append(trade);
      if (trade.at < this.#readUpTo) continue;
      const likeness = tradeKey(trade);
      this.#known.set(likeness, (this.#known.get(likeness) ?? 0) + 1);
    }
    const meanwhile = this.#meanwhile ?? [];
    this.#meanwhile = null;
    for (const trade of meanwhile) this.take(trade);
  }

  /** Takes in a live trade. @returns whether it is shown now */
  take(trade: TradeSeen): boolean {
    if (this.#meanwhile !== null) {
      this.#meanwhile.push(trade);
      if (this.#meanwhile.length > 2 * this.#most) this.#meanwhile = this.#meanwhile.slice(-this.#most);
      return false;
    }
    if (this.#isKnown(trade)) return false;
    this.#append(trade);
    return true;
  }

  /** Newest first. */
  newest(): readonly TapeTrade[] {
    return this.#trades.slice(-this.#most).reverse();
  }

  #isKnown(trade: TradeSeen): boolean {
    if (trade.at !== this.#readUpTo) return trade.at < this.#readUpTo;
    const likeness = tradeKey(trade);
    const left = this.#known.get(likeness) ?? 0;
    if (left > 0) this.#known.set(likeness, left - 1);
    return left > 0;
  }

  #append({ at, side, price, quantity }: TradeSeen): void {
    this.#lastId += 1;
    this.#trades.push({ id: this.#lastId, at, side, price, quantity });
    if (this.#trades.length > 2 * this.#most) this.#trades = this.#trades.slice(-this.#most);
  }
}
