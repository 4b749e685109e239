// How the journal writes the commands of commands/orders.ts.

import type { OrdersCommand } from "../commands/orders.ts";
import { MARGIN_MODES, ORDER_TYPES, SIDES } from "../vocabulary.ts";
import type { Layouts } from "./fields.ts";

const MODE_OR_ABSENT = ["", ...MARGIN_MODES] as const;

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
    ],
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
  },
  cancel_order: {
    tag: 9,
    fields: [
      ["account", "i32"],
      ["market", "i32"],
      ["orderId", "f64"],
      ["clientOrderId", "text"],
    ],
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
