// Turns the body of an algo order, or of a change to one, into the engine's command. Two spellings of the trailing
// members are accepted; a leg's side and type may be left out where only one is possible. The engine checks which
// members an algo type requires and excludes. Rules 3, errors 8.4.

import type { Unstamped } from "@evermark/core";
import {
  type AlgoChange,
  type AlgoGroup,
  type AlgoLeg,
  type AmendAlgoOrder,
  type PlaceAlgoOrder,
  priceE8,
  quantityE8,
} from "@evermark/engine";
import type { BodyOf } from "@evermark/interface/rows/endpoint.ts";
import type {
  AlgoChangeBody,
  AlgoGroupBody,
  AlgoLegBody,
  AlgoOrderBody,
  algo,
} from "@evermark/interface/trading/algo-orders.ts";
import { readPositive } from "../../http/input/read-number.ts";
import { invalid } from "../../wire/api-error.ts";

type Side = "BUY" | "SELL";

/** @throws {ApiError} -1005, naming the member */
export function algoPlacementOf(
  body: AlgoOrderBody,
  target: { readonly account: number; readonly market: number },
): Unstamped<PlaceAlgoOrder> {
  const side = sideOf(body);
  if (side === undefined) throw invalid("side must not be blank");
  const legSide = body.algo_type === "BRACKET" ? opposite(side) : side;
  return {
    type: "place_algo_order",
    ...target,
    algoType: body.algo_type,
    side,
    orderType: body.type ?? "",
    price: priceE8(optional("price", body.price)),
    quantity: quantityE8(optional("quantity", body.quantity)),
    triggerPrice: priceE8(optional("trigger_price", body.trigger_price)),
    ...trailingOf(body),
    reduceOnly: body.reduce_only === true,
    visible: body.visible_quantity !== false,
    clientOrderId: body.client_order_id ?? "",
    tag: body.order_tag ?? "",
    marginMode: body.margin_mode ?? "",
    children: (body.child_orders ?? []).map((child) => groupOf(child, { symbol: body.symbol, side: legSide })),
  };
}

/** The changes of a tree as a flat list, the named order first. @throws {ApiError} -1005 */
export function algoChangesOf(body: BodyOf<typeof algo.amendAlgoOrder>, account: number): Unstamped<AmendAlgoOrder> {
  const legs = (body.child_orders ?? []).flatMap((child) => [child, ...(child.child_orders ?? [])]);
  return {
    type: "amend_algo_order",
    account,
    algoOrderId: idOf(body.order_id),
    changes: [body, ...legs].map(changeOf).filter(changesSomething),
  };
}

function changeOf(body: AlgoChangeBody): AlgoChange {
  return {
    algoOrderId: idOf(body.order_id),
    price: priceE8(optional("price", body.price)),
    quantity: quantityE8(optional("quantity", body.quantity)),
    triggerPrice: priceE8(optional("trigger_price", body.trigger_price)),
    ...trailingOf(body),
    deactivate: String(body.is_activated) === "false",
  };
}

function changesSomething({ algoOrderId: _, ...fields }: AlgoChange): boolean {
  return Object.values(fields).some((value) => value !== 0 && value !== false);
}

interface LegDefaults {
  readonly symbol: string;
  /** The side that closes the position that the legs protect. */
  readonly side: Side;
}

function groupOf(body: AlgoGroupBody, defaults: LegDefaults): AlgoGroup {
  const isPositional = body.algo_type === "POSITIONAL_TP_SL";
  const children = (body.child_orders ?? []).map((child) => legOf(child, defaults, isPositional));
  return { ...legOf(body, defaults, false), children };
}

function legOf(body: AlgoLegBody, { symbol, side }: LegDefaults, isPositional: boolean): AlgoLeg {
  if (body.symbol !== undefined && body.symbol !== symbol) {
    throw invalid(`symbol is invalid: ${body.symbol}, expected ${symbol}`, { symbol: body.symbol });
  }
  const isGroup = body.algo_type === "TP_SL" || body.algo_type === "POSITIONAL_TP_SL";
  return {
    algoType: body.algo_type,
    side: body.side ?? side,
    orderType: body.type ?? (isGroup ? "" : isPositional ? "CLOSE_POSITION" : "MARKET"),
    triggerPrice: priceE8(optional("trigger_price", body.trigger_price)),
    price: priceE8(optional("price", body.price)),
    quantity: quantityE8(optional("quantity", body.quantity)),
    // Legs protect a position, so they only ever reduce it unless the body says otherwise.
    reduceOnly: body.reduce_only !== false,
  };
}

/** Both spellings of the members of a trailing stop. */
type TrailingMember = `activated${"_p" | "P"}rice` | `callback${"_r" | "R"}ate` | `callback${"_v" | "V"}alue`;

function trailingOf(body: Pick<AlgoOrderBody, TrailingMember>) {
  return {
    activatedPrice: priceE8(optional("activated_price", body.activated_price ?? body.activatedPrice)),
    callbackRate: optional("callback_rate", body.callback_rate ?? body.callbackRate),
    callbackValue: priceE8(optional("callback_value", body.callback_value ?? body.callbackValue)),
  };
}

/** A group's root has no side of its own: it takes that of its legs. */
function sideOf({ side, child_orders }: AlgoOrderBody): Side | undefined {
  return side ?? child_orders?.find((child) => child.side !== undefined)?.side;
}

function opposite(side: Side): Side {
  return side === "BUY" ? "SELL" : "BUY";
}

function optional(name: string, value: unknown): number {
  return value === undefined ? 0 : readPositive(name, value);
}

function idOf(value: number | string): number {
  const id = Number(value);
  if (!Number.isSafeInteger(id) || id <= 0) throw invalid(`order_id is invalid: ${value}, expected an id`);
  return id;
}
