// What the open orders of an isolated row keep back of the balance, so that the margin is there when they fill. Rules 5.9
// (1). By ascending id, orders on the closing side use up what is held and reserve nothing for that; what they open
// beyond it reserves its margin at the reference price, and at the limit once an order rests.
//
// `rows.reserveBuy` and `reserveSell` are the sums over a row's orders, `accounts.isolatedOrderFrozen` over its rows.

import { leverageOf } from "../margin/margin.ts";
import type { LiveMarket } from "../market/live-market.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
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
  /** Of the considered order alone. */
  ofOrder: number;
}

/** Recomputes what a row's orders reserve, after anything that may have changed it. */
export function refreshReserve(state: State, row: number): void {
  const { account, reserveBuy, reserveSell } = state.rows.columns;
  const { buy, sell } = reserveOf(state, row, null);
  const change = buy + sell - reserveBuy[row]! - reserveSell[row]!;
  reserveBuy[row] = buy;
  reserveSell[row] = sell;
  if (change === 0) return;
  const owner = account[row]!;
  state.accounts.columns.isolatedOrderFrozen[owner]! += change;
  // What is reserved is no collateral to the account's cross positions.
  state.touched.add(owner);
}

/** Lets an isolated order reserve its margin at a price, in ticks. */
export function reserveAt(state: State, order: number, reference: number): void {
  const { columns } = state.orders;
  columns.reference[order] = state.orders.isReduceOnly(order) ? 0 : reference;
  refreshReserve(state, columns.row[order]!);
}

/** What an isolated row's orders reserve, with one of them as `considered`, with `held` lots on the row. */
export function reserveOf(
  state: State,
  row: number,
  considered: ConsideredOrder | null,
  held: number = state.rows.columns.quantity[row]!,
): RowReserve {
  const { firstOrder, market } = state.rows.columns;
  const { rowNext, reference } = state.orders.columns;
  const { orders } = state;
  const live = state.markets[market[row]!]!;
  const sum = new ReserveSum(live, leverageOf(state, live, row), held);
  for (let order = firstOrder[row]!; order !== NONE; order = rowNext[order]!) {
    if (orders.isReduceOnly(order)) continue;
    if (considered !== null && considered.order === order) sum.consider(considered);
    else if (reference[order]! > 0) sum.add(orders.isBuy(order), lotsLeft(state, live, order), reference[order]!);
  }
  if (considered !== null && considered.order === NONE) sum.consider(considered);
  return sum.total;
}

/** The same where there is no row yet. */
export function reserveOfFirst(market: LiveMarket, leverage: number, first: ConsideredOrder): RowReserve {
  const sum = new ReserveSum(market, leverage, 0);
  sum.consider(first);
  return sum.total;
}

/** What is left of an order. One by amount counts as what its amount buys at the mark. Rules 2.2. */
export function lotsLeft(state: State, market: LiveMarket, order: number): number {
  const { quantity, executed, amount } = state.orders.columns;
  if (quantity[order]! > 0) return state.orders.remaining(order);
  return Math.max(0, Math.floor(amount[order]! / (market.mark * market.unit)) - executed[order]!);
}

/** What of the side that closes `held` lots is reserved: the side that a smaller position makes reserve more. */
export function closingReserve(state: State, row: number, held: number): number {
  const { reserveBuy, reserveSell } = state.rows.columns;
  return held < 0 ? reserveBuy[row]! : reserveSell[row]!;
}

class ReserveSum {
  readonly total: RowReserve = { buy: 0, sell: 0, buyNotional: 0, sellNotional: 0, ofOrder: 0 };
  readonly #market: LiveMarket;
  readonly #leverage: number;
  /** What is left to be closed; only one side closes. */
  #closable: number;
  readonly #closedByBuys: boolean;

  constructor(market: LiveMarket, leverage: number, held: number) {
    this.#market = market;
    this.#leverage = leverage;
    this.#closable = Math.abs(held);
    this.#closedByBuys = held < 0;
  }

  add(buy: boolean, lots: number, reference: number): void {
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
  }

  consider({ buy, lots, reference }: ConsideredOrder): void {
    const { total } = this;
    const before = buy ? total.buy : total.sell;
    this.add(buy, lots, reference);
    total.ofOrder = (buy ? total.buy : total.sell) - before;
  }
}
