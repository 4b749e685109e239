// The record of a price at which orders rest.

import { digits, number, packed, type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const LEVEL: RecordDeclaration = {
  name: "level",
  unit: "LevelNumber",
  title: "Price levels",
  about: "Prices at which orders rest, with the queue of each.",
  className: "LevelTable",
  file: "order/level-table",
  kept: "Table",
  bytes: 32,
  hot: [
    packed("book", "The market and the side to which it belongs.", [
      digits("asks", "SideNumber", 1, "Its side."),
      digits("market", "MarketNumber", 31, "Its market."),
    ]),
    whole("head", "OrderSlot", "The order at the front of the queue, which is executed first."),
    whole("tail", "OrderSlot", "The order at the end of the queue, which is executed last."),
    whole("orders", "number", "Number of orders that rest here."),
    number("price", "Ticks", "Its price."),
    number("visible", "Lots", "Visible quantity of its orders."),
  ],
  cold: [],
};
