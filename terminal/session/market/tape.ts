// The latest trades of a market, from history and live, without a double and without a hole. Trades have no number: what
// was read ends at some millisecond, and of the live ones those up to there are known already. For that the reading must
// be asked for after the live trades began to come.

export interface TapeTrade {
  /** Of this page: rises by one with each trade. */
  readonly id: number;
  /** Venue time of the match, in milliseconds. */
  readonly at: number;
  /** The taker's. */
  readonly side: "BUY" | "SELL";
  readonly price: number;
  readonly quantity: number;
}

export type TradeSeen = Omit<TapeTrade, "id">;

/** What trades of one market are known by, as far as what is public of them goes. */
export function likenessOf({ at, side, price, quantity }: TradeSeen): string {
  return `${at} ${side} ${price} ${quantity}`;
}

export class Tape {
  readonly #most: number;
  /** Oldest first; trimmed now and then. */
  #trades: TapeTrade[] = [];
  #lastId = 0;
  /** Live trades that came while history is being read; null while it is not. */
  #meanwhile: TradeSeen[] | null = [];
  #readUpTo = 0;
  /** Of what was read, the trades of the last millisecond, by likeness, that have not come live. */
  readonly #known = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Live trades begin, or begin again after some were missed: history is to be read from now on. */
  begin(): void {
    this.#meanwhile = [];
  }

  /** @param trades the latest, newest first */
  read(trades: readonly TradeSeen[]): void {
    this.#trades = [];
    this.#known.clear();
    this.#readUpTo = trades[0]?.at ?? 0;
    for (const trade of trades.toReversed()) {
      this.#append(trade);
      if (trade.at < this.#readUpTo) continue;
      const likeness = likenessOf(trade);
      this.#known.set(likeness, (this.#known.get(likeness) ?? 0) + 1);
    }
    const meanwhile = this.#meanwhile ?? [];
    this.#meanwhile = null;
    for (const trade of meanwhile) this.take(trade);
  }

  /** A live trade. @returns whether it is shown now */
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
    const likeness = likenessOf(trade);
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
