// The acts on a position. Each is one order, named before it is sent, and looked up by its name when the answer is lost.

import { type AnswerLost, ApiError, newClientOrderId } from "@evermark/client";
import { doubled } from "../../../format/exact.ts";
import { decimal, digitsOf } from "../../../format/figure-text.ts";
import { baseOf, marketName } from "../../../format/market-name.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Position } from "../../../session/asking/answers.ts";
import type { OrderBody } from "../../../session/orders/order-body.ts";
import { words } from "../../../texts/words.ts";
import type { Act } from "./acts.ts";

const text = words.portfolio;

/** The key of a position: a market may have one in each margin mode. */
export function keyOfPosition({ symbol, margin_mode }: Pick<Position, "symbol" | "margin_mode">): string {
  return `${symbol} ${margin_mode}`;
}

/** Whether a key is a position's. */
export function isOfPosition(key: string): boolean {
  return / (CROSS|ISOLATED)$/.test(key);
}

export function closingSide({ position_qty }: Pick<Position, "position_qty">): "BUY" | "SELL" {
  return position_qty > 0 ? "SELL" : "BUY";
}

interface Closing {
  readonly quantity: number | string;
  /** The limit price; absent for a market order. */
  readonly price?: string | undefined;
}

export function closingBody(position: Position, { quantity, price }: Closing): OrderBody {
  const { symbol, margin_mode } = position;
  const terms =
    price === undefined ? ({ order_type: "MARKET" } as const) : { order_type: "LIMIT" as const, order_price: price };
  const order_quantity = typeof quantity === "number" ? digitsOf(quantity) : quantity;
  return { symbol, margin_mode, side: closingSide(position), order_quantity, reduce_only: true, ...terms };
}

/** One order of twice the size: its first half closes the position, and its second half opens the opposite one. */
export function reversingBody(position: Position): OrderBody {
  const { symbol, margin_mode, position_qty } = position;
  const order_quantity = digitsOf(doubled(Math.abs(position_qty)));
  return { symbol, margin_mode, side: closingSide(position), order_type: "MARKET", order_quantity };
}

/** `Sell 0.5 BTC` */
export function nameOfOrder({ side, order_quantity, symbol }: OrderBody): string {
  return `${text.sides[side]} ${decimal(Number(order_quantity))} ${baseOf(symbol)}`;
}

/** @param body is given a client order id unless it has one */
export function placing({ client: { orders } }: AccountSession, body: OrderBody): Act {
  const named = { ...body, client_order_id: body.client_order_id ?? newClientOrderId() };
  const what = nameOfOrder(body);
  const say = (status: string) => text.acts.outcome(what, text.acts.states[status] ?? status);
  return {
    text: what,
    order: { to: "order", body: named },
    send: async () => say((await orders.placeOrder(named)).status),
    find: () =>
      foundOrNull(async () => {
        const { status } = await orders.getOrderByClientId({ client_order_id: named.client_order_id });
        return say(status);
      }),
  };
}

/** Null when the venue does not know it. */
export async function foundOrNull(find: () => Promise<string>): Promise<string | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ApiError && error.code === NOT_FOUND) return null;
    throw error;
  }
}

/** The venue's code for something that it does not know, or that has ended. */
export const NOT_FOUND = -1006;

interface MarginMove {
  readonly symbol: string;
  readonly amount: string;
  readonly type: "ADD" | "REDUCE";
}

/** When the answer is lost, the request is sent again byte for byte: the venue carries out one signed request once. */
export function movingMargin({ client }: AccountSession, move: MarginMove): Act {
  const said = text.acts.marginMoved(marketName(move.symbol));
  return {
    text: `${text.margin.title(marketName(move.symbol))}: ${move.type} ${move.amount}`,
    send: async () => {
      await client.positions.movePositionMargin(move);
      return said;
    },
    find: async (lost: AnswerLost) => {
      await client.rest.repeat(lost);
      return said;
    },
  };
}

interface LeverageWish {
  readonly symbol: string;
  readonly margin_mode: Position["margin_mode"];
  readonly leverage: number;
}

export function settingLeverage({ client: { positions } }: AccountSession, wish: LeverageWish): Act {
  const said = text.acts.leverageSet(marketName(wish.symbol), String(wish.leverage));
  return {
    text: said,
    send: async () => {
      await positions.setLeverages(wish);
      return said;
    },
    find: async () => {
      const { leverage } = await positions.getLeverage({ symbol: wish.symbol, margin_mode: wish.margin_mode });
      return leverage === wish.leverage ? said : null;
    },
  };
}
