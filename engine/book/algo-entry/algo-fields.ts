// Which fields an algo order may combine, type by type, independent of the market and its prices. Rules 3.2 to 3.6,
// errors 8.4. Every refusal here is -1005 and names the field, its value, and what was expected.

import { e8Text } from "../../base/numbers/arithmetic.ts";
import type { QuantityE8 } from "../../base/units.ts";
import type { AlgoOrderType, Side } from "../../base/vocabulary.ts";
import type { AlgoGroup, AlgoLeg, PlaceAlgoOrder } from "../../language/commands/algo-order-commands.ts";
import { ALGO_ORDER_COMMANDS } from "../../language/commands/algo-order-commands.ts";
import { boundsOf, isWithin } from "../../language/field.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import { opposite } from "../../memory/algo-order/algo-order.ts";
import { checkNames } from "../entry/order-fields.ts";

/** A fraction in 10⁻⁸. Rules 3.6. */
const CALLBACK_RATE_STEP = 100_000;
const CALLBACK_RATE = boundsOf(ALGO_ORDER_COMMANDS.place_algo_order.fields.callbackRate);

/** What is wrong with the fields of a placement, or null. */
export function checkAlgoFields(c: PlaceAlgoOrder): Rejection | null {
  const names = checkNames(c.clientOrderId, c.tag);
  if (names !== null) return names;
  if (c.algoType !== "TRAILING_STOP") {
    const stray = absent("activated_price", c.activatedPrice) ?? checkNoCallback(c);
    if (stray !== null) return stray;
  }
  switch (c.algoType) {
    case "STOP":
      return checkOwnOrder(c) ?? positive("trigger_price", c.triggerPrice) ?? checkChildCount(c, 0);
    case "TRAILING_STOP":
      return checkTrailing(c);
    case "TP_SL":
      return absent("price", c.price) ?? absent("trigger_price", c.triggerPrice) ?? checkTpSl(c, c.side);
    case "POSITIONAL_TP_SL":
      return absent("price", c.price) ?? absent("trigger_price", c.triggerPrice) ?? checkPositional(c, c.side);
    case "BRACKET":
      return checkBracket(c);
    default:
      return wrong("algo_type", c.algoType, "STOP, TP_SL, POSITIONAL_TP_SL, BRACKET or TRAILING_STOP");
  }
}

/** Checks the order that it places itself: LIMIT with a price, or MARKET without, and a quantity. */
function checkOwnOrder(c: PlaceAlgoOrder): Rejection | null {
  return checkType(c.orderType, ["LIMIT", "MARKET"]) ?? checkPrice(c) ?? positive("quantity", c.quantity);
}

function checkTrailing(c: PlaceAlgoOrder): Rejection | null {
  if (c.callbackRate === 0 && c.callbackValue === 0) {
    return wrong("callback_rate", "none", "callback_rate or callback_value");
  }
  return (
    checkType(c.orderType, ["MARKET"]) ??
    absent("price", c.price) ??
    absent("trigger_price", c.triggerPrice) ??
    positive("quantity", c.quantity) ??
    checkCallback(c) ??
    notNegative("activated_price", c.activatedPrice) ??
    checkChildCount(c, 0)
  );
}

/** At most one of rate and value, each in its range; 0 means absent. */
export function checkCallback(c: { readonly callbackRate: number; readonly callbackValue: number }): Rejection | null {
  const { callbackRate, callbackValue } = c;
  if (callbackRate !== 0 && callbackValue !== 0) {
    return wrong("callback_value", e8Text(callbackValue), "either callback_rate or callback_value");
  }
  const onStep = callbackRate % CALLBACK_RATE_STEP === 0;
  if (!isWithin(CALLBACK_RATE, callbackRate) || !onStep) {
    return wrong("callback_rate", e8Text(callbackRate), "0.001 to 0.05 in steps of 0.001");
  }
  return notNegative("callback_value", callbackValue);
}

function checkNoCallback(c: PlaceAlgoOrder): Rejection | null {
  return absent("callback_rate", c.callbackRate) ?? absent("callback_value", c.callbackValue);
}

function checkBracket(c: PlaceAlgoOrder): Rejection | null {
  const own = checkOwnOrder(c) ?? absent("trigger_price", c.triggerPrice) ?? checkChildCount(c, 1);
  if (own !== null) return own;
  // An entry that only closes leaves nothing for its second leg to protect.
  if (c.reduceOnly) return wrong("reduce_only", "true", "false for the entry of a BRACKET");
  const [group] = c.children;
  const side = opposite(c.side);
  const nested = { ...group!, quantity: group!.quantity === 0 ? c.quantity : group!.quantity };
  if (nested.quantity !== c.quantity) return wrongQuantity(nested, c.quantity);
  if (nested.side !== side) return wrongSide(nested, side);
  if (nested.algoType === "TP_SL") return checkTpSl(nested, side);
  if (nested.algoType === "POSITIONAL_TP_SL") return checkPositional({ ...nested, quantity: 0 }, side);
  return wrong("child_orders.algo_type", nested.algoType, "TP_SL or POSITIONAL_TP_SL");
}

type Group = Pick<AlgoGroup, "algoType" | "quantity"> & { readonly children: readonly (AlgoLeg | AlgoGroup)[] };

function checkTpSl(group: Group, side: Side): Rejection | null {
  return positive("quantity", group.quantity) ?? checkLegs(group, side, ["LIMIT", "MARKET"]);
}

function checkPositional(group: Group, side: Side): Rejection | null {
  return absent("quantity", group.quantity) ?? checkLegs(group, side, ["LIMIT", "CLOSE_POSITION"]);
}

/** One or both of TAKE_PROFIT and STOP_LOSS, each on the group's closing side. */
function checkLegs({ children, quantity }: Group, side: Side, types: readonly AlgoOrderType[]): Rejection | null {
  const [one, other] = children;
  if (one === undefined || children.length > 2 || one.algoType === other?.algoType) {
    const given = children.map(({ algoType }) => algoType).join(", ") || "none";
    return wrong("child_orders", given, "one TAKE_PROFIT, one STOP_LOSS, or both");
  }
  for (const leg of children) {
    const refused = checkLeg(leg, side, types);
    if (refused !== null) return refused;
    if (leg.quantity !== 0 && leg.quantity !== quantity) return wrongQuantity(leg, quantity);
  }
  return null;
}

function checkLeg(leg: AlgoLeg | AlgoGroup, side: Side, types: readonly AlgoOrderType[]): Rejection | null {
  if (leg.algoType !== "TAKE_PROFIT" && leg.algoType !== "STOP_LOSS") {
    return wrong("child_orders.algo_type", leg.algoType, "TAKE_PROFIT or STOP_LOSS");
  }
  if ("children" in leg && leg.children.length > 0) return wrong("child_orders", leg.algoType, "no legs of a leg");
  if (leg.side !== side) return wrongSide(leg, side);
  if (!leg.reduceOnly) return wrong("child_orders.reduce_only", "false", "true: a leg only closes");
  return checkType(leg.orderType, types) ?? checkPrice(leg) ?? positive("child_orders.trigger_price", leg.triggerPrice);
}

function checkType(orderType: AlgoOrderType, types: readonly AlgoOrderType[]): Rejection | null {
  return types.includes(orderType) ? null : wrong("type", orderType || "none", types.join(" or "));
}

function checkPrice({ orderType, price }: Pick<AlgoLeg, "orderType" | "price">): Rejection | null {
  return orderType === "LIMIT" ? positive("price", price) : absent("price", price);
}

function checkChildCount(c: PlaceAlgoOrder, expected: number): Rejection | null {
  const { length } = c.children;
  return length === expected ? null : wrong("child_orders", String(length), `${expected} for a ${c.algoType}`);
}

function positive(field: string, valueE8: number): Rejection | null {
  return valueE8 > 0 ? null : wrong(field, e8Text(valueE8), "a positive number");
}

function notNegative(field: string, valueE8: number): Rejection | null {
  return valueE8 >= 0 ? null : wrong(field, e8Text(valueE8), "a positive number");
}

function absent(field: string, valueE8: number): Rejection | null {
  return valueE8 === 0 ? null : wrong(field, e8Text(valueE8), "none here");
}

function wrongSide(leg: AlgoLeg, expected: Side): Rejection {
  return wrong("child_orders.side", leg.side, `${expected}, which closes`);
}

function wrongQuantity(leg: AlgoLeg, expected: QuantityE8): Rejection {
  return wrong("child_orders.quantity", e8Text(leg.quantity), `none, or ${e8Text(expected)}`);
}

export function wrong(field: string, value: string, expected: string): Rejection {
  return rejection(
    "invalid_parameter",
    { field, value, expected },
    `${field} is invalid: ${value}, expected ${expected}`,
  );
}
