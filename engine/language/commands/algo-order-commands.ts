// Algo orders: orders that wait for a mark price. Rules 3.

import type { AlgoOrderId } from "../../base/units.ts";
import { ALGO_ORDER_TYPES, ALGO_TYPES, MODE_OR_DEFAULT, SIDES } from "../../base/vocabulary.ts";
import { account, flag, fraction, id, list, market, price, quantity, text, type ValuesOf, word } from "../field.ts";
import { type CommandOf, commands } from "./declaration.ts";
import { ENTRY_REFUSALS } from "./order-commands.ts";

/** One leg under a TP_SL, POSITIONAL_TP_SL or BRACKET root. */
const LEG = {
  algoType: word(ALGO_TYPES),
  side: word(SIDES),
  orderType: word(ALGO_ORDER_TYPES),
  triggerPrice: price("0 when absent."),
  price: price(),
  quantity: quantity(),
  reduceOnly: flag(),
};
export type AlgoLeg = ValuesOf<typeof LEG>;

/** The second leg of a BRACKET: a group of its own. */
const GROUP = { ...LEG, children: list(LEG) };
export type AlgoGroup = ValuesOf<typeof GROUP>;

/** A change to one algo order of a tree; 0 leaves a field as it is. */
const CHANGE = {
  algoOrderId: id<AlgoOrderId>(),
  price: price(),
  quantity: quantity(),
  triggerPrice: price(),
  activatedPrice: price(),
  callbackRate: fraction(),
  callbackValue: price(),
  deactivate: flag("Cancels this leg, or the group of a BRACKET; the rest continues without it."),
};
export type AlgoChange = ValuesOf<typeof CHANGE>;

export const ALGO_ORDER_COMMANDS = commands({
  place_algo_order: {
    tag: 34,
    does: "Places one algo order with all its legs. Rules 3.1 to 3.6.",
    from: ["trader"],
    refusals: ["duplicate", ...ENTRY_REFUSALS],
    fields: {
      account: account(),
      market: market(),
      algoType: word(ALGO_TYPES),
      side: word(SIDES, "For a BRACKET: the side of its entry order."),
      orderType: word(
        ALGO_ORDER_TYPES,
        "Type of the order that it places when it fires; empty for a group, which places none itself.",
      ),
      price: price("0 when absent, as below."),
      quantity: quantity(),
      triggerPrice: price(),
      activatedPrice: price("For a TRAILING_STOP."),
      callbackRate: fraction("For a TRAILING_STOP, in steps of 0.001.", { least: 100_000, most: 5_000_000, or: [0] }),
      callbackValue: price("For a TRAILING_STOP, instead of a rate."),
      reduceOnly: flag(),
      visible: flag("No: the order that it places is hidden."),
      clientOrderId: text('"" when absent.', { most: 36 }),
      tag: text('"" when absent.', { most: 128 }),
      marginMode: word(MODE_OR_DEFAULT, "Empty: the account's default mode of the symbol."),
      children: list(GROUP, "Its legs."),
    },
  },
  amend_algo_order: {
    tag: 35,
    does: "Changes untriggered algo orders of one tree, all of them or none. Rules 3.1.",
    from: ["trader"],
    refusals: [
      "insufficient_margin",
      "invalid_parameter",
      "maintenance",
      "not_found",
      "notional_too_small",
      "price_filter",
      "price_range",
      "quantity_filter",
      "refused",
    ],
    fields: {
      account: account(),
      algoOrderId: id<AlgoOrderId>("The order named in the request; the changes name it and its legs."),
      changes: list(CHANGE),
    },
  },
  cancel_algo_order: {
    tag: 36,
    does: "Cancels one algo order with its legs, named by id, or by `clientOrderId` when the id is 0.",
    from: ["trader"],
    refusals: ["not_found"],
    fields: { account: account(), market: market(), algoOrderId: id<AlgoOrderId>(), clientOrderId: text() },
  },
  cancel_all_algo_orders: {
    tag: 37,
    does: "Cancels every untriggered algo order of an account.",
    from: ["trader"],
    refusals: ["not_found"],
    fields: {
      account: account(),
      market: market("-1 for all."),
      algoType: word(["", ...ALGO_TYPES], "Empty for all."),
    },
  },
});

type Of = typeof ALGO_ORDER_COMMANDS;
export type PlaceAlgoOrder = CommandOf<Of, "place_algo_order">;
export type AmendAlgoOrder = CommandOf<Of, "amend_algo_order">;
export type CancelAlgoOrder = CommandOf<Of, "cancel_algo_order">;
export type CancelAllAlgoOrders = CommandOf<Of, "cancel_all_algo_orders">;
