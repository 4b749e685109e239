// The ordinary order that an algo order places. Rules 3.1. It carries no client order id: the algo order's client id
// names the algo order.

import type { PlaceOrder } from "../../language/commands/commands.ts";
import type { AlgoOrder } from "../../memory/algo-order/algo-order.ts";
import type { State } from "../../memory/state.ts";

type Source = Pick<
  AlgoOrder,
  "account" | "market" | "marginMode" | "side" | "orderType" | "price" | "quantity" | "visible" | "reduceOnly" | "tag"
>;

/**
 * Builds the entry of a BRACKET, or the order of an algo order that fires, with the given quantity. CLOSE_POSITION is a
 * market order.
 */
export function ordinaryOrder(state: State, order: Source): PlaceOrder {
  const market = state.markets[order.market]!;
  const limit = order.orderType === "LIMIT";
  return {
    type: "place_order",
    at: state.now,
    account: order.account,
    market: order.market,
    side: order.side,
    orderType: limit ? "LIMIT" : "MARKET",
    price: order.price * market.tickE8,
    quantity: order.quantity * market.lotE8,
    amount: 0,
    visible: limit && !order.visible ? 0 : -1,
    reduceOnly: order.reduceOnly,
    clientOrderId: "",
    slippage: 0,
    level: -1,
    postOnlyAdjust: false,
    tag: order.tag,
    marginMode: order.marginMode,
    inBatch: false,
  };
}
