// Made by `npm run generate` from the declarations of commands: the bytes of those that most traffic consists of, written out.
// Changes here are overwritten.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { Millis } from "../../base/units.ts";
import type { AmendOrder, CancelOrder, PlaceOrder } from "../commands/commands.ts";
import { readWord } from "./fields.ts";

const SIDES = ["BUY", "SELL"] as const;
const ORDER_TYPES = ["LIMIT", "MARKET", "IOC", "FOK", "POST_ONLY", "ASK", "BID"] as const;
const MARGIN_MODES = ["", "CROSS", "ISOLATED"] as const;

export const HOT_COMMANDS = {
  place_order: {
    write(out: ByteWriter, c: PlaceOrder): void {
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
      out.u8(MARGIN_MODES.indexOf(c.marginMode));
      out.u8(c.inBatch ? 1 : 0);
      out.u8(c.untilDisconnect === true ? 1 : 0);
    },
    read: (input: ByteReader, at: Millis): PlaceOrder => ({
      type: "place_order",
      at,
      account: input.i32() as PlaceOrder["account"],
      market: input.i32() as PlaceOrder["market"],
      side: readWord(input, SIDES),
      orderType: readWord(input, ORDER_TYPES),
      price: input.f64() as PlaceOrder["price"],
      quantity: input.f64() as PlaceOrder["quantity"],
      amount: input.f64() as PlaceOrder["amount"],
      visible: input.f64() as PlaceOrder["visible"],
      reduceOnly: input.u8() === 1,
      clientOrderId: input.text(),
      slippage: input.f64() as PlaceOrder["slippage"],
      level: input.i32() as PlaceOrder["level"],
      postOnlyAdjust: input.u8() === 1,
      tag: input.text(),
      marginMode: readWord(input, MARGIN_MODES),
      inBatch: input.u8() === 1,
      untilDisconnect: input.done ? false : input.u8() === 1,
    }),
  },
  amend_order: {
    write(out: ByteWriter, c: AmendOrder): void {
      out.i32(c.account);
      out.f64(c.orderId);
      out.i32(c.market);
      out.u8(SIDES.indexOf(c.side));
      out.u8(ORDER_TYPES.indexOf(c.orderType));
      out.f64(c.price);
      out.f64(c.quantity);
    },
    read: (input: ByteReader, at: Millis): AmendOrder => ({
      type: "amend_order",
      at,
      account: input.i32() as AmendOrder["account"],
      orderId: input.f64() as AmendOrder["orderId"],
      market: input.i32() as AmendOrder["market"],
      side: readWord(input, SIDES),
      orderType: readWord(input, ORDER_TYPES),
      price: input.f64() as AmendOrder["price"],
      quantity: input.f64() as AmendOrder["quantity"],
    }),
  },
  cancel_order: {
    write(out: ByteWriter, c: CancelOrder): void {
      out.i32(c.account);
      out.i32(c.market);
      out.f64(c.orderId);
      out.text(c.clientOrderId);
    },
    read: (input: ByteReader, at: Millis): CancelOrder => ({
      type: "cancel_order",
      at,
      account: input.i32() as CancelOrder["account"],
      market: input.i32() as CancelOrder["market"],
      orderId: input.f64() as CancelOrder["orderId"],
      clientOrderId: input.text(),
    }),
  },
};
