// What the open orders of an isolated row keep back of the balance, so that the margin is there when they fill. Rules 5.9
// (1). By ascending id, orders on the closing side use up what is held and reserve nothing for that; what they open
// beyond it reserves its margin at the reference price, and at the limit once an order rests.
//
// `rows.reserveBuy` and `reserveSell` are the sums over a row's orders, `accounts.isolatedOrderFrozen` over its rows.

import { NONE } from "../../base/storage/int-map.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { leverageOf } from "../margin/margin.ts";
import { allocation } from "./allocation.ts";

/** One order as it would be: `order` NONE adds a new one. */
export interface ConsideredOrder {
  readonly order: number;
  readonly buy: boolean;
  /** Lots that would be left of it. */
  readonly lots: number;
  /** Ticks. */
  readonly reference: number;
}

export interface RowReserve {
  /** Micros, by side. */
  buy: number;
  sell: number;
  /** All that is open on each side, what closes included, at the reference prices. */
  buyNotional: number;
  sellNotional: number;
  /** Of the considered order alone, and the lots of it that it is for: those that would open. */
  ofOrder: number;
  openedByOrder: number;
}

/** Recomputes what a row's orders reserve, after anything that may have changed it. */
export function refreshReserve(state: State, row: number): void {
  const { buy, sell } = reserveOf(state, row, null);
  const change = buy + sell - state.rows.reserveBuy(row) - state.rows.reserveSell(row);
  state.rows.setReserveBuy(row, buy);
  state.rows.setReserveSell(row, sell);
  if (change === 0) return;
  const owner = state.rows.account(row);
  state.accounts.setIsolatedOrderFrozen(owner, state.accounts.isolatedOrderFrozen(owner) + change);
  // What is reserved is no collateral to the account's cross positions.
  state.touched.add(owner);
}

/** Lets an isolated order reserve its margin at a price, in ticks. */
export function reserveAt(state: State, order: number, reference: number): void {
  state.orders.setReference(order, state.orders.isReduceOnly(order) ? 0 : reference);
  refreshReserve(state, state.orders.row(order));
}

/** What an isolated row's orders reserve, with one of them as `considered`, with `held` lots on the row. */
export function reserveOf(
  state: State,
  row: number,
  considered: ConsideredOrder | null,
  held: number = state.rows.quantity(row),
): RowReserve {
  const { orders } = state;
  const live = state.markets[state.rows.market(row)]!;
  const sum = new ReserveSum(live, leverageOf(state, live, row), held);
  for (let order = state.rows.firstOrder(row); order !== NONE; order = orders.rowNext(order)) {
    if (orders.isReduceOnly(order)) continue;
    if (considered !== null && considered.order === order) sum.consider(considered);
    else if (orders.reference(order) > 0) {
      sum.add(orders.isBuy(order), lotsLeft(state, live, order), orders.reference(order));
    }
  }
  if (considered !== null && considered.order === NONE) sum.consider(considered);
  return sum.total;
}

/** The same where there is no row yet. */
export function reserveOfFirst(market: Market, leverage: number, first: ConsideredOrder): RowReserve {
  const sum = new ReserveSum(market, leverage, 0);
  sum.consider(first);
  return sum.total;
}

/** What is left of an order. One by amount counts as what its amount buys at the mark. Rules 2.2. */
export function lotsLeft(state: State, market: Market, order: number): number {
  if (state.orders.quantity(order) > 0) return state.orders.remaining(order);
  return Math.max(
    0,
    Math.floor(state.orders.amount(order) / (market.mark * market.unit)) - state.orders.executed(order),
  );
}

/** What of the side that closes `held` lots is reserved: the side that a smaller position makes reserve more. */
export function closingReserve(state: State, row: number, held: number): number {
  return held < 0 ? state.rows.reserveBuy(row) : state.rows.reserveSell(row);
}

class ReserveSum {
  readonly total: RowReserve = { buy: 0, sell: 0, buyNotional: 0, sellNotional: 0, ofOrder: 0, openedByOrder: 0 };
  readonly #market: Market;
  readonly #leverage: number;
  /** What is left to be closed; only one side closes. */
  #closable: number;
  readonly #closedByBuys: boolean;

  constructor(market: Market, leverage: number, held: number) {
    this.#market = market;
    this.#leverage = leverage;
    this.#closable = Math.abs(held);
    this.#closedByBuys = held < 0;
  }

  /** @returns lots that open */
  add(buy: boolean, lots: number, reference: number): number {
    const closed = buy === this.#closedByBuys ? Math.min(lots, this.#closable) : 0;
    this.#closable -= closed;
    const value = reference * this.#market.unit;
    const reserved = allocation((lots - closed) * value, this.#leverage);
    if (buy) {
      this.total.buy += reserved;
      this.total.buyNotional += lots * value;
    } else {
      this.total.sell += reserved;
      this.total.sellNotional += lots * value;
    }
    return lots - closed;
  }

  consider({ buy, lots, reference }: ConsideredOrder): void {
    const { total } = this;
    const before = buy ? total.buy : total.sell;
    total.openedByOrder = this.add(buy, lots, reference);
    total.ofOrder = (buy ? total.buy : total.sell) - before;
  }
}
