// The record of an open order: all that matching needs in 80 bytes. Fields that most orders leave empty are in
// order-extras.record.ts.

import { NONE } from "../../base/storage/int-map.ts";
import {
  digits,
  flag,
  number,
  packed,
  type RecordDeclaration,
  unused,
  whole,
  word,
} from "../../base/storage/record.ts";
import { ORDER_EXTRAS } from "./order-extras.record.ts";

export const ORDER: RecordDeclaration = {
  name: "order",
  unit: "OrderSlot",
  title: "Open orders",
  about: "Orders that rest on a book or are being matched.",
  className: "OrderTable",
  file: "order/order-table",
  kept: "Table",
  bytes: 80,
  hot: [
    whole("account", "AccountNumber", "The account of the order."),
    whole("row", "RowNumber", "The position row to which the order belongs."),
    packed("flags", "Properties that never change, except for the flags.", [
      word("side", "Side", "Whether it buys or sells."),
      flag(
        "reduceOnly",
        "The order only reduces a position. Its row counts it as reduce-only, and not as pending.",
        "both",
      ),
      word("marginMode", "MarginMode", "The margin mode of its row."),
      word("type", "OrderType", "The type with which it was placed."),
      flag(
        "named",
        "The order has a client order id. At some venues most orders have none, and are not looked up by it.",
        "later",
      ),
      flag("tagged", "The order has a tag.", "later"),
      unused(8),
      digits("market", "MarketNumber", 16, "The market of the order."),
    ]),
    whole("extra", "ExtraNumber", "Place of its rarely used fields; NONE when it has none of them.", { initial: NONE }),
    whole("level", "LevelNumber", "The price level at which it rests; NONE while it does not rest."),
    whole("next", "OrderSlot", "The order behind it in that level's queue."),
    whole("previous", "OrderSlot", "The order before it in that level's queue."),
    whole("rowNext", "OrderSlot", "The next newer order among the open orders of its row."),
    whole("rowPrevious", "OrderSlot", "The next older order among the open orders of its row."),
    number("orderId", "OrderId", "The id that clients know; 0 in a place without an order.", { isCleared: true }),
    number("price", "Ticks", "Limit price; 0 when it has none."),
    number("quantity", "Lots", "Total quantity."),
    number("createdAt", "Millis", "When it was placed."),
    number("updatedAt", "Millis", "When it last changed."),
  ],
  cold: [],
  apart: { record: ORDER_EXTRAS, by: "extra" },
};
