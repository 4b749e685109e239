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
      client_order_id: text("empty if the client gave none"),
      side: word(SIDES),
      order_type: word(ORDER_TYPES),
      margin_mode: word(MARGIN_MODES),
      reduce_only: flag(),
      tag: text(),
      price: whole("ticks", "limit price; 0 when it has none"),
      quantity: whole("lots"),
      amount: whole("micros", "for an order placed by amount; otherwise 0"),
      visible: whole("lots", "part of the remaining quantity that the book shows"),
      visible_quantity: whole("lots", "visible quantity with which it was placed; -1 for all of it"),
      status: word(ORDER_STATUSES),
      reason: text("why it was cancelled or rejected; otherwise empty"),
      executed: whole("lots"),
      executed_notional: whole("micros", "Σ price × quantity of its fills"),
      total_fee: whole("micros"),
      realized_pnl: whole("micros", "realized profit of all its fills"),
      created_at: whole("ms"),
      updated_at: whole("ms"),
    },
    key: ["order_id"],
    indices: {
      orders_by_account: {
        on: ["account", "created_at", "market", "side", "order_type", "status", "tag", "updated_at"],
        meaning:
          "It contains every column by which lists filter and sort, so that counting a million orders does not visit a million rows. " +
          "A list sorted by update time reads all entries, as its count does: a second index would make each order more expensive.",
      },
      orders_open: {
        on: ["account", "created_at", "market"],
        where: "status < 2",
        meaning: "Open orders are queried most often, and are few among many finished ones.",
      },
      orders_by_client_id: { on: ["account", "client_order_id"], where: "client_order_id <> ''" },
    },
    leaves: { group: "orders", begun: "created_at", once: "status >= 2", over: "updated_at" },
  }),

  algo_orders: table({
    meaning:
      "Every algo order of every tree in its last state; a tree is read through its root, and each leg has its own row.",
    columns: {
      algo_order_id: whole("number"),
      root_id: whole("number"),
      parent_id: whole("number", "0 for a root"),
      account: whole("number"),
      market: whole("number"),
      side: text(),
      order_type: text(),
      algo_type: text(),
      status: text(),
      is_triggered: flag(),
      tag: text(),
      client_order_id: text("empty if the client gave none"),
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
    meaning:
      "The fills of each algo order: an algo order that waits for liquidity places an ordinary order each time it fires.",
    since: 8,
    columns: { algo_order_id: whole("number"), trade_id: whole("number") },
    key: ["algo_order_id", "trade_id"],
    leavesWith: { table: "algo_orders", by: "algo_order_id" },
  }),

  fills: table({
    meaning: "One account's side of each match.",
    columns: {
      trade_id: whole("number"),
      match_id: whole("number", "the same for both sides of the match"),
      order_id: whole("number"),
      account: whole("number"),
      market: whole("number"),
      side: word(SIDES),
      price: whole("ticks"),
      quantity: whole("lots"),
      fee: whole("micros", "negative for a rebate"),
      tag_fee: whole("micros", "part of the fee that belongs to a fee tag"),
      tag_fee_rate: whole("10⁻⁵"),
      maker: flag(),
      realized_pnl: whole("micros"),
      margin_mode: word(MARGIN_MODES),
      margin_change: whole("micros", "amount moved into the margin of an isolated position"),
      cost: whole(
        "micros",
        "signed notional plus fee; stored because the tables do not contain the value of one tick of one lot",
      ),
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
