// Determines which rows of a history stay, by a slow and obvious look at all of them.

import { DAY_MS, dayOf } from "../../sums/candle-sums.ts";
import type { Retention } from "../retention/retention.ts";
import { LATEST_TRADES } from "../schema/market-tables.ts";
import { SCHEMA, type TableName } from "../schema/schema.ts";

type Row = Readonly<Record<string, number>>;
/** Rows by table. */
export type Dump = Record<string, Row[]>;

/** Tables whose rows leave. */
export const LEAVING = Object.entries(SCHEMA).flatMap(([name, table]) =>
  "leaves" in table ? [name as TableName] : [],
);

/** @param all the rows of a history from which none have left, in the order of their keys */
export function stayingOf(all: Dump, now: number, retention: Retention): Dump {
  const today = dayOf(now) * DAY_MS;
  const before = (days: number) => today - days * DAY_MS;
  const isAmongNewest = (rows: Row[], row: Row, time: string, count: number) =>
    rows
      .filter((each) => each[time]! < today)
      .slice(-count)
      .includes(row);
  const orders = all.orders!.filter((row) => row.status! < 2 || row.updated_at! >= before(retention.orders));
  const algoOrders = all.algo_orders!.filter((row) =>
    all
      .algo_orders!.filter((member) => member.root_id === row.root_id)
      .some(
        ({ status, updated_at }) =>
          ["NEW", "PARTIAL_FILLED"].includes(String(status)) || updated_at! >= before(retention.orders),
      ),
  );
  const ordersLeft = new Set(orders.map((row) => row.order_id));
  const algosLeft = new Set(algoOrders.map((row) => row.algo_order_id));
  const transfers = all.liquidation_transfers!.filter(
    (row) => row.at! >= before(retention.positions) || isAmongNewest(all.liquidation_transfers!, row, "at", 1),
  );
  const transfersLeft = new Set(transfers.map((row) => row.transfer_id));
  return {
    ...all,
    orders,
    algo_orders: algoOrders,
    algo_fills: all.algo_fills!.filter((row) => algosLeft.has(row.algo_order_id)),
    fills: all.fills!.filter((row) => row.at! >= before(retention.orders) || ordersLeft.has(row.order_id)),
    trades: all.trades!.filter((row) => {
      const ofMarket = all.trades!.filter((each) => each.market === row.market);
      return row.at! >= before(retention.trades) || isAmongNewest(ofMarket, row, "at", LATEST_TRADES);
    }),
    broker_minutes: all.broker_minutes!.filter((row) => row.start! >= before(retention.trades)),
    account_minutes: all.account_minutes!.filter((row) => row.start! >= before(retention.trades)),
    funding_payments: all.funding_payments!.filter(
      (row) =>
        row.settled_at === 0 ||
        row.settled_at! >= before(retention.positions) ||
        isAmongNewest(all.funding_payments!, row, "at", 1),
    ),
    positions: all.positions!.filter(
      (row) =>
        row.closed_at === 0 ||
        row.closed_at! >= before(retention.positions) ||
        isAmongNewest(all.positions!, row, "opened_at", 1),
    ),
    liquidation_transfers: transfers,
    liquidation_markets: all.liquidation_markets!.filter((row) => transfersLeft.has(row.transfer_id)),
  };
}
