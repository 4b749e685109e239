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
    Type.Integer({ description: "of the order that the placement made when it was sent before, else null" }),
  ),
  status: orNull(
    Type.Enum(["NEW", "PARTIAL_FILLED", "FILLED", "CANCELLED", "REJECTED"], {
      description: "of the order after matching; null when it would be refused",
    }),
  ),
  reason: orNull(Type.String({ description: "why what is left would be cancelled, null when it would not" })),
  margin_mode: marginMode,
  order_price: orNull(
    Type.Number({
      description: "the limit that it would have, in USDC, which a book's level or post_only_adjust may set",
    }),
  ),
  fills: Type.Array(
    Type.Object({
      price: Type.Number({ description: "in USDC" }),
      quantity: Type.Number({
        description: "what would trade at this price, as the public book shows it: hidden orders don't count",
      }),
      value: Type.Number({ description: "price × quantity, in USDC" }),
      fee: Type.Number({ description: "in USDC, the fee tag's part included; negative for a rebate" }),
    }),
    { description: "by price, in the order of trading; at most 300 prices" },
  ),
  executed_quantity: Type.Number({ description: "what would trade at once, in base currency" }),
  average_executed_price: orNull(Type.Number({ description: "in USDC; null when nothing would trade" })),
  total_fee: Type.Number({ description: "of all fills, in USDC, the fee tag's part included" }),
  order_enum_fee: Type.Number({ description: "the fee tag's part of total_fee, in USDC" }),
  is_maker: Type.Integer({ description: "1 when its fills would be a maker's, else 0" }),
  realized_pnl: Type.Number({ description: "profit of what it would close, without fees, in USDC" }),
  resting_quantity: Type.Number({ description: "what would wait in the book, in base currency" }),
  visible_quantity: Type.Number({ description: "what of that the book would show, in base currency" }),
  slippage: orNull(
    Type.Number({
      description:
        "how far the average price would be from the best price that it meets, as a fraction; null without fills",
    }),
  ),
  max_quantity: Type.Number({
    description:
      "the largest order_quantity that limits and margin would accept of this order, in base currency; of reduce_only what there is to reduce",
  }),
  is_complete: Type.Boolean({
    description:
      "false when the order would meet more than a preview looks at: the nearest 100 orders, and behind them 200 prices and as many orders of the same owner. What lies behind is not in the answer",
  }),
  cancelled_orders: Type.Array(
    Type.Object({
      order_id: Type.Integer({ description: "an open order of the account" }),
      reason: Type.String({ description: "why it would be cancelled" }),
    }),
    { description: "orders of the account that would go: met by this one, or with nothing left to reduce" },
  ),
  before: standing,
  after: orNull(standing),
});
