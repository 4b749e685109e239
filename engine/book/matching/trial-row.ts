// An isolated row as executions would leave it, without touching it: the money that they move is that of fills.ts, and a
// test holds the one against the other. Rules 5.9 (3) to (6).

import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { closingLots, type SideOfFill } from "../../money/cover/cover.ts";
import { holdingOf } from "../../money/cover/isolated-cover.ts";
import { openingFee } from "../../money/fees/charging.ts";
import { allocation } from "../../money/isolated/allocation.ts";
import { closePartOf, type IsolatedHolding } from "../../money/isolated/partial-close.ts";
import { leverageOf } from "../../money/margin/margin.ts";

export class TrialRow implements IsolatedHolding {
  readonly leverage: number;
  held: number;
  cost: number;
  margin: number;
  readonly #market: Market;

  constructor(market: Market, from: IsolatedHolding, leverage: number) {
    this.#market = market;
    this.leverage = leverage;
    this.held = from.held;
    this.cost = from.cost;
    this.margin = from.margin;
  }

  /** A row as it stands. */
  static of(state: State, market: Market, row: number): TrialRow {
    return new TrialRow(market, holdingOf(state, row), leverageOf(state, market, row));
  }

  /** The same once more, to be filled with something that is only weighed. */
  copy(): TrialRow {
    return new TrialRow(this.#market, this, this.leverage);
  }

  /** Books a fill that is covered. @returns what it brings to the owner's balance, micros */
  fill({ lots, price, fee }: SideOfFill): number {
    const closing = closingLots(this.held, lots);
    const opening = lots - closing;
    const feeToOpen = openingFee(fee, opening, lots);
    const paid = closing === 0 ? 0 : this.#close(closing, price, fee - feeToOpen);
    return opening === 0 ? paid : paid - this.#open(opening, price, feeToOpen);
  }

  allocated(lots: number, price: number): number {
    return allocation(Math.abs(lots) * price * this.#market.unit, this.leverage);
  }

  #close(lots: number, price: number, fee: number): number {
    const value = lots * price * this.#market.unit;
    if (lots === -this.held) {
      const paid = this.margin - value - this.cost - fee;
      this.held = 0;
      this.cost = 0;
      this.margin = 0;
      return Math.max(0, paid);
    }
    const { paid, cost, margin } = closePartOf(this, lots, value, fee);
    this.held += lots;
    this.cost = cost;
    this.margin = margin;
    return paid;
  }

  /** @returns the margin that goes in */
  #open(lots: number, price: number, fee: number): number {
    const allocated = this.allocated(lots, price);
    this.margin += allocated;
    this.cost += lots * price * this.#market.unit + fee;
    this.held += lots;
    return allocated;
  }
}
