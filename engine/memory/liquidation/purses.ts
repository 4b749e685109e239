// The purses of the insurance fund's positions: each is the value that came with a position, in micros at the index, below 0
// when the position came with a debt. No money moves with a purse; it limits what a discount on the position may cost a
// fund that can carry the position, so that no trader is paid for taking a position that brought nothing. Rules 7.7, 7.8.

import { assert } from "../../base/fault.ts";
import { mulDivFloor } from "../../base/numbers/arithmetic.ts";
import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { Lots, MarketNumber, Micros } from "../../base/units.ts";

/** The first behaviour with purses; positions that the fund had before then have none. */
export const PURSES_SINCE = 3;

export class Purses {
  /** By market; no entry is 0. */
  readonly #worth = new Map<number, number>();

  /** Micros. */
  of(market: MarketNumber): number {
    return this.#worth.get(market) ?? 0;
  }

  /** Markets whose position has a purse other than 0, ascending. */
  get markets(): number[] {
    return [...this.#worth.keys()].sort((a, b) => a - b);
  }

  /** The fund's position in a market went from `before` to `after` lots, signed; `brought` came with what arrived. */
  follow(market: MarketNumber, before: Lots, after: Lots, brought: Micros): void {
    assert(before !== 0 || this.of(market) === 0, "a purse goes with a position", { market, before, after });
    this.set(market, worthAfter(this.of(market), before, after, brought));
  }

  set(market: MarketNumber, worth: Micros): void {
    assert(Number.isSafeInteger(worth), "a purse is a whole number of micros below 2^53", { market, worth });
    if (worth === 0) this.#worth.delete(market);
    else this.#worth.set(market, worth);
  }

  write(out: ByteWriter): void {
    const { markets } = this;
    out.i32(markets.length);
    for (const market of markets) {
      out.i32(market);
      out.f64(this.of(market));
    }
  }

  read(input: ByteReader): void {
    for (let left = input.i32(); left > 0; left--) this.set(input.i32(), input.f64());
  }
}

/** A purse shrinks with its position; what arrives against a position counts only by the part that is left. Rounded down. */
function worthAfter(worth: Micros, before: Lots, after: Lots, brought: Micros): number {
  const arrived = after - before;
  if (before === 0 || before > 0 === arrived > 0) return worth + brought;
  if (after === 0) return 0;
  if (after > 0 === before > 0) return mulDivFloor(worth, Math.abs(after), Math.abs(before));
  return mulDivFloor(brought, Math.abs(after), Math.abs(arrived));
}
