// What is wrong with an algo order before it waits: format, tick, quantity, and the rules of its type. Rules 3.1 to 3.6.

import type { AlgoGroup, AlgoLeg, PlaceAlgoOrder } from "../../commands.ts";
import type { RejectionName } from "../../rejections.ts";
import { directionOf } from "./algo-draft.ts";
import { gridRefusal, isClientOrderId, rangeRefusal } from "./filters.ts";
import { type NaiveMarket, type NaiveState, rowOf } from "./state.ts";

const INVALID = "invalid_parameter";

export function algoFieldRefusal(
  state: NaiveState,
  command: PlaceAlgoOrder,
  market: NaiveMarket,
  mode: "CROSS" | "ISOLATED",
): RejectionName | null {
  if (command.clientOrderId !== "" && !isClientOrderId(command.clientOrderId)) return INVALID;
  if (command.tag.length > 128) return INVALID;
  switch (command.algoType) {
    case "STOP":
      return stopRefusal(command, market);
    case "TRAILING_STOP":
      return trailingRefusal(command, market);
    case "BRACKET":
      return bracketRefusal(command, market);
    case "TP_SL":
    case "POSITIONAL_TP_SL": {
      const group: AlgoGroup = { ...command, children: command.children };
      return trailingFieldsRefusal(command) ?? groupRefusal(group, market, market.mark) ?? sideRefusal();
    }
    default:
      return INVALID;
  }

  /** Protection may come before the position, but not against it. */
  function sideRefusal(): RejectionName | null {
    const held = rowOf(state.accounts[command.account]!, market, mode).quantity;
    const closingSide = held > 0n ? "SELL" : "BUY";
    return held !== 0n && command.children[0]!.side !== closingSide ? INVALID : null;
  }
}

function trailingFieldsRefusal({ activatedPrice, callbackRate, callbackValue }: PlaceAlgoOrder): RejectionName | null {
  return activatedPrice !== 0 || callbackRate !== 0 || callbackValue !== 0 ? INVALID : null;
}

function stopRefusal(command: PlaceAlgoOrder, market: NaiveMarket): RejectionName | null {
  if (command.children.length > 0 || trailingFieldsRefusal(command) !== null) return INVALID;
  if (command.triggerPrice <= 0 || command.quantity <= 0) return INVALID;
  const shape = priceShape(command);
  if (shape !== null) return shape;
  if (BigInt(command.triggerPrice) === market.mark) return INVALID;
  return (
    gridRefusal(market, BigInt(command.triggerPrice)) ??
    limitGrid(command, market) ??
    sizeRefusal(market, command.quantity)
  );
}

/** A limit has a price, everything else has none. */
function priceShape(leg: AlgoLeg): RejectionName | null {
  if (leg.orderType === "LIMIT") return leg.price > 0 ? null : INVALID;
  if (leg.orderType === "MARKET" || leg.orderType === "CLOSE_POSITION") return leg.price === 0 ? null : INVALID;
  return INVALID;
}

function limitGrid(leg: AlgoLeg, market: NaiveMarket): RejectionName | null {
  return leg.orderType === "LIMIT" ? gridRefusal(market, BigInt(leg.price)) : null;
}

export function sizeRefusal(market: NaiveMarket, quantity: number): RejectionName | null {
  const { baseMin, baseMax, baseTick } = market.parameters;
  const size = BigInt(quantity);
  return size < baseMin || size > baseMax || (size - baseMin) % baseTick !== 0n ? "quantity_filter" : null;
}

function trailingRefusal(command: PlaceAlgoOrder, market: NaiveMarket): RejectionName | null {
  const { orderType, price, quantity, triggerPrice, children } = command;
  if (orderType !== "MARKET" || price !== 0 || quantity <= 0 || triggerPrice !== 0 || children.length > 0)
    return INVALID;
  const callback = callbackRefusal(market, command.callbackRate, command.callbackValue);
  if (callback !== null) return callback;
  const activated = BigInt(command.activatedPrice);
  if (activated < 0n) return INVALID;
  const activation =
    activated === 0n ? null : (gridRefusal(market, activated) ?? rangeRefusal(market, command.side, activated));
  return activation ?? sizeRefusal(market, quantity);
}

/** Exactly one of rate (10⁻⁸) and value. Rules 3.6. */
export function callbackRefusal(market: NaiveMarket, rate: number, value: number): RejectionName | null {
  if ((rate !== 0) === (value !== 0)) return INVALID;
  if (rate !== 0) return rate < 100_000 || rate > 5_000_000 || rate % 100_000 !== 0 ? INVALID : null;
  if (value < 0 || BigInt(value) >= market.mark) return INVALID;
  return BigInt(value) % market.parameters.quoteTick === 0n ? null : "price_filter";
}

/** @param against what the legs' directions are measured by: the mark, or a bracket's entry price */
export function groupRefusal(group: AlgoGroup, market: NaiveMarket, against: bigint): RejectionName | null {
  const { children } = group;
  if (children.length < 1 || children.length > 2) return INVALID;
  if (children.length === 2 && children[0]!.algoType === children[1]!.algoType) return INVALID;
  if (children.some((leg) => leg.side !== children[0]!.side)) return INVALID;
  const positional = group.algoType === "POSITIONAL_TP_SL";
  if (group.triggerPrice !== 0 || group.price !== 0) return INVALID;
  for (const leg of children) {
    if (leg.algoType !== "TAKE_PROFIT" && leg.algoType !== "STOP_LOSS") return INVALID;
    if (!leg.reduceOnly || leg.triggerPrice <= 0) return INVALID;
    if (positional === (leg.orderType === "MARKET")) if (leg.orderType !== "LIMIT") return INVALID;
    if (priceShape(leg) !== null) return INVALID;
  }
  for (const leg of children) {
    const grid = gridRefusal(market, BigInt(leg.triggerPrice)) ?? limitGrid(leg, market);
    if (grid !== null) return grid;
  }
  const satisfied = children.some((leg) => isSatisfied(leg, against, BigInt(leg.triggerPrice)));
  return satisfied ? INVALID : null;
}

/** Whether a take profit or stop loss would fire at once. */
export function isSatisfied(
  leg: { readonly algoType: AlgoLeg["algoType"]; readonly side: "BUY" | "SELL" },
  mark: bigint,
  trigger: bigint,
): boolean {
  return directionOf(leg, mark, trigger) === "up" ? mark >= trigger : mark <= trigger;
}

function bracketRefusal(command: PlaceAlgoOrder, market: NaiveMarket): RejectionName | null {
  if (trailingFieldsRefusal(command) !== null || command.triggerPrice !== 0) return INVALID;
  if (command.orderType !== "LIMIT" && command.orderType !== "MARKET") return INVALID;
  if (priceShape(command) !== null || command.quantity <= 0) return INVALID;
  const [group] = command.children;
  if (group === undefined || command.children.length > 1) return INVALID;
  if (group.algoType !== "TP_SL" && group.algoType !== "POSITIONAL_TP_SL") return INVALID;
  if (group.children.some((leg) => leg.side === command.side)) return INVALID;
  const against = command.orderType === "LIMIT" ? BigInt(command.price) : market.mark;
  return groupRefusal(group, market, against);
}
