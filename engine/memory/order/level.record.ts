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
    packed("book", "Which side of which market it belongs to.", [
      digits("asks", "SideNumber", 1, "Its side."),
      digits("market", "MarketNumber", 31, "Its market."),
    ]),
    whole("head", "OrderSlot", "The order that is executed first."),
    whole("tail", "OrderSlot", "The order that is executed last."),
    whole("orders", "number", "How many rest here."),
    number("price", "Ticks", "Its price."),
    number("visible", "Lots", "What its orders show."),
  ],
  cold: [],
};
