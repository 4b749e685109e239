// The preview of a placement, which `POST /v1/order/preview` answers.

import Type from "typebox";
import { marginMode, orNull, refusal } from "../rows/shapes.ts";
import { standing } from "./positions.ts";

/**
 * What would happen to an order, as far as the public book shows. It is valid only now: the market's next order may change
 * it, and hidden orders in the book can make it trade more, or at a better price; it trades less only if margin runs out.
 */
export const orderPreview = Type.Object({
  would_be: Type.Enum(["accepted", "refused", "repeated"], {
    description: "repeated: this placement was sent before and would get its first answer again",
  }),
  refusal,
  order_id: orNull(
    Type.Integer({ description: "order that this placement created when it was sent before; otherwise null" }),
  ),
  status: orNull(
    Type.Enum(["NEW", "PARTIAL_FILLED", "FILLED", "CANCELLED", "REJECTED"], {
      description: "status of the order after matching; null when it would be refused",
    }),
  ),
  reason: orNull(Type.String({ description: "why the unfilled rest would be cancelled; null when it would not be" })),
  margin_mode: marginMode,
  order_price: orNull(
    Type.Number({
      description:
        "limit price that the order would have, in USDC; it may come from a level of the book or from post_only_adjust",
    }),
  ),
  fills: Type.Array(
    Type.Object({
      price: Type.Number({ description: "in USDC" }),
      quantity: Type.Number({
        description: "quantity that would trade at this price, judging by the public book: hidden orders don't count",
      }),
      value: Type.Number({ description: "price × quantity, in USDC" }),
      fee: Type.Number({ description: "in USDC, the fee tag's part included; negative for a rebate" }),
    }),
    { description: "fills by price, in the sequence of trading; at most 300 prices" },
  ),
  executed_quantity: Type.Number({ description: "quantity that would trade at once, in base currency" }),
  average_executed_price: orNull(
    Type.Number({ description: "average price of those fills, in USDC; null when nothing would trade" }),
  ),
  total_fee: Type.Number({ description: "fees of all fills, in USDC, the fee tag's part included" }),
  order_enum_fee: Type.Number({ description: "the fee tag's part of total_fee, in USDC" }),
  is_maker: Type.Integer({ description: "1 when its fills would be maker fills, otherwise 0" }),
  realized_pnl: Type.Number({ description: "profit of the position that it would close, without fees, in USDC" }),
  resting_quantity: Type.Number({ description: "quantity that would rest in the book, in base currency" }),
  visible_quantity: Type.Number({
    description: "part of the resting quantity that the book would show, in base currency",
  }),
  slippage: orNull(
    Type.Number({
      description: "distance of the average price from the best price that it meets, as a fraction; null without fills",
    }),
  ),
  max_quantity: Type.Number({
    description:
      "largest order_quantity of this order that limits and margin would allow, in base currency; for reduce_only, the quantity that can be reduced",
  }),
  is_complete: Type.Boolean({
    description:
      "false when the order would meet more than a preview examines: the nearest 100 orders, and beyond them 200 prices and 200 orders of the same owner. Anything beyond that is not in the answer",
  }),
  cancelled_orders: Type.Array(
    Type.Object({
      order_id: Type.Integer({ description: "an open order of the account" }),
      reason: Type.String({ description: "why it would be cancelled" }),
    }),
    {
      description:
        "orders of the account that would be cancelled: because this order meets them, or because nothing is left for them to reduce",
    },
  ),
  before: standing,
  after: orNull(standing),
});
