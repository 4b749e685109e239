// Converts a draft to the request that places it: an order, or an algo order. Interface 4.4, rules 2.1 and 3.

import { fractionOf, product, quantityFor } from "../../format/exact.ts";
import { decimalOf } from "../../format/typed.ts";
import type { AlgoBody, OrderBody, OrderRequest } from "../../session/orders/order-body.ts";
import { type Draft, fieldsOfDraft, isBracket, type LegDraft, type Side } from "./draft.ts";

export type { AlgoBody, OrderBody, OrderRequest as TicketRequest } from "../../session/orders/order-body.ts";

type Legs = NonNullable<NonNullable<AlgoBody["child_orders"]>[number]["child_orders"]>;

/** The market's data that a draft depends on. */
export interface DraftMarket {
  readonly symbol: string;
  /** Undefined while unknown: then the account's default applies. */
  readonly marginMode: "CROSS" | "ISOLATED" | undefined;
  readonly lot: number;
  readonly markPrice: number | undefined;
}

/** @param draft without faults */
export function requestOf(draft: Draft, market: DraftMarket): OrderRequest {
  if (fieldsOfDraft(draft).waits || isBracket(draft)) return { to: "algo", body: algoBody(draft, market) };
  return { to: "order", body: orderBody(draft, market) };
}

/** The quantity in base currency; undefined while there is no size, or when the venue takes the amount itself. */
export function quantityOf(draft: Draft, market: DraftMarket): string | undefined {
  const isAmount = draft.unit === "quote" && fieldsOfDraft(draft).amount;
  return isAmount ? undefined : quantityAt(draft, referenceOf(draft, market), market.lot);
}

/** A typed size in either unit, converted to base currency at a price; undefined while that is not possible. */
export function quantityAt(
  { size, unit }: Pick<Draft, "size" | "unit">,
  price: string | undefined,
  lot: number,
): string | undefined {
  const plain = decimalOf(size);
  if (plain === undefined || unit === "base") return plain;
  return price === undefined ? undefined : quantityFor(plain, price, lot);
}

/** The price at which its size is converted: its own, its trigger, or the mark price. */
export function referenceOf(draft: Draft, { markPrice }: DraftMarket): string | undefined {
  const { price, trigger } = fieldsOfDraft(draft);
  return (
    (price ? decimalOf(draft.price) : undefined) ??
    (trigger ? decimalOf(draft.trigger) : undefined) ??
    (markPrice === undefined ? undefined : String(markPrice))
  );
}

/** The draft's value in USDC at that price; undefined while it can't be computed. */
export function worthOfDraft(draft: Draft, market: DraftMarket): number | undefined {
  if (draft.unit === "quote") return numberOf(decimalOf(draft.size));
  const [quantity, reference] = [quantityOf(draft, market), referenceOf(draft, market)];
  return quantity === undefined || reference === undefined ? undefined : product(Number(quantity), Number(reference));
}

const numberOf = (plain: string | undefined) => (plain === undefined ? undefined : Number(plain));

function orderBody(draft: Draft, market: DraftMarket): OrderBody {
  const fields = fieldsOfDraft(draft);
  const byAmount = fields.amount && draft.unit === "quote";
  return present({
    symbol: market.symbol,
    side: draft.side,
    order_type: draft.kind as OrderBody["order_type"],
    order_price: fields.price ? decimalOf(draft.price) : undefined,
    order_quantity: byAmount ? undefined : quantityOf(draft, market),
    order_amount: byAmount ? decimalOf(draft.size) : undefined,
    level: fields.level ? draft.level : undefined,
    post_only_adjust: fields.adjusts && draft.adjusts ? true : undefined,
    slippage: fields.slippage ? fractionOrNone(draft.slippage) : undefined,
    visible_quantity: fields.visible === "quantity" ? decimalOf(draft.visible) : undefined,
    reduce_only: fields.reduceOnly && draft.reduceOnly ? true : undefined,
    margin_mode: market.marginMode,
    ...nameOf(draft),
  });
}

function algoBody(draft: Draft, market: DraftMarket): AlgoBody {
  const fields = fieldsOfDraft(draft);
  const common = {
    symbol: market.symbol,
    side: draft.side,
    quantity: fields.quantity ? quantityOf(draft, market) : undefined,
    price: fields.price ? decimalOf(draft.price) : undefined,
    reduce_only: fields.reduceOnly && draft.reduceOnly ? true : undefined,
    visible_quantity: fields.visible === "whole" && draft.hides ? false : undefined,
    margin_mode: market.marginMode,
    ...nameOf(draft),
  };
  if (isBracket(draft)) {
    const legs = legsOf(draft, draft.side === "BUY" ? "SELL" : "BUY", draft.protects === "POSITIONAL_TP_SL");
    const type = draft.kind === "MARKET" ? "MARKET" : "LIMIT";
    const group = { algo_type: draft.protects, child_orders: legs };
    return present({ ...common, algo_type: "BRACKET", type, child_orders: [group] });
  }
  switch (draft.kind) {
    case "STOP_MARKET":
    case "STOP_LIMIT":
      return present({
        ...common,
        algo_type: "STOP",
        type: draft.kind === "STOP_LIMIT" ? "LIMIT" : "MARKET",
        trigger_price: decimalOf(draft.trigger),
      });
    case "TRAILING_STOP":
      return present({ ...common, algo_type: "TRAILING_STOP", type: "MARKET", ...trailingOf(draft) });
    default: {
      const isPositional = draft.kind === "POSITIONAL_TP_SL";
      const legs = legsOf(draft, draft.side, isPositional);
      return present({ ...common, algo_type: isPositional ? "POSITIONAL_TP_SL" : "TP_SL", child_orders: legs });
    }
  }
}

function trailingOf({ callback, callbackUnit, activation }: Draft) {
  return {
    activated_price: decimalOf(activation),
    callback_rate: callbackUnit === "percent" ? fractionOrNone(callback) : undefined,
    callback_value: callbackUnit === "quote" ? decimalOf(callback) : undefined,
  };
}

function legsOf({ takeProfit, stopLoss }: Draft, side: Side, isPositional: boolean): Legs {
  return [...legOf("TAKE_PROFIT", takeProfit, side, isPositional), ...legOf("STOP_LOSS", stopLoss, side, isPositional)];
}

/** A leg; none without a trigger. */
function legOf(algo_type: "TAKE_PROFIT" | "STOP_LOSS", leg: LegDraft, side: Side, isPositional: boolean): Legs {
  const trigger_price = decimalOf(leg.trigger);
  if (trigger_price === undefined) return [];
  const price = decimalOf(leg.price);
  const type = price !== undefined ? "LIMIT" : isPositional ? "CLOSE_POSITION" : "MARKET";
  return [present({ algo_type, side, type, trigger_price, price, reduce_only: true })];
}

function nameOf({ tag, clientOrderId }: Draft) {
  return {
    order_tag: tag === "" ? undefined : tag,
    client_order_id: clientOrderId === "" ? undefined : clientOrderId,
  };
}

function fractionOrNone(percent: string): string | undefined {
  const plain = decimalOf(percent);
  return plain === undefined ? undefined : fractionOf(plain);
}

type Optional<Members> = { [Name in keyof Members]: Members[Name] };

/** Omits members that are undefined, so that they are not sent. */
function present<Members extends object>(members: Members): Optional<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Optional<Members>;
}
