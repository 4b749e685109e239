// The checks of an algo order before it waits. First those that need no market, then ticks, sizes and the position of
// the mark. Rules 3.1 to 3.6.

import type { AlgoGroup, AlgoLeg, PlaceAlgoOrder, RejectionName } from "@evermark/engine";
import type { NaiveState } from "../../state/naive-state.ts";
import { rowOf } from "../../state/records/naive-account.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import { gridRefusal, hasTagForm, isClientOrderId, rangeRefusal } from "../entry/filters.ts";
import { directionOf } from "./algo-draft.ts";

export const INVALID = "invalid_parameter";

// Checks that need no market.

export function hasAlgoShape(command: PlaceAlgoOrder): boolean {
  if (command.clientOrderId !== "" && !isClientOrderId(command.clientOrderId)) return false;
  if (!hasTagForm(command.tag)) return false;
  switch (command.algoType) {
    case "STOP":
      return isSingle(command) && hasNoTrail(command) && hasPriceShape(command) && command.triggerPrice > 0;
    case "TRAILING_STOP":
      return isSingle(command) && hasTrail(command);
    case "BRACKET":
      return hasNoTrail(command) && isBracket(command);
    case "TP_SL":
      return hasNoTrail(command) && command.quantity > 0 && isGroupShape(command);
    case "POSITIONAL_TP_SL":
      return hasNoTrail(command) && command.quantity === 0 && isGroupShape(command);
    default:
      return false;
  }
}

function isSingle(command: PlaceAlgoOrder): boolean {
  return command.children.length === 0 && command.quantity > 0;
}

function hasNoTrail({ activatedPrice, callbackRate, callbackValue }: PlaceAlgoOrder): boolean {
  return activatedPrice === 0 && callbackRate === 0 && callbackValue === 0;
}

/** Exactly one of rate (10⁻⁸) and value. Rules 3.6. */
function hasTrail(command: PlaceAlgoOrder): boolean {
  const { orderType, price, triggerPrice, activatedPrice, callbackRate: rate, callbackValue: value } = command;
  if (orderType !== "MARKET" || price !== 0 || triggerPrice !== 0 || activatedPrice < 0) return false;
  return isCallback(rate, value);
}

export function isCallback(rate: number, value: number): boolean {
  if ((rate !== 0) === (value !== 0)) return false;
  return rate === 0 ? value > 0 : rate >= 100_000 && rate <= 5_000_000 && rate % 100_000 === 0;
}

/** A limit order has a price, all others have none. */
function hasPriceShape(leg: AlgoLeg): boolean {
  if (leg.orderType === "LIMIT") return leg.price > 0;
  return (leg.orderType === "MARKET" || leg.orderType === "CLOSE_POSITION") && leg.price === 0;
}

function isGroupShape(group: AlgoGroup): boolean {
  const { children } = group;
  if (group.triggerPrice !== 0 || group.price !== 0) return false;
  if (children.length < 1 || children.length > 2) return false;
  if (children.length === 2 && children[0]!.algoType === children[1]!.algoType) return false;
  if (children.some((leg) => leg.side !== group.side)) return false;
  const market = group.algoType === "POSITIONAL_TP_SL" ? "CLOSE_POSITION" : "MARKET";
  return children.every((leg) => {
    if (leg.algoType !== "TAKE_PROFIT" && leg.algoType !== "STOP_LOSS") return false;
    if (leg.orderType !== "LIMIT" && leg.orderType !== market) return false;
    if (leg.quantity !== 0 && leg.quantity !== group.quantity) return false;
    return leg.reduceOnly && leg.triggerPrice > 0 && hasPriceShape(leg);
  });
}

function isBracket(command: PlaceAlgoOrder): boolean {
  const [group] = command.children;
  if (group === undefined || command.children.length > 1 || command.quantity <= 0) return false;
  if (command.orderType !== "LIMIT" && command.orderType !== "MARKET") return false;
  if (command.triggerPrice !== 0 || !hasPriceShape(command)) return false;
  if (group.algoType !== "TP_SL" && group.algoType !== "POSITIONAL_TP_SL") return false;
  return isGroupShape(group) && group.children.every((leg) => leg.side !== command.side);
}

// Checks against the market.

export function algoMarketRefusal(
  state: NaiveState,
  command: PlaceAlgoOrder,
  market: NaiveMarket,
  mode: "CROSS" | "ISOLATED",
): RejectionName | null {
  switch (command.algoType) {
    case "STOP": {
      const trigger = BigInt(command.triggerPrice);
      const filters =
        gridRefusal(market, trigger) ?? limitGrid(command, market) ?? sizeRefusal(market, command.quantity);
      return filters ?? (trigger === market.mark ? INVALID : null);
    }
    case "TRAILING_STOP":
      return (
        (command.activatedPrice === 0 ? null : gridRefusal(market, BigInt(command.activatedPrice))) ??
        callbackGrid(market, command.callbackValue) ??
        activationRange(market, command.side, command.activatedPrice) ??
        sizeRefusal(market, command.quantity) ??
        callbackRefusal(market, command.callbackValue)
      );
    case "BRACKET": {
      const against = command.orderType === "LIMIT" ? BigInt(command.price) : market.mark;
      const legs = command.children[0]!.children;
      const prices = legsGrid(legs, market) ?? limitGrid(command, market);
      return prices ?? sizeRefusal(market, command.quantity) ?? legsRefusal(legs, against);
    }
    default: {
      const size = command.algoType === "TP_SL" ? sizeRefusal(market, command.quantity) : null;
      const held = rowOf(state.accounts[command.account]!, market, mode).quantity;
      const closingSide = held > 0n ? "SELL" : "BUY";
      // Protection may be placed before the position, but not on its own side.
      const isAgainst = held !== 0n && command.children[0]!.side !== closingSide;
      const filters = legsGrid(command.children, market) ?? size;
      return filters ?? legsRefusal(command.children, market.mark) ?? (isAgainst ? INVALID : null);
    }
  }
}

function limitGrid(leg: AlgoLeg, market: NaiveMarket): RejectionName | null {
  return leg.orderType === "LIMIT" ? gridRefusal(market, BigInt(leg.price)) : null;
}

export function sizeRefusal(market: NaiveMarket, quantity: number): RejectionName | null {
  const { baseMin, baseMax, baseTick } = market.parameters;
  const size = BigInt(quantity);
  return size < baseMin || size > baseMax || (size - baseMin) % baseTick !== 0n ? "quantity_filter" : null;
}

export function callbackRefusal(market: NaiveMarket, value: number): RejectionName | null {
  return BigInt(value) >= market.mark ? INVALID : null;
}

export function callbackGrid(market: NaiveMarket, value: number): RejectionName | null {
  return BigInt(value) % market.parameters.quoteTick === 0n ? null : "price_filter";
}

export function activationRange(market: NaiveMarket, side: "BUY" | "SELL", price: number): RejectionName | null {
  return price === 0 ? null : rangeRefusal(market, side, BigInt(price));
}

function legsGrid(legs: readonly AlgoLeg[], market: NaiveMarket): RejectionName | null {
  for (const leg of legs) {
    const grid = gridRefusal(market, BigInt(leg.triggerPrice)) ?? limitGrid(leg, market);
    if (grid !== null) return grid;
  }
  return null;
}

/** @param against the price that the legs' directions are measured against: the mark, or a bracket's entry price */
function legsRefusal(legs: readonly AlgoLeg[], against: bigint): RejectionName | null {
  return legs.some((leg) => isSatisfied(leg, against, BigInt(leg.triggerPrice))) ? INVALID : null;
}

/** Whether a take profit or stop loss would fire at once. */
export function isSatisfied(
  leg: { readonly algoType: AlgoLeg["algoType"]; readonly side: "BUY" | "SELL" },
  mark: bigint,
  trigger: bigint,
): boolean {
  return directionOf(leg, mark, trigger) === "up" ? mark >= trigger : mark <= trigger;
}
