// Puts an algo order on its market's grid, and checks its triggers against the mark price at creation. Rules 1.2, 3.2,
// 3.3, 3.5, 3.6. The other checks of an ordinary order are made when it fires.

import { e8Text } from "../../base/numbers/arithmetic.ts";
import type { Lots, Ticks } from "../../base/units.ts";
import type { AlgoType, Side } from "../../base/vocabulary.ts";
import type { AlgoGroup, AlgoLeg, PlaceAlgoOrder } from "../../language/commands/algo-order-commands.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import { isReached, legRises } from "../../memory/algo-order/algo-order.ts";
import type { Market } from "../../memory/market/market.ts";
import { alignedLots, alignedTicks, checkBand } from "../entry/order-filters.ts";
import { wrong } from "./algo-fields.ts";

/** The ticks and lots of one order; 0 for absent. */
export interface AlgoTerms {
  readonly price: Ticks;
  readonly triggerPrice: Ticks;
  readonly activatedPrice: Ticks;
  readonly callbackValue: Ticks;
  readonly quantity: Lots;
}

/** The values as a placement, a leg or a change states them. */
interface StatedTerms {
  readonly price: number;
  readonly triggerPrice: number;
  readonly activatedPrice?: number;
  readonly callbackValue?: number;
  readonly quantity: number;
}

/** The terms of one order, or the filter that refuses it. Prices come before quantities: rules 1.3. */
export function readTerms(market: Market, side: Side, stated: StatedTerms): AlgoTerms | Rejection {
  const prices = readPrices(market, side, stated);
  if ("name" in prices) return prices;
  const quantity = onLot(market, stated.quantity);
  return typeof quantity === "number" ? { ...prices, quantity } : quantity;
}

function readPrices(market: Market, side: Side, stated: StatedTerms): Omit<AlgoTerms, "quantity"> | Rejection {
  const price = onTick(market, stated.price, "price");
  if (typeof price !== "number") return price;
  const triggerPrice = onTick(market, stated.triggerPrice, "trigger_price");
  if (typeof triggerPrice !== "number") return triggerPrice;
  const activatedPrice = onTick(market, stated.activatedPrice ?? 0, "activated_price");
  if (typeof activatedPrice !== "number") return activatedPrice;
  const callbackValue = inTicks(market, stated.callbackValue ?? 0);
  if (typeof callbackValue !== "number") return callbackValue;
  const far = activatedPrice === 0 ? null : checkBand(market, side, activatedPrice);
  return far ?? { price, triggerPrice, activatedPrice, callbackValue };
}

function onTick(market: Market, priceE8: number, field: string): Ticks | Rejection {
  return priceE8 === 0 ? 0 : (alignedTicks(market, priceE8, field) as Ticks | Rejection);
}

/** A difference of prices. */
function inTicks(market: Market, valueE8: number): Ticks | Rejection {
  const { tickE8 } = market;
  if (valueE8 % tickE8 === 0) return valueE8 / tickE8;
  const detail = { callback_value: e8Text(valueE8), quote_tick: e8Text(tickE8) };
  return rejection("price_filter", detail, `callback_value must be a multiple of ${detail.quote_tick}`);
}

function onLot(market: Market, quantityE8: number): Lots | Rejection {
  if (quantityE8 === 0) return 0;
  const lots = alignedLots(market, quantityE8, "quantity");
  if (typeof lots !== "number") return lots;
  const { baseMin, baseMax } = market.parameters;
  if (quantityE8 >= baseMin && quantityE8 <= baseMax) return lots;
  const detail = {
    quantity: e8Text(quantityE8),
    expected: `between ${e8Text(baseMin)} and ${e8Text(baseMax)}`,
  };
  return rejection("quantity_filter", detail, `quantity must be ${detail.expected}`);
}

/** The price filters of every leg, at any depth. A leg has no quantity of its own. */
export function checkLegPrices(market: Market, legs: readonly (AlgoLeg | AlgoGroup)[]): Rejection | null {
  for (const leg of legs) {
    const prices = readPrices(market, leg.side, leg);
    if ("name" in prices) return prices;
    const below = "children" in leg ? checkLegPrices(market, leg.children) : null;
    if (below !== null) return below;
  }
  return null;
}

/** Whether no trigger has been reached yet. Rules 3.2, 3.3, 3.5, 3.6. */
export function checkTriggers(market: Market, c: PlaceAlgoOrder, terms: AlgoTerms): Rejection | null {
  switch (c.algoType) {
    case "STOP":
      return terms.triggerPrice === market.mark
        ? reached(market, "trigger_price", terms.triggerPrice, market.mark)
        : null;
    case "TRAILING_STOP":
      return checkCallbackValue(market, terms.callbackValue);
    case "BRACKET":
      // Its legs become active when the entry executes, at about its price.
      return checkLegTriggers(market, c.children[0]!.children, terms.price === 0 ? market.mark : terms.price);
    default:
      return checkLegTriggers(market, c.children, market.mark);
  }
}

function checkLegTriggers(market: Market, legs: readonly AlgoLeg[], reference: Ticks): Rejection | null {
  for (const leg of legs) {
    const refused = checkLegTrigger(market, leg, leg.triggerPrice / market.tickE8, reference);
    if (refused !== null) return refused;
  }
  return null;
}

/** Rules 3.3: refuses a leg whose trigger is already reached. */
export function checkLegTrigger(
  market: Market,
  leg: { readonly algoType: AlgoType; readonly side: Side },
  trigger: Ticks,
  reference: Ticks,
): Rejection | null {
  const rises = legRises(leg.algoType, leg.side);
  return isReached(rises, trigger, reference) ? reached(market, "trigger_price", trigger, reference, rises) : null;
}

export function reached(market: Market, field: string, trigger: Ticks, reference: Ticks, rises?: boolean): Rejection {
  const text = (price: number) => e8Text(price * market.tickE8);
  const where = rises === undefined ? "other than" : rises ? "above" : "below";
  return wrong(field, text(trigger), `a price ${where} ${text(reference)}`);
}

/** Rules 3.6: 0 < callback_value < mark. */
export function checkCallbackValue(market: Market, callbackValue: number): Rejection | null {
  if (callbackValue < market.mark) return null;
  const text = (price: number) => e8Text(price * market.tickE8);
  return wrong("callback_value", text(callbackValue), `less than the mark price ${text(market.mark)}`);
}
