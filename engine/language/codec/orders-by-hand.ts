// The three commands that nearly all traffic consists of, byte by byte, as ORDERS_LAYOUTS says them field by field. The
// fields are read in the order in which the literals name them.

import type { Micros, PriceE8, QuantityE8 } from "../../base/units.ts";
import { MARGIN_MODES, ORDER_TYPES, SIDES } from "../../base/vocabulary.ts";
import type { AmendOrder, CancelOrder, PlaceOrder } from "../commands/order-commands.ts";
import { type ByHand, readWord } from "./fields.ts";

export const MODE_OR_ABSENT = ["", ...MARGIN_MODES] as const;

export const PLACE_ORDER: ByHand<PlaceOrder> = {
  write(out, c) {
    out.i32(c.account);
    out.i32(c.market);
    out.u8(SIDES.indexOf(c.side));
    out.u8(ORDER_TYPES.indexOf(c.orderType));
    out.f64(c.price);
    out.f64(c.quantity);
    out.f64(c.amount);
    out.f64(c.visible);
    out.u8(c.reduceOnly ? 1 : 0);
    out.text(c.clientOrderId);
    out.f64(c.slippage);
    out.i32(c.level);
    out.u8(c.postOnlyAdjust ? 1 : 0);
    out.text(c.tag);
    out.u8(MODE_OR_ABSENT.indexOf(c.marginMode));
    out.u8(c.inBatch ? 1 : 0);
    out.u8(c.untilDisconnect === true ? 1 : 0);
  },
  read: (input, at) => ({
    type: "place_order",
    at,
    account: input.i32(),
    market: input.i32(),
    side: readWord(input, SIDES),
    orderType: readWord(input, ORDER_TYPES),
    price: input.f64() as PriceE8,
    quantity: input.f64() as QuantityE8,
    amount: input.f64() as Micros,
    visible: input.f64() as QuantityE8,
    reduceOnly: input.u8() === 1,
    clientOrderId: input.text(),
    slippage: input.f64(),
    level: input.i32(),
    postOnlyAdjust: input.u8() === 1,
    tag: input.text(),
    marginMode: readWord(input, MODE_OR_ABSENT),
    inBatch: input.u8() === 1,
    untilDisconnect: !input.done && input.u8() === 1,
  }),
};

export const AMEND_ORDER: ByHand<AmendOrder> = {
  write(out, c) {
    out.i32(c.account);
    out.f64(c.orderId);
    out.i32(c.market);
    out.u8(SIDES.indexOf(c.side));
    out.u8(ORDER_TYPES.indexOf(c.orderType));
    out.f64(c.price);
    out.f64(c.quantity);
  },
  read: (input, at) => ({
    type: "amend_order",
    at,
    account: input.i32(),
    orderId: input.f64(),
    market: input.i32(),
    side: readWord(input, SIDES),
    orderType: readWord(input, ORDER_TYPES),
    price: input.f64() as PriceE8,
    quantity: input.f64() as QuantityE8,
  }),
};

export const CANCEL_ORDER: ByHand<CancelOrder> = {
  write(out, c) {
    out.i32(c.account);
    out.i32(c.market);
    out.f64(c.orderId);
    out.text(c.clientOrderId);
  },
  read: (input, at) => ({
    type: "cancel_order",
    at,
    account: input.i32(),
    market: input.i32(),
    orderId: input.f64(),
    clientOrderId: input.text(),
  }),
};
