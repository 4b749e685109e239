// The invariants of money and books, recomputed from scratch by code that shares nothing with the code that maintains them.
// Rules 1.5. Tests run it after every command; an operator can run it at any time.

import { assert } from "../base/fault.ts";
import { NONE } from "../base/storage/int-map.ts";
import type { AccountNumber, Lots, Micros, RowNumber, Ticks } from "../base/units.ts";
import { auditAlgoOrders } from "../book/algo-entry/algo-audit.ts";
import { auditFunds } from "../business/funds/funds-audit.ts";
import { auditVaults } from "../business/vaults/vault-audit.ts";
import { CLEARING, FEE_VENUE, INSURANCE } from "../memory/account/accounts.ts";
import { crossOf } from "../memory/liquidation/subject.ts";
import type { Ladder } from "../memory/market/ladder.ts";
import type { Market } from "../memory/market/market.ts";
import type { State } from "../memory/state.ts";
import { auditFees } from "../money/fees/fees-audit.ts";
import { auditIsolated } from "../money/isolated/isolated-audit.ts";
import { auditMarginBounds } from "../money/margin/margin-bounds-audit.ts";
import { auditLiquidations } from "../risk/liquidation/liquidation-audit.ts";
import { isHeld } from "../risk/watch/pauses.ts";

/** @throws {Fault} naming the first invariant that does not hold */
export function audit(state: State): void {
  // I8 is about the effect of a command, so it is asserted where that happens; see book/matching/matching.ts.
  state.isAudited = true;
  const totals = state.markets.map(() => ({ quantity: 0, cost: 0, longs: 0, orders: 0 }));
  auditRows(state, totals);
  for (const market of state.markets) auditMarket(state, market, totals[market.number]!);
  auditMoney(state);
  auditMarginBounds(state);
  for (const market of state.markets) auditBook(state, market, totals[market.number]!.orders);
  auditLiquidations(state);
  auditIsolated(state);
  auditAlgoOrders(state);
  auditFees(state);
  auditFunds(state);
  auditVaults(state);
}

interface Totals {
  quantity: Lots;
  cost: Micros;
  longs: Lots;
  /** How many orders are on the lists of the market's rows. */
  orders: number;
}

function auditRows(state: State, totals: Totals[]): void {
  const { used } = state.rows;
  for (let row = 0; row < used; row++) {
    const sums = totals[state.rows.market(row)]!;
    sums.quantity += state.rows.quantity(row);
    sums.cost += state.rows.cost(row);
    sums.longs += Math.max(state.rows.quantity(row), 0);
    sums.orders += auditOrders(state, row);
    const flat = state.rows.quantity(row) === 0;
    assert(!flat || state.rows.cost(row) !== 0 || leavesNothing(state, row), "a row that is gone leaves nothing", {
      row,
    });
    assert(
      !flat || (state.rows.entryMicros(row) === 0 && state.rows.entryFine(row) === 0),
      "a flat row has no entry value",
      {
        row,
      },
    );
  }
}

/** Rules 4.1. */
function leavesNothing({ rows }: State, row: RowNumber): boolean {
  const left = [rows.margin(row), rows.settlePrice(row), rows.accruedFunding(row), rows.openedAt(row)];
  return left.every((each) => each === 0);
}

/** @returns the number of open orders on a row's list */
function auditOrders(state: State, row: RowNumber): number {
  const { orders } = state;
  let buy = 0;
  let sell = 0;
  let count = 0;
  let reduceOnly = 0;
  for (let order = state.rows.firstOrder(row); order !== NONE; order = orders.rowNext(order)) {
    count++;
    const orderId = orders.orderId(order);
    const resting = orders.row(order) === row && orders.level(order) !== NONE;
    assert(resting && orders.find(orderId) === order, "an open order rests and is found by its id", { row, orderId });
    if (orders.isReduceOnly(order)) {
      reduceOnly++;
      const held = state.rows.quantity(row);
      const closes = orders.isBuy(order) ? held < 0 : held > 0;
      assert(closes, "a reduce-only order is on the side that closes its row", { row, orderId, held });
    } else if (orders.isBuy(order)) buy += orders.remaining(order);
    else sell += orders.remaining(order);
  }
  assert(
    state.rows.pendingBuy(row) === buy && state.rows.pendingSell(row) === sell,
    "pending quantities are those of the open orders",
    {
      row,
      buy,
      sell,
      pendingBuy: state.rows.pendingBuy(row),
      pendingSell: state.rows.pendingSell(row),
    },
  );
  const counted = state.rows.orders(row);
  assert(counted === count, "a row counts its open orders", { row, count, counted });
  assert(state.rows.reduceOnlyOrders(row) === reduceOnly, "a row counts its reduce-only orders", { row, reduceOnly });
  return count;
}

function auditMarket(state: State, market: Market, sums: Totals): void {
  const { symbol } = market.parameters;
  assert(sums.quantity === 0, "I1: every long has a short", { symbol, sum: sums.quantity });
  assert(sums.cost === 0, "I2: costs of a symbol cancel out", { symbol, sum: sums.cost });
  assert(sums.longs === market.openInterest, "open interest is one side of the market", {
    symbol,
    longs: sums.longs,
    openInterest: market.openInterest,
  });
  assert(state.now >= market.updatedAt, "time does not go backwards", { symbol });
}

function auditMoney(state: State): void {
  let total = 0;
  for (let account = 0; account < state.accounts.used; account++) {
    total += state.accounts.holding(account) + state.accounts.frozen(account);
    assert(mayOwe(state, account) || state.accounts.holding(account) >= 0, "I5: no holding is negative", {
      account: state.accounts.accountId(account),
      holding: state.accounts.holding(account),
    });
    if (state.accounts.isUser(account)) auditFlat(state, account);
  }
  for (let row = 0; row < state.rows.used; row++) total += state.rows.margin(row);
  assert(total === state.custody, "I3: all money is in custody", { total, custody: state.custody });
  assert(state.custody >= 0, "I6: nothing went out that had not come in", { custody: state.custody });
  assert(clearingEquity(state) === 0, "I4: clearing is worth nothing", { equity: clearingEquity(state) });
}

/** After a take-over a user may owe for as long as it holds rows that could not be taken over. Rules 7.7. */
function mayOwe(state: State, account: AccountNumber): boolean {
  if (account === INSURANCE || account === CLEARING || account === FEE_VENUE) return true;
  return state.liquidations.open.has(crossOf(account)) && isHeld(state, crossOf(account));
}

/** A user without a cross position has nothing that could cover a debt. */
function auditFlat(state: State, account: AccountNumber): void {
  let collateral = state.accounts.holding(account) - state.accounts.isolatedOrderFrozen(account);
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 1) continue;
    if (state.rows.quantity(row) !== 0) return;
    collateral -= state.rows.cost(row);
  }
  const accountId = state.accounts.accountId(account);
  assert(collateral >= 0, "I7: who has no position owes nothing", { account: accountId, collateral });
}

function clearingEquity(state: State): number {
  let equity: number = state.accounts.holding(CLEARING);
  for (let row = state.accounts.firstRow(CLEARING); row !== NONE; row = state.rows.next(row)) {
    const { mark, unit } = state.markets[state.rows.market(row)]!;
    equity += state.rows.quantity(row) * mark * unit - state.rows.cost(row);
  }
  return equity;
}

/** @param open the number of orders on the lists of the market's rows */
function auditBook(state: State, market: Market, open: number): void {
  const { symbol } = market.parameters;
  const bids = auditSide(state, market, market.bids, true);
  const asks = auditSide(state, market, market.asks, false);
  const [bid, ask] = [bids.best, asks.best];
  assert(bid === 0 || ask === 0 || bid < ask, "a book is never crossed", { symbol, bid, ask });
  const onBook = bids.orders + asks.orders;
  assert(onBook === open, "every open order is on the book, and no other", { symbol, open, onBook });
}

interface BookSide {
  /** 0 for none. */
  readonly best: Ticks;
  readonly orders: number;
}

function auditSide(state: State, market: Market, ladder: Ladder, buy: boolean): BookSide {
  const { levels } = state.books;
  const { orders } = state;
  const { symbol } = market.parameters;
  let previous = 0;
  let best = 0;
  let resting = 0;
  for (let level = ladder.best(); level !== NONE; level = ladder.behind(previous)) {
    const price = levels.price(level);
    assert(ladder.find(price) === level, "a level stands at its price", { symbol, price, level });
    if (best === 0) best = price;
    else assert(buy ? price < previous : price > previous, "prices are in order", { symbol, price, previous });
    previous = price;
    let visible = 0;
    let count = 0;
    for (let order = levels.head(level); order !== NONE; order = orders.next(order)) {
      count++;
      visible += orders.visible(order);
      const remaining = orders.remaining(order);
      assert(orders.level(order) === level, "an order knows its level", { symbol, price, order, level });
      assert(remaining > 0 && orders.price(order) === price, "a resting order has a rest at its price", {
        symbol,
        orderId: orders.orderId(order),
        remaining,
      });
    }
    resting += count;
    assert(count === levels.orders(level) && visible === levels.visible(level), "a level sums its orders", {
      symbol,
      price,
      count,
      visible,
    });
  }
  return { best, orders: resting };
}
