// Fields that few orders have, and nearly all of those only once they have traded: kept apart, so that an order that rests
// and waits takes as little memory as possible.

import { NONE } from "../../base/storage/int-map.ts";
import { number, type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const ORDER_EXTRAS: RecordDeclaration = {
  name: "extra",
  unit: "ExtraNumber",
  title: "What few orders have",
  about: "The cold half of an order, for those that have anything in it.",
  className: "OrderExtras",
  file: "order/order-extras",
  kept: "Table",
  bytes: 72,
  hot: [],
  cold: [
    whole("orderTag", "TagNumber", "What its tag means (money/fees/order-tags.ts), NONE for nothing.", {
      initial: NONE,
    }),
    number("algo", "AlgoOrderId", "The algo order that made it, 0 for none.", { initial: 0 }),
    number(
      "reference",
      "Ticks",
      "What an isolated order reserves its margin at; 0 when it reserves nothing. Rules 5.9.",
      { initial: 0 },
    ),
    number("visibleQuantity", "Lots", "What it shows at most, of its total; −1 here for all of it.", {
      initial: -1,
      like: "quantity",
    }),
    number("amount", "Micros", "The quote amount of an order placed by amount, else 0.", { initial: 0 }),
    number("executed", "Lots", "What of its quantity is executed.", { initial: 0 }),
    number("executedNotional", "Micros", "Σ price × quantity of its executions.", { initial: 0 }),
    number("totalFee", "Micros", "Fees of its executions.", { initial: 0 }),
    number("realizedPnl", "Micros", "Realized PnL of its executions.", { initial: 0 }),
  ],
};
