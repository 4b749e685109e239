// How the journal writes the commands of language/commands/order-commands.ts.

import { ORDER_TYPES, SIDES } from "../../base/vocabulary.ts";
import type { OrdersCommand } from "../commands/order-commands.ts";
import type { Layouts } from "./fields.ts";
import { AMEND_ORDER, CANCEL_ORDER, MODE_OR_ABSENT, PLACE_ORDER } from "./orders-by-hand.ts";

export const ORDERS_LAYOUTS: Layouts<OrdersCommand> = {
  place_order: {
    tag: 7,
    fields: [
      ["account", "i32"],
      ["market", "i32"],
      ["side", SIDES],
      ["orderType", ORDER_TYPES],
      ["price", "f64"],
      ["quantity", "f64"],
      ["amount", "f64"],
      ["visible", "f64"],
      ["reduceOnly", "bool"],
      ["clientOrderId", "text"],
      ["slippage", "f64"],
      ["level", "i32"],
      ["postOnlyAdjust", "bool"],
      ["tag", "text"],
      ["marginMode", MODE_OR_ABSENT],
      ["inBatch", "bool"],
      // Of placements that were journaled before there was this.
      ["untilDisconnect", "bool", false],
    ],
    byHand: PLACE_ORDER,
  },
  amend_order: {
    tag: 8,
    fields: [
      ["account", "i32"],
      ["orderId", "f64"],
      ["market", "i32"],
      ["side", SIDES],
      ["orderType", ORDER_TYPES],
      ["price", "f64"],
      ["quantity", "f64"],
    ],
    byHand: AMEND_ORDER,
  },
  cancel_order: {
    tag: 9,
    fields: [
      ["account", "i32"],
      ["market", "i32"],
      ["orderId", "f64"],
      ["clientOrderId", "text"],
    ],
    byHand: CANCEL_ORDER,
  },
  cancel_all_orders: {
    tag: 10,
    fields: [
      ["account", "i32"],
      ["market", "i32"],
    ],
  },
  cancel_all_after: {
    tag: 11,
    fields: [
      ["account", "i32"],
      ["triggerAfterMs", "f64"],
    ],
  },
};
