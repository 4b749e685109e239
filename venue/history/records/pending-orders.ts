// The orders that changed in the current batch, each with its last state: an order that was placed, amended five times
// and cancelled between two commits is written once.

import type { Statement } from "bun:sqlite";
import { IntMap, NONE, type OrderReport } from "@evermark/engine";
import { marginModeCode, orderTypeCode, sideCode, statusCode } from "../tables/codes.ts";
import type { Tables } from "../tables/tables.ts";

/** What an order has from its placement on. */
const FIXED = [
  "order_id",
  "account",
  "market",
  "client_order_id",
  "side",
  "order_type",
  "margin_mode",
  "reduce_only",
  "tag",
  "amount",
  "visible_quantity",
  "created_at",
] as const;

/** What later reports of an order may change. */
const CHANGING = [
  "price",
  "quantity",
  "visible",
  "status",
  "reason",
  "executed",
  "executed_notional",
  "total_fee",
  "realized_pnl",
  "updated_at",
] as const;

const COLUMNS = [...FIXED, ...CHANGING];

const UPSERT = `
INSERT INTO orders (${COLUMNS.join(", ")}) VALUES (${COLUMNS.map(() => "?").join(", ")})
ON CONFLICT (order_id) DO UPDATE SET ${CHANGING.map((column) => `${column} = excluded.${column}`).join(", ")}`;

/** The values of `COLUMNS`, in their order: what the statement is given, so that nothing is copied once more to write it. */
type OrderRow = (number | string)[];

export class PendingOrders {
  readonly #upsert: Statement;
  /** Where in `#rows` an order's row is. */
  readonly #places = new IntMap();
  /** The first so many are pending; the others were so in earlier batches, and are used again. */
  readonly #rows: OrderRow[] = [];
  #count = 0;

  constructor(tables: Tables) {
    this.#upsert = tables.prepare(UPSERT);
  }

  put(report: OrderReport): void {
    const place = this.#places.get(report.orderId);
    const row = place === NONE ? this.#begin(report) : this.#rows[place]!;
    fillChanging(row, report);
  }

  write(): void {
    for (let place = 0; place < this.#count; place++) this.#upsert.run(this.#rows[place]!);
    this.#places.clear();
    this.#count = 0;
  }

  #begin(report: OrderReport): OrderRow {
    const place = this.#count++;
    this.#places.set(report.orderId, place);
    this.#rows[place] ??= new Array<number | string>(COLUMNS.length).fill("");
    const row = this.#rows[place];
    fillFixed(row, report);
    return row;
  }
}

/** The values of `FIXED`. */
function fillFixed(row: OrderRow, report: OrderReport): void {
  row[0] = report.orderId;
  row[1] = report.account;
  row[2] = report.market;
  row[3] = report.clientOrderId;
  row[4] = sideCode(report.side);
  row[5] = orderTypeCode(report.orderType);
  row[6] = marginModeCode(report.marginMode);
  row[7] = report.reduceOnly ? 1 : 0;
  row[8] = report.tag;
  row[9] = report.amount;
  row[10] = report.visibleQuantity;
  row[11] = report.createdAt;
}

/** The values of `CHANGING`, behind them. */
function fillChanging(row: OrderRow, report: OrderReport): void {
  row[12] = report.price;
  row[13] = report.quantity;
  row[14] = report.visible;
  row[15] = statusCode(report.status);
  row[16] = report.reason;
  row[17] = report.executed;
  row[18] = report.executedNotional;
  row[19] = report.totalFee;
  row[20] = report.totalRealizedPnl;
  row[21] = report.at;
}
