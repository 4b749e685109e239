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
    whole("account", "AccountNumber", "Whose it is."),
    whole("row", "RowNumber", "The position row the order belongs to."),
    packed("flags", "What of it never changes, but for the flags.", [
      word("side", "Side", "Whether it buys or sells."),
      flag("reduceOnly", "It only closes. Its row counts it among the reduce-only ones, and as not pending.", "both"),
      word("marginMode", "MarginMode", "The margin mode of its row."),
      word("type", "OrderType", "How it was placed."),
      flag("named", "It has a client order id. Most orders of some venues have none, and are not looked up.", "later"),
      flag("tagged", "It has a tag.", "later"),
      unused(8),
      digits("market", "MarketNumber", 16, "Where it is open."),
    ]),
    whole("extra", "ExtraNumber", "Where the rest of it is, NONE when it has nothing besides this.", { initial: NONE }),
    whole("level", "LevelNumber", "The level it rests on, NONE while it does not rest."),
    whole("next", "OrderSlot", "The order behind it in that level's queue."),
    whole("previous", "OrderSlot", "The order before it in that level's queue."),
    whole("rowNext", "OrderSlot", "The next younger one among the open orders of its row."),
    whole("rowPrevious", "OrderSlot", "The next older one among the open orders of its row."),
    number("orderId", "OrderId", "As clients know it; 0 in a place that no order has.", { isCleared: true }),
    number("price", "Ticks", "Its limit; 0 when it has none."),
    number("quantity", "Lots", "In total."),
    number("createdAt", "Millis", "When it was placed."),
    number("updatedAt", "Millis", "When it last changed."),
  ],
  cold: [],
  apart: { record: ORDER_EXTRAS, by: "extra" },
};
