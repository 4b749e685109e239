// Position rows: an account's position in one market in one margin mode (rules 4.1), with what its open orders would add
// (rules 5.3). A row is created when it is first needed, and stays; an empty row counts for nothing, and keeps nothing of
// its former position.

import { IntMap, NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Lots, MarketNumber, Micros, RowNumber } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";
import type { Accounts } from "../account/accounts.ts";
import type { MarginBounds } from "./margin-bounds.ts";
import { OpenRows } from "./open-rows.ts";
import { RowTable } from "./row-table.generated.ts";

export class Rows extends RowTable {
  readonly open = new OpenRows();
  readonly #byPlace = new IntMap();

  readonly #marginBounds: MarginBounds;

  constructor(marginBounds: MarginBounds) {
    super();
    this.#marginBounds = marginBounds;
  }

  /** The row of an account in a market, or NONE. */
  find(account: AccountNumber, market: MarketNumber, mode: MarginMode): number {
    return this.#byPlace.get(place(account, market, mode === "ISOLATED" ? 1 : 0));
  }

  /** The same, created if it does not exist yet. */
  obtain(accounts: Accounts, account: AccountNumber, market: MarketNumber, mode: MarginMode): RowNumber {
    const isolated = mode === "ISOLATED" ? 1 : 0;
    const key = place(account, market, isolated);
    const found = this.#byPlace.get(key);
    if (found !== NONE) return found;
    const row = this.allocate();
    this.setAccount(row, account);
    this.setMarket(row, market);
    this.setIsolated(row, isolated);
    this.#byPlace.set(key, row);
    this.#chain(accounts, account, row);
    return row;
  }

  /** The only place where a row's quantity changes. Lots, signed. */
  override setQuantity(row: RowNumber, quantity: Lots): void {
    // `+ 0` turns −0 into 0, so that equal states have equal bytes.
    super.setQuantity(row, quantity + 0);
    if (quantity === 0) this.#leaveNothing(row);
    this.open.note(this.market(row), row, quantity !== 0);
  }

  override setCost(row: RowNumber, cost: Micros): void {
    super.setCost(row, cost);
    if (cost === 0) this.#leaveNothing(row);
  }

  protected override noteMarginBound(row: RowNumber): void {
    this.#marginBounds.changed(this.account(row), row);
  }

  /**
   * Clears a row that holds and owes nothing, so that the next position there starts without its settle price, its funding since
   * then and its opening time. Leverage and default margin mode are the account's settings, and stay.
   */
  #leaveNothing(row: RowNumber): void {
    if (this.quantity(row) === 0 && this.cost(row) === 0) this.clear(row);
  }

  /** Indexes the rows that were read from a snapshot. */
  index(): void {
    this.#byPlace.reserve(this.used);
    for (let row = 0; row < this.used; row++) {
      this.#byPlace.set(place(this.account(row), this.market(row), this.isolated(row)), row);
      this.open.note(this.market(row), row, this.quantity(row) !== 0);
    }
  }

  /** Keeps an account's rows sorted by market number, so that their order follows from the state, not from their history. */
  #chain(accounts: Accounts, account: AccountNumber, row: RowNumber): void {
    const rank = this.market(row) * 2 + this.isolated(row);
    let before = NONE;
    let after = accounts.firstRow(account);
    while (after !== NONE && this.market(after) * 2 + this.isolated(after) < rank) {
      before = after;
      after = this.next(after);
    }
    this.setNext(row, after);
    if (before === NONE) accounts.setFirstRow(account, row);
    else this.setNext(before, row);
  }
}

const MARKETS_MAX = 65_536;

function place(account: AccountNumber, market: MarketNumber, isolated: number): number {
  return (account * MARKETS_MAX + market) * 2 + isolated;
}
