// The rows that have a position, by market: funding, liquidation and deleveraging visit these without looking at anything else.
// In no meaningful order: a visit whose order shows has to sort by account. Rules 0.2.

import { broken } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { MarketNumber, RowNumber } from "../../base/units.ts";

export class OpenRows {
  readonly #byMarket: number[][] = [];
  /** The index of a row in its market's list; NONE when the row has no position. */
  readonly #place: number[] = [];

  /** The rows of a market with a position. Valid until the next change of one. */
  of(market: MarketNumber): readonly number[] {
    return this.#byMarket[market] ?? NOTHING;
  }

  /** Notes that a row has, or no longer has, a position. */
  note(market: MarketNumber, row: RowNumber, open: boolean): void {
    const place = this.#place[row] ?? NONE;
    if (open === (place !== NONE)) return;
    if (open) this.#add(market, row);
    else this.#remove(market, row, place);
  }

  #add(market: MarketNumber, row: RowNumber): void {
    while (this.#byMarket.length <= market) this.#byMarket.push([]);
    while (this.#place.length <= row) this.#place.push(NONE);
    this.#place[row] = this.#byMarket[market]!.push(row) - 1;
  }

  #remove(market: MarketNumber, row: RowNumber, place: number): void {
    const rows = this.#byMarket[market]!;
    if (rows[place] !== row) broken("a row stands where it is said to", { row, place });
    const last = rows.pop()!;
    if (last !== row) {
      rows[place] = last;
      this.#place[last] = place;
    }
    this.#place[row] = NONE;
  }
}

const NOTHING: readonly number[] = [];
