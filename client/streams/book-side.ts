// One side of a book: price levels, best first. Levels are found by bisection, so an update costs little however deep the
// book is. Prices are compared as the numbers they arrived as: the same text gives the same number.

/** Price in quote currency and visible quantity in base currency. */
export type Level = readonly [price: number, quantity: number];

export class BookSide {
  readonly #levels: Level[] = [];
  readonly #direction: 1 | -1;

  /** Ask prices ascend from the best, bid prices descend. */
  constructor(side: "asks" | "bids") {
    this.#direction = side === "asks" ? 1 : -1;
  }

  get levels(): readonly Level[] {
    return this.#levels;
  }

  clear(): void {
    this.#levels.length = 0;
  }

  /** Sets the absolute quantity of a level; 0 removes it. Streams 5.2. */
  set(price: number, quantity: number): void {
    const at = this.#placeOf(price);
    const isThere = this.#levels[at]?.[0] === price;
    if (quantity === 0) this.#levels.splice(at, isThere ? 1 : 0);
    else this.#levels.splice(at, isThere ? 1 : 0, [price, quantity]);
  }

  /** Index of the level, or where it would be inserted. */
  #placeOf(price: number): number {
    let low = 0;
    let high = this.#levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (((this.#levels[middle]?.[0] ?? price) - price) * this.#direction < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
