// What the open orders of an isolated row reserve of the balance, so that the margin is available when they fill. Rules
// 5.9 (1). By ascending id, orders on the closing side use up the position and reserve nothing for that; their lots
// beyond it open, and reserve margin at the reference price, or at the limit once an order rests.
//
// `rows.reserveBuy` and `reserveSell` are the sums over a row's orders, `accounts.isolatedOrderFrozen` over its rows.

import { broken } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { Leverage, Lots, Micros, OrderSlot, RowNumber, Ticks } from "../../base/units.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { leverageOf } from "../margin/margin.ts";
import { allocation } from "./allocation.ts";

/** A considered change of one order: `order` NONE adds a new one. */
export interface ReserveChange {
  readonly order: OrderSlot;
  readonly buy: boolean;
  /** Its remaining lots. */
  readonly lots: Lots;
  /** Ticks. */
  readonly reference: Ticks;
}

export interface RowReserve {
  /** Micros, by side. */
  buy: number;
  sell: number;
  /** The notional of all open orders on each side, closing ones included, at the reference prices. */
  buyNotional: Micros;
  sellNotional: Micros;
  /** The considered order's own reserve, and the lots of it that would open. */
  ofOrder: Micros;
  openedByOrder: Lots;
}

/** Recomputes what a row's orders reserve, after anything that may have changed it. */
export function refreshReserve(state: State, row: RowNumber): void {
  const { buy, sell } = reserveOf(state, row, null);
  const change = buy + sell - state.rows.reserveBuy(row) - state.rows.reserveSell(row);
  state.rows.setReserveBuy(row, buy);
  state.rows.setReserveSell(row, sell);
  if (change === 0) return;
  const owner = state.rows.account(row);
  const reserved = state.accounts.isolatedOrderFrozen(owner) + change;
  if (!(reserved >= 0)) broken("an account reserves no less than nothing", { owner, row, reserved });
  state.accounts.setIsolatedOrderFrozen(owner, reserved);
  // What is reserved is not collateral of the account's cross positions.
  state.touched.add(owner);
}

/** Makes an isolated order reserve its margin at a price, in ticks. */
export function reserveAt(state: State, order: OrderSlot, reference: Ticks): void {
  const row = state.orders.row(order);
  if (state.rows.isolated(row) !== 1) broken("only isolated orders reserve", { order, row });
  state.orders.setReference(order, state.orders.isReduceOnly(order) ? 0 : reference);
  refreshReserve(state, row);
}

/** What an isolated row's orders reserve, with one of them replaced by `considered`, and `held` lots on the row. */
export function reserveOf(
  state: State,
  row: RowNumber,
  considered: ReserveChange | null,
  held: Lots = state.rows.quantity(row),
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

/** The same for the first order of a row that does not exist yet. */
export function reserveOfFirst(market: Market, leverage: Leverage, first: ReserveChange): RowReserve {
  const sum = new ReserveSum(market, leverage, 0);
  sum.consider(first);
  return sum.total;
}

/** The remaining lots of an order. An order by amount counts as what its amount buys at the mark. Rules 2.2. */
export function lotsLeft(state: State, market: Market, order: OrderSlot): number {
  if (state.orders.quantity(order) > 0) return state.orders.remaining(order);
  return Math.max(
    0,
    Math.floor(state.orders.amount(order) / (market.mark * market.unit)) - state.orders.executed(order),
  );
}

/** The reserve of the side that closes `held` lots, which grows when the position shrinks. */
export function closingReserve(state: State, row: RowNumber, held: Lots): Micros {
  return held < 0 ? state.rows.reserveBuy(row) : state.rows.reserveSell(row);
}

class ReserveSum {
  readonly total: RowReserve = { buy: 0, sell: 0, buyNotional: 0, sellNotional: 0, ofOrder: 0, openedByOrder: 0 };
  readonly #market: Market;
  readonly #leverage: Leverage;
  /** Lots left to be closed; only one side closes. */
  #closable: number;
  readonly #closedByBuys: boolean;

  constructor(market: Market, leverage: Leverage, held: Lots) {
    this.#market = market;
    this.#leverage = leverage;
    this.#closable = Math.abs(held);
    this.#closedByBuys = held < 0;
  }

  /** @returns lots that open */
  add(buy: boolean, lots: Lots, reference: Ticks): number {
    if (!(lots >= 0)) broken("no order has less than nothing left", { lots, reference });
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

  consider({ buy, lots, reference }: ReserveChange): void {
    const { total } = this;
    const before = buy ? total.buy : total.sell;
    total.openedByOrder = this.add(buy, lots, reference);
    total.ofOrder = (buy ? total.buy : total.sell) - before;
  }
}
