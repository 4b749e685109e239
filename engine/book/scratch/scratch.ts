// A small state beside the real one, to try something with the engine's own code. Only the accounts that take part are
// copied into it, each with all of its rows, so that every check of them gives the same answer. The real state is read
// and never written: what both share (other markets, fees of builders that take no part) is not changed.
//
// Accounts, rows and orders have their own numbers here. Names, tags and algo orders are not copied: none of them moves
// money, and nothing follows this book (memory/followers.ts). Nor are the rows of fee accounts and CLEARING, which only
// collect: here they start at zero.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, BrokerNumber, Lots, OrderSlot, RowNumber, TagNumber, Ticks } from "../../base/units.ts";
import type { Side } from "../../base/vocabulary.ts";
import type { Market } from "../../memory/market/market.ts";
import { orderFlags } from "../../memory/order/order-table.generated.ts";
import { State } from "../../memory/state.ts";
import { isAnyMarketStill } from "../../permissions/standstill.ts";
import { addPending, enlist } from "../orders/open-orders.ts";

/**
 * Whether orders of a row affect each other: on an isolated row they reserve together, and reduce-only ones end with
 * the position.
 */
export function hasSiblings({ rows }: State, row: RowNumber): boolean {
  return rows.isolated(row) === 1 || rows.reduceOnlyOrders(row) > 0;
}

/** The visible lots of other accounts at a price. */
export interface ShownLevel {
  readonly price: Ticks;
  readonly lots: Lots;
}

/** Micros: more than any visible order could need. */
const ENOUGH = 1_000_000_000_000_000;

export class Scratch {
  readonly state = new State();
  readonly #real: State;
  /** From a number in the real state to the number here. */
  readonly #accounts = new Map<number, number>();
  readonly #rows = new Map<number, number>();
  readonly #orders = new Map<number, number>();
  /** Brokers with a fee account here; NONE needs none. */
  readonly #brokers = new Set<number>([NONE]);
  readonly #tags = new Set<number>();
  /**
   * The owner whose orders are copied with their hidden part; those of others only as the book shows them. NONE: all are whole.
   */
  readonly #owner: AccountNumber;
  /** The order that is matched here, by its number in the real state. */
  #matched = NONE;

  /** @param asking the account that asks, by its number in the real state; NONE when the engine itself asks */
  constructor(real: State, asking: AccountNumber) {
    this.#real = real;
    this.#owner = asking === NONE ? NONE : real.accounts.owner(asking);
    const { state } = this;
    state.now = real.now;
    state.behaviour = real.behaviour;
    state.lastOrderId = real.lastOrderId;
    state.isStill = isAnyMarketStill(real);
    state.markets.push(...real.markets);
    state.brokers.push(...real.brokers);
    state.fees.tags.push(...real.fees.tags);
  }

  /** Gives a market an empty book of its own here, for matching. */
  openBook(market: Market): Market {
    const twin = market.withoutBook();
    this.state.markets[market.number] = twin;
    return twin;
  }

  /** The number here of an account that takes part; copies it with its rows if needed. */
  account(real: AccountNumber): AccountNumber {
    const known = this.#accounts.get(real);
    if (known !== undefined) return known;
    const account = this.#bareAccount(real);
    for (let row = this.#real.accounts.firstRow(real); row !== NONE; row = this.#real.rows.next(row)) {
      this.#copyRow(row, account);
    }
    return account;
  }

  /**
   * Copies an order that is on its row's list and on no book, to be matched here.
   * @returns its number here
   */
  matched(real: OrderSlot): number {
    const { orders } = this.#real;
    this.#matched = real;
    this.account(orders.account(real));
    this.#copySiblings(orders.row(real));
    this.#copyOrder(real);
    return this.#orders.get(real)!;
  }

  /** The number here of a row of an account that takes part; NONE for NONE. */
  row(real: RowNumber): number {
    return real === NONE ? NONE : this.#rows.get(real)!;
  }

  /** Copies a fee tag, whose earnings are booked to its builder. NONE and tags that are no fee tags need nothing. */
  orderTag(orderTag: TagNumber): void {
    if (orderTag <= NONE || this.#tags.has(orderTag)) return;
    this.#tags.add(orderTag);
    const { tags } = this.state.fees;
    tags[orderTag] = { ...tags[orderTag]! };
    this.#broker(tags[orderTag]!.broker);
  }

  /**
   * Rests orders of one market, in the order in which they are met, for an order that goes to row `taking`, or NONE.
   * Open orders on the same rows that executions could change are copied too, and rest behind those that are met.
   */
  restOrders(market: Market, met: readonly number[], taking: RowNumber): void {
    const { orders } = this.#real;
    if (taking !== NONE) this.#copySiblings(taking);
    for (const order of met) {
      this.account(orders.account(order));
      this.#copySiblings(orders.row(order));
    }
    for (const order of met) this.#copyOrder(order);
    for (const order of met) this.state.books.rest(market, this.#orders.get(order)!);
    for (const [real, order] of this.#orders) {
      if (real !== this.#matched && this.state.orders.level(order) === NONE) this.state.books.rest(market, order);
    }
  }

  /**
   * Rests visible levels of a book, each as one order of an account that can bear it, with the fees of the account `like`.
   * @returns the id of the last order, 0 without any
   */
  restLevels(market: Market, side: Side, levels: readonly ShownLevel[], like: AccountNumber): number {
    const { state } = this;
    const { accounts, orders, rows } = state;
    if (levels.length === 0) return 0;
    const account = accounts.addSystem("what the book shows");
    accounts.copy(account, this.#real.accounts, like);
    accounts.setFirstRow(account, NONE);
    accounts.setOwner(account, account);
    accounts.setHolding(account, ENOUGH);
    this.#broker(this.#real.accounts.broker(like));
    const row = rows.obtain(accounts, account, market.number, "CROSS");
    const flags = orderFlags({ market: market.number, side, type: "LIMIT", reduceOnly: false, marginMode: "CROSS" });
    // The next id belongs to the order that is tried.
    let id = state.lastOrderId + 1;
    for (const { price, lots } of levels) {
      const order = orders.allocate();
      orders.setOrderId(order, ++id);
      orders.setRow(order, row);
      orders.setFlags(order, flags);
      orders.setAccount(order, account);
      orders.setPrice(order, price);
      orders.setQuantity(order, lots);
      orders.setLevel(order, NONE);
      enlist(state, order);
      state.books.rest(market, order);
      addPending(state, order, lots);
    }
    return id;
  }

  /** Copies an account without its rows; its owner's fees and referral count for it. */
  #bareAccount(real: AccountNumber): AccountNumber {
    const { accounts } = this.state;
    const from = this.#real.accounts;
    const account = accounts.addSystem(`account ${real}`);
    this.#accounts.set(real, account);
    accounts.copy(account, from, real);
    accounts.setFirstRow(account, NONE);
    const owner = from.owner(real);
    accounts.setOwner(account, owner === real ? account : this.account(owner));
    this.#broker(from.broker(real));
    return account;
  }

  #broker(number: BrokerNumber): void {
    if (this.#brokers.has(number)) return;
    this.#brokers.add(number);
    const { brokers } = this.state;
    const feeAccount = this.state.accounts.addSystem(`fees ${number}`);
    brokers[number] = { ...brokers[number]!, feeAccount };
  }

  #copyRow(real: RowNumber, account: AccountNumber): void {
    const { rows, accounts } = this.state;
    const from = this.#real.rows;
    const row = rows.obtain(accounts, account, from.market(real), from.isolated(real) === 1 ? "ISOLATED" : "CROSS");
    const next = rows.next(row);
    rows.copy(row, from, real);
    rows.setAccount(row, account);
    rows.setNext(row, next);
    rows.setFirstOrder(row, NONE);
    rows.setLastOrder(row, NONE);
    rows.setOrders(row, 0);
    rows.setReduceOnlyOrders(row, 0);
    this.#rows.set(real, row);
  }

  /** By id, the order of a row's list. */
  #copySiblings(row: RowNumber): void {
    const { orders, rows } = this.#real;
    if (!hasSiblings(this.#real, row)) return;
    for (let order = rows.firstOrder(row); order !== NONE; order = orders.rowNext(order)) {
      if (this.#isWhole(order) || orders.visible(order) > 0) this.#copyOrder(order);
    }
  }

  #isWhole(order: OrderSlot): boolean {
    return this.#owner === NONE || this.#real.accounts.owner(this.#real.orders.account(order)) === this.#owner;
  }

  #copyOrder(real: OrderSlot): void {
    if (this.#orders.has(real)) return;
    const { orders } = this.state;
    const from = this.#real.orders;
    const order = orders.allocate();
    orders.copy(order, from, real);
    orders.setAccount(order, this.#accounts.get(from.account(real))!);
    orders.setRow(order, this.#rows.get(from.row(real))!);
    if (!this.#isWhole(real)) orders.setQuantity(order, from.executed(real) + from.visible(real));
    orders.setLevel(order, NONE);
    // Without the flags for a client id and a tag.
    orders.setFlags(
      order,
      orderFlags({
        market: from.market(real),
        side: from.side(real),
        type: from.type(real),
        reduceOnly: from.isReduceOnly(real),
        marginMode: from.marginMode(real),
      }),
    );
    this.orderTag(from.orderTag(real));
    enlist(this.state, order);
    this.#orders.set(real, order);
  }
}
