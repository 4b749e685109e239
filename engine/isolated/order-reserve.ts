// What the open orders of an isolated row keep back of the balance, so that the margin is there when they fill. Rules 5.9
// (1). By ascending id, orders on the closing side use up what is held and reserve nothing for that; what they open
// beyond it reserves its margin at the reference price, and at the limit once an order rests.
//
// `rows.reserve` is the sum over a row's orders, `accounts.isolatedOrderFrozen` over an account's rows.

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
  /** Micros, by side; and what each side would open at the reference prices. */
  buy: number;
  sell: number;
  buyNotional: number;
  sellNotional: number;
  /** Of the considered order alone: what it reserves, and the lots that it would open. */
  ofOrder: number;
  opening: number;
}

/** Recomputes what a row's orders reserve, after anything that may have changed it. */
export function refreshReserve(state: State, row: number): void {
  const { account, reserve } = state.rows.columns;
  const { buy, sell } = reserveOf(state, row, null);
  state.accounts.columns.isolatedOrderFrozen[account[row]!]! += buy + sell - reserve[row]!;
  reserve[row] = buy + sell;
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

/** What is left of an order. Of one by amount, what the rest of the amount buys at the mark. Rules 2.2. */
export function lotsLeft(state: State, market: LiveMarket, order: number): number {
  const { quantity, amount, executedNotional } = state.orders.columns;
  if (quantity[order]! > 0) return state.orders.remaining(order);
  return Math.floor((amount[order]! - executedNotional[order]!) / (market.mark * market.unit));
}

class ReserveSum {
  readonly total: RowReserve = { buy: 0, sell: 0, buyNotional: 0, sellNotional: 0, ofOrder: 0, opening: 0 };
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

  /** @returns the lots that it opens */
  add(buy: boolean, lots: number, reference: number): number {
    const closed = buy === this.#closedByBuys ? Math.min(lots, this.#closable) : 0;
    this.#closable -= closed;
    const notional = (lots - closed) * reference * this.#market.unit;
    const reserved = allocation(notional, this.#leverage);
    if (buy) {
      this.total.buy += reserved;
      this.total.buyNotional += notional;
    } else {
      this.total.sell += reserved;
      this.total.sellNotional += notional;
    }
    return lots - closed;
  }

  consider({ buy, lots, reference }: ConsideredOrder): void {
    const { total } = this;
    const before = buy ? total.buy : total.sell;
    total.opening = this.add(buy, lots, reference);
    total.ofOrder = (buy ? total.buy : total.sell) - before;
  }
}
