// How the journal writes the commands of language/commands/algo-order-commands.ts.

import { ALGO_ORDER_TYPES, ALGO_TYPES, MARGIN_MODES, SIDES } from "../../base/vocabulary.ts";
import type { AlgoOrdersCommand } from "../commands/algo-order-commands.ts";
import type { Fields, Layouts } from "./fields.ts";

const LEG: Fields = [
  ["algoType", ALGO_TYPES],
  ["side", SIDES],
  ["orderType", ALGO_ORDER_TYPES],
  ["triggerPrice", "f64"],
  ["price", "f64"],
  ["quantity", "f64"],
  ["reduceOnly", "bool"],
];
const CHANGE: Fields = [
  ["algoOrderId", "f64"],
  ["price", "f64"],
  ["quantity", "f64"],
  ["triggerPrice", "f64"],
  ["activatedPrice", "f64"],
  ["callbackRate", "f64"],
  ["callbackValue", "f64"],
  ["deactivate", "bool"],
];
const GROUP: Fields = [...LEG, ["children", { list: LEG }]];

export const ALGO_ORDERS_LAYOUTS: Layouts<AlgoOrdersCommand> = {
  place_algo_order: {
    tag: 34,
    fields: [
      ["account", "i32"],
      ["market", "i32"],
      ["algoType", ALGO_TYPES],
      ["side", SIDES],
      ["orderType", ALGO_ORDER_TYPES],
      ["price", "f64"],
      ["quantity", "f64"],
      ["triggerPrice", "f64"],
      ["activatedPrice", "f64"],
      ["callbackRate", "f64"],
      ["callbackValue", "f64"],
      ["reduceOnly", "bool"],
      ["visible", "bool"],
      ["clientOrderId", "text"],
      ["tag", "text"],
      ["marginMode", ["", ...MARGIN_MODES]],
      ["children", { list: GROUP }],
    ],
  },
  amend_algo_order: {
    tag: 35,
    fields: [
      ["account", "i32"],
      ["algoOrderId", "f64"],
      ["changes", { list: CHANGE }],
    ],
  },
  cancel_algo_order: {
    tag: 36,
    fields: [
      ["account", "i32"],
      ["market", "i32"],
      ["algoOrderId", "f64"],
      ["clientOrderId", "text"],
    ],
  },
  cancel_all_algo_orders: {
    tag: 37,
    fields: [
      ["account", "i32"],
      ["market", "i32"],
      ["algoType", ["", ...ALGO_TYPES]],
    ],
  },
};
