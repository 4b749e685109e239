// The isolated order that a trial is made for: its row, its balance and what its row's orders reserve, carried along as
// they would change (fills.ts, reserve-limit.ts). Rules 5.9 (2), (3).

import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { closingLots, type SideOfFill } from "../../money/cover/cover.ts";
import { openingFee } from "../../money/fees/charging.ts";
import { type RowReserve, reserveOf } from "../../money/isolated/order-reserve.ts";
import { spareBalance } from "../../money/margin/withdrawable.ts";
import { TrialRow } from "./trial-row.ts";

export class TrialTaker {
  readonly row: TrialRow;
  readonly #state: State;
  readonly #market: Market;
  readonly #order: number;
  /** Lots by which other orders have got smaller; kept by who makes the trial. */
  readonly #taken: ReadonlyMap<number, number>;
  #left: number;
  #reserve: RowReserve;
  /** Balance, and what of it may be spared, less what is reserved. */
  #balance: number;
  readonly #balanceBefore: number;
  #spare: number;

  constructor(state: State, market: Market, order: number, taken: ReadonlyMap<number, number>) {
    this.#taken = taken;
    this.#state = state;
    this.#market = market;
    this.#order = order;
    this.row = TrialRow.of(state, market, state.orders.row(order));
    this.#left = state.orders.remaining(order);
    this.#reserve = this.#reserveWith(this.#left, this.row.held);
    const account = state.orders.account(order);
    this.#balance = state.accounts.holding(account) - state.accounts.isolatedOrderFrozen(account);
    this.#balanceBefore = this.#balance;
    this.#spare = spareBalance(state, account);
  }

  /** How much of a fill can be paid the margin for: all of it, what closes the row, or nothing. Lots, signed. */
  affordable({ lots, price, fee }: SideOfFill): number {
    const { held, margin, cost } = this.row;
    const closing = closingLots(held, lots);
    const opening = lots - closing;
    if (opening === 0) return lots;
    const after = this.#reserveWith(this.#left - Math.abs(closing), closing === 0 ? held : 0);
    const enlarged = after.buy + after.sell - this.#reserve.buy - this.#reserve.sell;
    const worth = margin + held * price * this.#market.unit - cost;
    const paidOut = closing === 0 ? 0 : Math.max(0, worth - (fee - openingFee(fee, opening, lots)));
    const needed = this.row.allocated(opening, price);
    return needed <= after.ofOrder + Math.max(0, this.#spare + paidOut - enlarged) ? lots : closing;
  }

  /** What the balance that is not reserved has gained since the trial began, once a fill is booked. Micros. */
  gainBy(fill: SideOfFill): number {
    const after = this.row.copy();
    const brought = after.fill(fill);
    const { buy, sell } = this.#reserveWith(this.#left - Math.abs(fill.lots), after.held);
    return this.#balance - this.#balanceBefore + brought + this.#reserve.buy + this.#reserve.sell - buy - sell;
  }

  /** Books a fill that is covered. @returns false when the order would be cancelled after it with something left */
  fill(fill: SideOfFill): boolean {
    const { held } = this.row;
    const before = this.#reserve;
    this.#earn(this.row.fill(fill));
    this.#left -= Math.abs(fill.lots);
    this.reserveAgain();
    const enlarged = held < 0 ? this.#reserve.buy > before.buy : held > 0 && this.#reserve.sell > before.sell;
    return this.#left === 0 || (this.#balance >= 0 && !(enlarged && this.#spare < 0));
  }

  /** After something that changes what the row's orders reserve. */
  reserveAgain(): void {
    const { buy, sell } = this.#reserve;
    this.#reserve = this.#reserveWith(this.#left, this.row.held);
    this.#earn(buy + sell - this.#reserve.buy - this.#reserve.sell);
  }

  #earn(amount: number): void {
    this.#balance += amount;
    this.#spare += amount;
  }

  #reserveWith(lots: number, held: number): RowReserve {
    const { orders } = this.#state;
    const order = this.#order;
    const reference = orders.reference(order);
    const considered = { order, buy: orders.isBuy(order), lots, reference };
    return reserveOf(this.#state, orders.row(order), considered, held, this.#taken);
  }
}
