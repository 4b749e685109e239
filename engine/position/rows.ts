// Position rows: what an account has in one market in one margin mode (rules 4.1), with what its open orders would add
// (rules 5.3). A row is made when it is first needed and stays; one with nothing in it counts for nothing.

import type { Accounts } from "../account/accounts.ts";
import type { ByteReader } from "../storage/bytes.ts";
import { IntMap, NONE } from "../storage/int-map.ts";
import { Table } from "../storage/table.ts";
import type { MarginMode } from "../vocabulary.ts";
import { OpenRows } from "./open-rows.ts";

const COLUMNS = {
  account: Int32Array,
  market: Int32Array,
  /** 1 for isolated. */
  isolated: Int32Array,
  /** Lots, signed. */
  quantity: Float64Array,
  /** `cost_position`, micros, signed. */
  cost: Float64Array,
  /** The entry value, whole micros and 10⁻¹⁰ of a micro; see entry-value.ts. */
  entryMicros: Float64Array,
  entryFine: Float64Array,
  /** Isolated margin, and what open isolated orders of each side reserve; micros. */
  margin: Float64Array,
  reserveBuy: Float64Array,
  reserveSell: Float64Array,
  /** Remaining lots of open orders that are not reduce-only. */
  pendingBuy: Float64Array,
  pendingSell: Float64Array,
  /** Open orders, and how many of them are reduce-only. */
  orders: Int32Array,
  reduceOnlyOrders: Int32Array,
  /** Untriggered algo orders that only close this row; they go when it does. Rules 3.3. */
  closingAlgos: Int32Array,
  firstOrder: Int32Array,
  lastOrder: Int32Array,
  /** 0: the market's default. */
  leverage: Int32Array,
  /** On a cross row: 1 when the account's orders in the market are isolated unless they say otherwise. Rules 5.8. */
  isolatedByDefault: Int32Array,
  settlePrice: Float64Array,
  accruedFunding: Float64Array,
  openedAt: Float64Array,
  updatedAt: Float64Array,
  version: Float64Array,
  /** The account's next row, by market number, then cross before isolated. Rules go by symbol: `marketsBySymbol`. */
  next: Int32Array,
} as const;

export class Rows extends Table<typeof COLUMNS> {
  readonly open = new OpenRows();
  readonly #byPlace = new IntMap(256);

  constructor() {
    super(COLUMNS, 256);
  }

  /** The row of an account in a market, or NONE. */
  find(account: number, market: number, mode: MarginMode): number {
    return this.#byPlace.get(place(account, market, mode === "ISOLATED" ? 1 : 0));
  }

  /** The same, made if it is not there yet. */
  obtain(accounts: Accounts, account: number, market: number, mode: MarginMode): number {
    const isolated = mode === "ISOLATED" ? 1 : 0;
    const key = place(account, market, isolated);
    const found = this.#byPlace.get(key);
    if (found !== NONE) return found;
    const row = this.allocate();
    const { columns } = this;
    columns.account[row] = account;
    columns.market[row] = market;
    columns.isolated[row] = isolated;
    columns.firstOrder[row] = NONE;
    columns.lastOrder[row] = NONE;
    this.#byPlace.set(key, row);
    this.#chain(accounts, account, row);
    return row;
  }

  /** The only way in which a row's quantity changes. Lots, signed. */
  setQuantity(row: number, quantity: number): void {
    const { columns } = this;
    // `+ 0` turns −0 into 0, so that equal states have equal bytes.
    columns.quantity[row] = quantity + 0;
    this.open.note(columns.market[row]!, row, quantity !== 0);
  }

  override read(input: ByteReader): void {
    super.read(input);
    const { account, market, isolated, quantity } = this.columns;
    for (let row = 0; row < this.used; row++) {
      this.#byPlace.set(place(account[row]!, market[row]!, isolated[row]!), row);
      this.open.note(market[row]!, row, quantity[row] !== 0);
    }
  }

  /** Keeps an account's rows by market number, so that their order follows from the state and not from how they came. */
  #chain(accounts: Accounts, account: number, row: number): void {
    const { next, market, isolated } = this.columns;
    const { firstRow } = accounts.columns;
    const rank = market[row]! * 2 + isolated[row]!;
    let before = NONE;
    let after = firstRow[account]!;
    while (after !== NONE && market[after]! * 2 + isolated[after]! < rank) {
      before = after;
      after = next[after]!;
    }
    next[row] = after;
    if (before === NONE) firstRow[account] = row;
    else next[before] = row;
  }
}

const MARKETS_MAX = 65_536;

function place(account: number, market: number, isolated: number): number {
  return (account * MARKETS_MAX + market) * 2 + isolated;
}
