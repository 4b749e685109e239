// The executions of one isolated taker, one after the other, without touching anything: its row, its balance and what its
// row's orders reserve are carried along here as they would change there (fills.ts, reserve-limit.ts). Rules 5.9 (2) to
// (6).

import { feeAt, tradingFee } from "../fees/charging.ts";
import { tagRate } from "../fees/order-tags.ts";
import { leverageOf } from "../margin/margin.ts";
import { spareBalance } from "../margin/withdrawable.ts";
import type { LiveMarket } from "../market/live-market.ts";
import { mulDivCeil, mulDivFloor } from "../numbers/arithmetic.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import { allocation } from "./allocation.ts";
import { type RowReserve, reserveOf } from "./order-reserve.ts";

export class DryRun {
  readonly #state: State;
  readonly #market: LiveMarket;
  readonly #order: number;
  readonly #row: number;
  readonly #buy: boolean;
  #held: number;
  #cost: number;
  #margin: number;
  #left: number;
  #reserve: RowReserve;
  /** Balance, and what of it may be spared, less what is reserved. */
  #balance: number;
  #spare: number;

  constructor(state: State, market: LiveMarket, order: number) {
    this.#state = state;
    this.#market = market;
    this.#order = order;
    this.#row = state.orders.row(order);
    this.#buy = state.orders.isBuy(order);
    this.#held = state.rows.quantity(this.#row);
    this.#cost = state.rows.cost(this.#row);
    this.#margin = state.rows.margin(this.#row);
    this.#left = state.orders.remaining(order);
    this.#reserve = this.#reserveWith(this.#left, this.#held);
    this.#balance =
      state.accounts.holding(state.orders.account(order)) -
      state.accounts.isolatedOrderFrozen(state.orders.account(order));
    this.#spare = spareBalance(state, state.orders.account(order));
  }

  /** Executes. @returns false when the order would be cancelled before, or after with something left */
  take(lots: number, price: number): boolean {
    const closing = (this.#buy ? this.#held < 0 : this.#held > 0) ? Math.min(lots, Math.abs(this.#held)) : 0;
    if (closing < lots && !this.#affords(lots, closing, price)) {
      return closing > 0 && this.take(closing, price) && this.take(lots - closing, price);
    }
    const held = this.#held;
    const before = this.#reserve;
    const fee = this.#feeOf(lots * price * this.#market.unit);
    const closingFee = mulDivCeil(fee, closing, lots);
    if (closing > 0) this.#close(closing, price, closingFee);
    if (closing < lots) this.#open(lots - closing, price, fee - closingFee);
    this.#left -= lots;
    this.#reserveAgain();
    const enlarged = held < 0 ? this.#reserve.buy > before.buy : held > 0 && this.#reserve.sell > before.sell;
    return this.#left === 0 || (this.#balance >= 0 && !(enlarged && this.#spare < 0));
  }

  #affords(lots: number, closing: number, price: number): boolean {
    const after = this.#reserveWith(this.#left - closing, closing === 0 ? this.#held : 0);
    const enlarged = after.buy + after.sell - this.#reserve.buy - this.#reserve.sell;
    const worth = this.#margin + this.#held * price * this.#market.unit - this.#cost;
    const fee = closing === 0 ? 0 : mulDivCeil(this.#feeOf(lots * price * this.#market.unit), closing, lots);
    const paidOut = closing === 0 ? 0 : Math.max(0, worth - fee);
    return this.#allocated(lots - closing, price) <= after.ofOrder + Math.max(0, this.#spare + paidOut - enlarged);
  }

  #close(lots: number, price: number, fee: number): void {
    const size = Math.abs(this.#held);
    const share = mulDivCeil(this.#cost, lots, size);
    const signed = this.#held > 0 ? lots : -lots;
    const settled = signed * price * this.#market.unit - share - fee;
    const released = mulDivFloor(this.#margin, lots, size);
    const paid = Math.max(0, released + settled);
    this.#margin += lots === size ? -released : released + settled >= 0 ? -released : settled;
    this.#cost -= share;
    this.#held -= signed;
    this.#earn(paid);
  }

  #open(lots: number, price: number, fee: number): void {
    const allocated = this.#allocated(lots, price);
    const signed = this.#buy ? lots : -lots;
    this.#margin += allocated;
    this.#cost += signed * price * this.#market.unit + fee;
    this.#held += signed;
    this.#earn(-allocated);
  }

  #earn(amount: number): void {
    this.#balance += amount;
    this.#spare += amount;
  }

  #reserveAgain(): void {
    const { buy, sell } = this.#reserve;
    this.#reserve = this.#reserveWith(this.#left, this.#held);
    this.#earn(buy + sell - this.#reserve.buy - this.#reserve.sell);
  }

  #reserveWith(lots: number, held: number): RowReserve {
    const order = this.#order;
    const reference = this.#state.orders.reference(order);
    return reserveOf(this.#state, this.#row, { order, buy: this.#buy, lots, reference }, held);
  }

  #allocated(lots: number, price: number): number {
    return allocation(lots * price * this.#market.unit, leverageOf(this.#state, this.#market, this.#row));
  }

  #feeOf(notional: number): number {
    const tag = this.#state.orders.orderTag(this.#order);
    const tagFee = tag === NONE ? 0 : feeAt(notional, tagRate(this.#state, tag, this.#market.number));
    return tradingFee(this.#state, this.#state.orders.account(this.#order), notional, false) + tagFee;
  }
}
