// The client order ids of open orders, for the few orders that have one.

import { type RecordDeclaration, whole } from "../../base/storage/record.ts";

export const ORDER_NAME: RecordDeclaration = {
  name: "order",
  unit: "OrderSlot",
  title: "Names of open orders",
  about: "Where to find the client order id of an open order, for orders that have one.",
  className: "OrderNameTable",
  file: "order/order-name-table",
  kept: "SideTable",
  bytes: 4,
  hot: [],
  cold: [whole("answer", "AnswerNumber", "The answer that is kept under its client order id.")],
};
