// Ordinary orders: placing, amending and cancelling them, one at a time or all at once. Rules 2.

import { E8, type OrderId } from "../../base/units.ts";
import { MODE_OR_DEFAULT, ORDER_TYPES, SIDES } from "../../base/vocabulary.ts";
import {
  account,
  count,
  flag,
  fraction,
  id,
  lacking,
  market,
  money,
  price,
  quantity,
  small,
  text,
  word,
} from "../field.ts";
import { type CommandOf, commands } from "./declaration.ts";

/** The rejections of an order on its way to the book, from any command; in alphabetical order. */
export const ENTRY_REFUSALS = [
  "insufficient_margin",
  "invalid_parameter",
  "maintenance",
  "not_found",
  "notional_too_small",
  "open_interest_limit",
  "position_limit",
  "price_filter",
  "price_range",
  "quantity_filter",
  "refused",
] as const;

export const ORDER_COMMANDS = commands({
  place_order: {
    tag: 7,
    hot: true,
    does: "Places one order. Numbers have the scale of the API; the engine applies the filters of rules 1.2. Rules 2.",
    from: ["trader"],
    refusals: ["duplicate", ...ENTRY_REFUSALS],
    fields: {
      account: account(),
      market: market(),
      side: word(SIDES),
      orderType: word(ORDER_TYPES),
      price: price("Limit price; 0 when absent.", { least: 1, or: [0] }),
      quantity: quantity("0 when absent.", { least: 1, or: [0] }),
      amount: money("Quote amount instead of a quantity; 0 when absent.", { least: 1, or: [0] }),
      visible: quantity("-1 when absent (fully visible), 0 when fully hidden.", { least: 0, or: [-1] }),
      reduceOnly: flag(),
      clientOrderId: text('"" when absent.', { most: 36 }),
      slippage: fraction("0 when absent.", { least: 1, most: E8, or: [0] }),
      level: small("level", "-1 when absent.", { least: 0, most: 4, or: [-1] }),
      postOnlyAdjust: flag(),
      tag: text('"" when absent.', { most: 128 }),
      marginMode: word(MODE_OR_DEFAULT, "Empty: the account's default mode of the symbol."),
      inBatch: flag("Yes for an item of a batch, which does not support `reduce_only` (rules 2.6)."),
      untilDisconnect: lacking(flag("The order is cancelled when the connection over which it came ends."), false),
    },
  },
  amend_order: {
    tag: 8,
    hot: true,
    does: "Changes price and/or total quantity of an open order. Rules 2.9.",
    from: ["trader"],
    refusals: ["cannot_change_order", ...ENTRY_REFUSALS],
    fields: {
      account: account(),
      orderId: id<OrderId>(),
      market: market(),
      side: word(SIDES),
      orderType: word(ORDER_TYPES),
      price: price("0 when unchanged."),
      quantity: quantity("New total quantity; 0 when unchanged."),
    },
  },
  cancel_order: {
    tag: 9,
    hot: true,
    does: "Cancels one open order, named by `orderId`, or by `clientOrderId` when `orderId` is 0. Rules 2.10.",
    from: ["trader"],
    refusals: ["not_found"],
    fields: {
      account: account(),
      market: market("-1 for any symbol."),
      orderId: id<OrderId>(),
      clientOrderId: text(),
    },
  },
  cancel_all_orders: {
    tag: 10,
    does: "Cancels every open ordinary order of an account. Rules 2.10.",
    from: ["trader"],
    refusals: ["not_found"],
    fields: { account: account(), market: market("-1 for all.") },
  },
  cancel_all_after: {
    tag: 11,
    does: "Arms, re-arms or disarms (0) the dead-man switch of an account. Rules 2.10.",
    from: ["trader"],
    refusals: ["invalid_parameter", "not_found"],
    fields: { account: account(), triggerAfterMs: count("milliseconds", "", { least: 5_000, most: 900_000, or: [0] }) },
  },
});

type Of = typeof ORDER_COMMANDS;
export type PlaceOrder = CommandOf<Of, "place_order">;
export type AmendOrder = CommandOf<Of, "amend_order">;
export type CancelOrder = CommandOf<Of, "cancel_order">;
export type CancelAllOrders = CommandOf<Of, "cancel_all_orders">;
export type CancelAllAfter = CommandOf<Of, "cancel_all_after">;
