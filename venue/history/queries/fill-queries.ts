// Reads of fills, and of what those of an account add up to over a time. Trade ids rise with time: newest first is
// highest id first.

import { MINUTE_MS } from "../../statistics/candles.ts";
import { marginModeOf, sideOf } from "../tables/codes.ts";
import type { Tables } from "../tables/tables.ts";
import type { AccountMinuteRow, FillFilter, FillRow, Page } from "./rows.ts";

/** A list of fills reaches back over this many of the account, unless it is of one order. */
const FILLS_REACH = 500;

/** A fill as the table has it: words are codes, flags are 0 and 1. */
export type StoredFill = Omit<FillRow, "side" | "marginMode" | "maker"> & {
  side: number;
  marginMode: number;
  maker: number;
};

type WithModeCode<Row> = Omit<Row, "marginMode"> & { marginMode: number };

export const FILL_COLUMNS = `
  trade_id AS tradeId, match_id AS matchId, order_id AS orderId, account, market, side, price, quantity, fee,
  tag_fee AS tagFee, tag_fee_rate AS tagFeeRate, maker, realized_pnl AS realizedPnl, margin_mode AS marginMode,
  margin_change AS marginChange, at`;

const LATEST_OF_ACCOUNT = `(
  SELECT * FROM fills INDEXED BY fills_by_account WHERE account = ? ORDER BY at DESC, trade_id DESC LIMIT ${FILLS_REACH}
)`;
const OF_ORDER = "(SELECT * FROM fills INDEXED BY fills_by_order WHERE account = ? AND order_id = ?)";

export class FillQueries {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  fills(filter: FillFilter): Page<FillRow> {
    const source = filter.orderId === undefined ? LATEST_OF_ACCOUNT : OF_ORDER;
    const values = filter.orderId === undefined ? [filter.account] : [filter.account, filter.orderId];
    const conditions = ["TRUE"];
    const add = (condition: string, value: number) => {
      conditions.push(condition);
      values.push(value);
    };
    if (filter.market !== undefined) add("market = ?", filter.market);
    if (filter.startTime !== undefined) add("at >= ?", filter.startTime);
    if (filter.endTime !== undefined) add("at <= ?", filter.endTime);
    const from = `${source} WHERE ${conditions.join(" AND ")}`;

    const rows = this.#tables.all<StoredFill>(
      `SELECT ${FILL_COLUMNS} FROM ${from} ORDER BY trade_id DESC LIMIT ? OFFSET ?`,
      ...values,
      filter.size,
      (filter.page - 1) * filter.size,
    );
    return { rows: rows.map(fillRow), total: this.#tables.count(from, ...values) };
  }

  fill(account: number, tradeId: number): FillRow | undefined {
    const stored = this.#tables.first<StoredFill>(
      `SELECT ${FILL_COLUMNS} FROM fills WHERE trade_id = ? AND account = ?`,
      tradeId,
      account,
    );
    return stored && fillRow(stored);
  }

  /** From the minute that contains `since` on. */
  accountMinutesSince(since: number): AccountMinuteRow[] {
    const rows = this.#tables.all<WithModeCode<AccountMinuteRow>>(
      `SELECT account, market, margin_mode AS marginMode, start, quantity, cost, fee, volume, trades, closes, wins
       FROM account_minutes
       WHERE start >= ? ORDER BY start, account, market, margin_mode`,
      Math.floor(since / MINUTE_MS) * MINUTE_MS,
    );
    return rows.map((row) => ({ ...row, marginMode: marginModeOf(row.marginMode) }));
  }
}

export function fillRow(stored: StoredFill): FillRow {
  return {
    ...stored,
    side: sideOf(stored.side),
    marginMode: marginModeOf(stored.marginMode),
    maker: stored.maker === 1,
  };
}
