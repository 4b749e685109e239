// The tables of orders, algo orders and fills. Order and trade numbers rise with time, so sorting by number is sorting by time,
// and an index that ends in the time ends in the number too, because the database appends the key.

import { type AlgoOrderView, MARGIN_MODES, ORDER_STATUSES, ORDER_TYPES, SIDES } from "@evermark/engine";
import { flag, json, table, text, whole, word } from "./column.ts";

export const orderTables = {
  orders: table({
    meaning: "The last state of each order, open or finished.",
    columns: {
      order_id: whole("number"),
      account: whole("number"),
      market: whole("number"),
      client_order_id: text("empty where the client gave none"),
      side: word(SIDES),
      order_type: word(ORDER_TYPES),
      margin_mode: word(MARGIN_MODES),
      reduce_only: flag(),
      tag: text(),
      price: whole("ticks", "its limit; 0 when it has none"),
      quantity: whole("lots"),
      amount: whole("micros", "of an order by amount, else 0"),
      visible: whole("lots", "what of the rest is shown on the book"),
      visible_quantity: whole("lots", "as it was placed; -1 for all of it"),
      status: word(ORDER_STATUSES),
      reason: text("why it was cancelled or rejected, else empty"),
      executed: whole("lots"),
      executed_notional: whole("micros", "Σ price × quantity of its fills"),
      total_fee: whole("micros"),
      realized_pnl: whole("micros", "of all its fills"),
      created_at: whole("ms"),
      updated_at: whole("ms"),
    },
    key: ["order_id"],
    indices: {
      orders_by_account: {
        on: ["account", "created_at", "market", "side", "order_type", "status", "tag", "updated_at"],
        meaning:
          "What a list filters and sorts on is in it, so that a count of a million orders does not visit a million rows. " +
          "One that is sorted by updates looks at all entries, as its count does: a second index would cost each order more.",
      },
      orders_open: {
        on: ["account", "created_at", "market"],
        where: "status < 2",
        meaning: "Open orders are asked for most and are few among many finished ones.",
      },
      orders_by_client_id: { on: ["account", "client_order_id"], where: "client_order_id <> ''" },
    },
    leaves: { group: "orders", begun: "created_at", once: "status >= 2", over: "updated_at" },
  }),

  algo_orders: table({
    meaning:
      "Every algo order of every tree in its last state; a tree is read through its root, a leg is a row of its own.",
    columns: {
      algo_order_id: whole("number"),
      root_id: whole("number"),
      parent_id: whole("number", "0 of a root"),
      account: whole("number"),
      market: whole("number"),
      side: text(),
      order_type: text(),
      algo_type: text(),
      status: text(),
      is_triggered: flag(),
      tag: text(),
      client_order_id: text("empty where the client gave none"),
      created_at: whole("ms"),
      updated_at: whole("ms"),
      state: json<AlgoOrderView>("the order as the engine shows it, without its legs"),
    },
    key: ["algo_order_id"],
    indices: {
      algo_orders_by_account: { on: ["account", "created_at", "market", "algo_type", "status"] },
      algo_orders_by_root: { on: ["root_id"] },
      algo_orders_by_client_id: { on: ["account", "client_order_id"], where: "client_order_id <> ''" },
    },
    leaves: {
      group: "orders",
      begun: "created_at",
      once: "status NOT IN ('NEW', 'PARTIAL_FILLED')",
      over: "updated_at",
      whole: "root_id",
    },
  }),

  algo_fills: table({
    meaning: "Which fills an algo order had: one that waits for liquidity places an ordinary order each time it fires.",
    since: 8,
    columns: { algo_order_id: whole("number"), trade_id: whole("number") },
    key: ["algo_order_id", "trade_id"],
    leavesWith: { table: "algo_orders", by: "algo_order_id" },
  }),

  fills: table({
    meaning: "One account's side of each match.",
    columns: {
      trade_id: whole("number"),
      match_id: whole("number", "the same of both sides"),
      order_id: whole("number"),
      account: whole("number"),
      market: whole("number"),
      side: word(SIDES),
      price: whole("ticks"),
      quantity: whole("lots"),
      fee: whole("micros", "a rebate is negative"),
      tag_fee: whole("micros", "the part of the fee that is a fee tag's"),
      tag_fee_rate: whole("10⁻⁵"),
      maker: flag(),
      realized_pnl: whole("micros"),
      margin_mode: word(MARGIN_MODES),
      margin_change: whole("micros", "what it moved into the margin of an isolated position"),
      cost: whole("micros", "signed notional plus fee: what a tick of a lot is worth is not in the tables"),
      at: whole("ms"),
    },
    key: ["trade_id"],
    indices: { fills_by_account: { on: ["account", "at"] }, fills_by_order: { on: ["order_id"] } },
    // An order that is still stored keeps all its fills.
    leaves: {
      group: "orders",
      begun: "at",
      // An order is older than its fills, so with partitions by time the younger ones need not be looked at.
      once: "NOT EXISTS (SELECT 1 FROM orders WHERE orders.order_id = fills.order_id AND orders.created_at <= fills.at)",
    },
  }),
};
