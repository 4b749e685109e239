// Which fills an algo order had. One that waits for liquidity places an ordinary order each time it fires, so its fills are
// not those of one order. Rules 3.2, `GET /v1/algo/order/{order_id}/trades`.

import type { Statement } from "bun:sqlite";
import type { AlgoReport } from "@evermark/engine";
import { FILL_COLUMNS, fillRow, type StoredFill } from "../queries/fill-queries.ts";
import type { FillRow } from "../queries/rows.ts";
import type { Tables } from "../tables/tables.ts";

export const ALGO_FILL_TABLE = `
CREATE TABLE algo_fills (
  algo_order_id INTEGER NOT NULL,
  trade_id INTEGER NOT NULL,
  PRIMARY KEY (algo_order_id, trade_id)
) STRICT, WITHOUT ROWID;
`;

/** What is known of algo orders that were written before there was the table: each placed one order. */
export const ALGO_FILLS_OF_ORDERS = `
INSERT INTO algo_fills
  SELECT algo_orders.algo_order_id, fills.trade_id
  FROM algo_orders JOIN fills ON fills.order_id = json_extract(algo_orders.state, '$.orderId');
`;

export class AlgoFillRecords {
  readonly #insert: Statement;

  constructor(tables: Tables) {
    this.#insert = tables.prepare("INSERT INTO algo_fills VALUES (?, ?)");
  }

  put({ order, execution }: AlgoReport): void {
    if (execution !== null) this.#insert.run(order.algoOrderId, execution.tradeId);
  }
}

/** The newest first. */
export function algoFills(tables: Tables, account: number, algoOrderId: number, limit: number): readonly FillRow[] {
  const rows = tables.all<StoredFill>(
    `SELECT ${FILL_COLUMNS}
     FROM algo_fills CROSS JOIN fills USING (trade_id)
     WHERE algo_order_id = ? AND account = ?
     ORDER BY algo_fills.trade_id DESC LIMIT ?`,
    algoOrderId,
    account,
    limit,
  );
  return rows.map(fillRow);
}
