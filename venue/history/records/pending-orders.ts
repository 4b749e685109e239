// The orders that changed in the current batch, each in its latest state: an order that was placed, amended five times
// and cancelled between two commits is written once.

import { IntMap, NONE, type OrderReport } from "@evermark/engine";
import { marginModeCode, orderTypeCode, sideCode, statusCode } from "../schema/codes.ts";
import type { NewRow } from "../schema/schema.ts";
import type { Store, Write } from "../tables/history-store.ts";
import { putInto } from "../tables/writing.ts";

type Order = NewRow<"orders">;

/** The columns that later reports of an order may change; the others are fixed at its placement. */
const PUT = putInto("orders", [
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
]);

export class PendingOrders {
  readonly #put: Write<Order>;
  /** Where in `#rows` an order's row is. */
  readonly #places = new IntMap();
  /** The first `#count` rows are pending; the others are left from earlier batches, to be reused. */
  readonly #rows: Order[] = [];
  #count = 0;

  constructor(tables: Store) {
    this.#put = tables.prepare(PUT);
  }

  put(report: OrderReport): void {
    const place = this.#places.get(report.orderId);
    const row = place === NONE ? this.#begin(report) : this.#rows[place]!;
    change(row, report);
  }

  write(): void {
    for (let place = 0; place < this.#count; place++) this.#put.run(this.#rows[place]!);
    this.#places.clear();
    this.#count = 0;
  }

  #begin(report: OrderReport): Order {
    const place = this.#count++;
    this.#places.set(report.orderId, place);
    this.#rows[place] ??= { ...NO_ORDER };
    const row = this.#rows[place];
    row.orderId = report.orderId;
    row.account = report.account;
    row.market = report.market;
    row.clientOrderId = report.clientOrderId;
    row.side = sideCode(report.side);
    row.orderType = orderTypeCode(report.orderType);
    row.marginMode = marginModeCode(report.marginMode);
    row.reduceOnly = report.reduceOnly ? 1 : 0;
    row.tag = report.tag;
    row.amount = report.amount;
    row.visibleQuantity = report.visibleQuantity;
    row.createdAt = report.createdAt;
    return row;
  }
}

function change(row: Order, report: OrderReport): void {
  row.price = report.price;
  row.quantity = report.quantity;
  row.visible = report.visible;
  row.status = statusCode(report.status);
  row.reason = report.reason;
  row.executed = report.executed;
  row.executedNotional = report.executedNotional;
  row.totalFee = report.totalFee;
  row.realizedPnl = report.totalRealizedPnl;
  row.updatedAt = report.at;
}

const NO_ORDER: Order = {
  ...{
    orderId: 0,
    account: 0,
    market: 0,
    clientOrderId: "",
    side: 0,
    orderType: 0,
    marginMode: 0,
    reduceOnly: 0,
    tag: "",
  },
  ...{ price: 0, quantity: 0, amount: 0, visible: 0, visibleQuantity: 0, status: 0, reason: "", executed: 0 },
  ...{ executedNotional: 0, totalFee: 0, realizedPnl: 0, createdAt: 0, updatedAt: 0 },
};
