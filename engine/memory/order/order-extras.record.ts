// Fields that few orders have, and nearly all of those only once they have traded: kept apart, so that an order that rests
// and waits takes as little memory as possible.

import { NONE } from "../../base/storage/int-map.ts";
import { number, type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const ORDER_EXTRAS: RecordDeclaration = {
  name: "extra",
  unit: "ExtraNumber",
  title: "Rarely used fields of orders",
  about: "The cold half of an order, for orders with any value in it.",
  className: "OrderExtras",
  file: "order/order-extras",
  kept: "Table",
  bytes: 72,
  hot: [],
  cold: [
    whole(
      "orderTag",
      "TagNumber",
      "The fee tag that its tag names (money/fees/order-tags.ts); NONE if it names none.",
      {
        initial: NONE,
      },
    ),
    number("algo", "AlgoOrderId", "The algo order that placed it; 0 for none.", { initial: 0 }),
    number(
      "reference",
      "Ticks",
      "Price at which an isolated order reserves its margin; 0 when it reserves nothing. Rules 5.9.",
      { initial: 0 },
    ),
    number("visibleQuantity", "Lots", "Maximum of its total that the book shows; −1 here for all of it.", {
      initial: -1,
      like: "quantity",
    }),
    number("amount", "Micros", "The quote amount of an order placed by amount; otherwise 0.", { initial: 0 }),
    number("executed", "Lots", "Executed part of its quantity.", { initial: 0 }),
    number("executedNotional", "Micros", "Σ price × quantity of its executions.", { initial: 0 }),
    number("totalFee", "Micros", "Fees of its executions.", { initial: 0 }),
    number("realizedPnl", "Micros", "Realized PnL of its executions.", { initial: 0 }),
  ],
};
