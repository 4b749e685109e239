// Faults of a draft that are found before it is sent: missing values, and the market's steps and limits, by the client
// library's own check. Anything that depends on prices, margin or other traders is left to the venue.

import { checkOrder, type MarketRules } from "@evermark/client";
import { isMore, placesIn } from "../../format/exact.ts";
import { decimal } from "../../format/figure-text.ts";
import { decimalOf, doubtOf, isPositive } from "../../format/typed.ts";
import { words } from "../../texts/words.ts";
import { type Draft, fieldsOfDraft, isBracket } from "./draft.ts";
import { type DraftMarket, quantityOf } from "./request.ts";

const text = words.ticket.fault;

export type FaultField =
  | "price"
  | "size"
  | "trigger"
  | "callback"
  | "activation"
  | "takeProfit"
  | "takeProfitPrice"
  | "stopLoss"
  | "stopLossPrice"
  | "slippage"
  | "visible"
  | "tag"
  | "clientOrderId";

export interface Fault {
  readonly text: string;
  /** Nothing was entered yet: shown only once the trader tries to place the order. */
  readonly isMissing: boolean;
}

/** By field, in the order of the ticket; empty when the draft can be placed. */
export type Faults = ReadonlyMap<FaultField, Fault>;

export function faultsOf(draft: Draft, market: DraftMarket, rule: MarketRules): Faults {
  const fields = fieldsOfDraft(draft);
  const hasLegs = fields.legs === "own" || isBracket(draft);
  const found: [FaultField, Fault | undefined][] = [
    ["trigger", fields.trigger ? (missing(draft.trigger, text.trigger) ?? price(draft.trigger, rule)) : undefined],
    ["price", fields.price ? (missing(draft.price, text.price) ?? price(draft.price, rule)) : undefined],
    ["callback", fields.trailing ? callback(draft, rule) : undefined],
    ["activation", fields.trailing ? price(draft.activation, rule) : undefined],
    ["size", fields.quantity ? size(draft, market, rule) : undefined],
    ["visible", fields.visible === "quantity" ? visible(draft, market, rule) : undefined],
    ["slippage", fields.slippage ? slippage(draft.slippage) : undefined],
    ["takeProfit", hasLegs ? (noLeg(draft) ?? price(draft.takeProfit.trigger, rule)) : undefined],
    ["takeProfitPrice", hasLegs ? limitOfLeg(draft.takeProfit, rule) : undefined],
    ["stopLoss", hasLegs ? price(draft.stopLoss.trigger, rule) : undefined],
    ["stopLossPrice", hasLegs ? limitOfLeg(draft.stopLoss, rule) : undefined],
    ["tag", draft.tag.length > 128 ? wrong(text.tag) : undefined],
    ["clientOrderId", CLIENT_ORDER_ID.test(draft.clientOrderId) ? undefined : wrong(text.clientOrderId)],
  ];
  return new Map(found.filter((entry): entry is [FaultField, Fault] => entry[1] !== undefined));
}

const CLIENT_ORDER_ID = /^([A-Za-z0-9_][A-Za-z0-9_-]{0,35})?$/;

const wrong = (said: string): Fault => ({ text: said, isMissing: false });

/** The fault of a doubtful text: an optional value that is doubtful is not ignored. */
function doubted(typed: string): Fault | undefined {
  const doubt = doubtOf(typed);
  return doubt && wrong(words.common.doubts[doubt]);
}

function missing(typed: string, said: string): Fault | undefined {
  return decimalOf(typed) === undefined ? (doubted(typed) ?? { text: said, isMissing: true }) : undefined;
}

/** The fault of an optional price. */
function price(typed: string, rule: MarketRules): Fault | undefined {
  const plain = decimalOf(typed);
  if (plain === undefined) return doubted(typed);
  if (!isPositive(plain)) return wrong(text.zero);
  const [failure] = checkOrder(rule, { side: "BUY", price: plain, quantity: rule.base_min });
  switch (failure?.filter) {
    case "quote_min":
      return wrong(text.below(decimal(rule.quote_min)));
    case "quote_max":
      return wrong(text.above(decimal(rule.quote_max)));
    case "quote_tick":
      return wrong(text.step(decimal(rule.quote_tick)));
    default:
      return undefined;
  }
}

function size(draft: Draft, market: DraftMarket, rule: MarketRules): Fault | undefined {
  const typed = decimalOf(draft.size);
  if (typed === undefined) return missing(draft.size, text.size);
  if (!isPositive(typed)) return wrong(text.zero);
  const { amount, price: hasPrice } = fieldsOfDraft(draft);
  if (amount && draft.unit === "quote") return money(typed);
  const quantity = quantityOf(draft, market);
  if (quantity === undefined) return wrong(text.noMark);
  if (!isPositive(quantity)) return wrong(text.tooSmallForOne);
  const limit = hasPrice ? decimalOf(draft.price) : undefined;
  const known = limit !== undefined && isPositive(limit) ? limit : undefined;
  const failures = checkOrder(rule, { side: draft.side, price: known ?? rule.quote_max, quantity });
  for (const { filter } of failures) {
    if (filter === "base_min") return wrong(text.below(decimal(rule.base_min)));
    if (filter === "base_max") return wrong(text.above(decimal(rule.base_max)));
    if (filter === "base_tick") return wrong(text.step(decimal(rule.base_tick)));
    if (filter === "min_notional" && known !== undefined) return wrong(text.notional(decimal(rule.min_notional)));
  }
  return undefined;
}

/** The fault of an amount of USDC. */
function money(plain: string): Fault | undefined {
  return placesIn(plain) > 6 ? wrong(text.step("0.000001")) : undefined;
}

function visible(draft: Draft, market: DraftMarket, rule: MarketRules): Fault | undefined {
  const shown = decimalOf(draft.visible);
  if (shown === undefined || !isPositive(shown)) return doubted(draft.visible);
  const isOnLot = checkOrder(rule, { side: "BUY", price: rule.quote_max, quantity: shown }).every(
    ({ filter }) => filter !== "base_tick",
  );
  if (!isOnLot) return wrong(text.step(decimal(rule.base_tick)));
  const quantity = quantityOf(draft, market);
  return quantity !== undefined && isMore(shown, quantity) ? wrong(text.visible) : undefined;
}

function slippage(typed: string): Fault | undefined {
  const plain = decimalOf(typed);
  if (plain === undefined) return doubted(typed);
  const isFine = isPositive(plain) && !isMore(plain, "100") && placesIn(plain) <= 6;
  return isFine ? undefined : wrong(text.slippage);
}

/** A rate is 0.1 to 5 % in steps of 0.1. Rules 3.6. */
function callback({ callback: typed, callbackUnit }: Draft, rule: MarketRules): Fault | undefined {
  const plain = decimalOf(typed);
  if (plain === undefined) return missing(typed, text.distance);
  if (!isPositive(plain)) return wrong(text.zero);
  if (callbackUnit === "percent") return /^([0-4](\.\d)?|5)$/.test(plain) ? undefined : wrong(text.rate);
  const failures = checkOrder(rule, { side: "BUY", price: plain, quantity: rule.base_min });
  return failures.some(({ filter }) => filter === "quote_tick")
    ? wrong(text.step(decimal(rule.quote_tick)))
    : undefined;
}

function noLeg({ takeProfit, stopLoss }: Draft): Fault | undefined {
  const isThere = [takeProfit, stopLoss].some(({ trigger }) => trigger.trim() !== "");
  return isThere ? undefined : { text: text.legs, isMissing: true };
}

/** A limit price without a trigger is meaningless. */
function limitOfLeg(leg: Draft["takeProfit"], rule: MarketRules): Fault | undefined {
  const isAlone = decimalOf(leg.price) !== undefined && decimalOf(leg.trigger) === undefined;
  return isAlone ? wrong(text.trigger) : price(leg.price, rule);
}
