// The content of the ticket: texts as typed, and choices. Nothing in it is an order yet.

import type { LegUnit } from "./leg-units.ts";
import type { KindFields } from "./order-kinds.ts";
import { fieldsOf, type Kind } from "./order-kinds.ts";

export type Side = "BUY" | "SELL";

/**
 * A take profit or stop loss: its trigger price, and the limit price of the order that it places; empty for a market order.
 */
export interface LegDraft {
  readonly trigger: string;
  readonly price: string;
}

export interface Draft {
  readonly kind: Kind;
  readonly side: Side;
  readonly price: string;
  /** In the chosen unit. */
  readonly size: string;
  readonly unit: "base" | "quote";
  /** The percentage of the possible size that the size was set to; null when the size was typed. */
  readonly percent: number | null;
  readonly trigger: string;
  /** Level of the book; the best is 0. */
  readonly level: number;
  readonly callback: string;
  readonly callbackUnit: "percent" | "quote";
  /** Mark price from which a trailing stop follows; empty to follow immediately. */
  readonly activation: string;
  readonly isProtected: boolean;
  /** Whether the attached orders close what this order opens, or the whole position. */
  readonly protects: "TP_SL" | "POSITIONAL_TP_SL";
  /** The unit in which the trader types the legs' triggers; the triggers themselves are prices. */
  readonly legUnit: LegUnit;
  readonly takeProfit: LegDraft;
  readonly stopLoss: LegDraft;
  readonly reduceOnly: boolean;
  readonly adjusts: boolean;
  /** Maximum slippage in percent. */
  readonly slippage: string;
  readonly visible: string;
  readonly hides: boolean;
  readonly tag: string;
  /** Empty to let the ticket generate one. */
  readonly clientOrderId: string;
}

const NO_LEG: LegDraft = { trigger: "", price: "" };

export const EMPTY_DRAFT: Draft = {
  kind: "LIMIT",
  side: "BUY",
  price: "",
  size: "",
  unit: "base",
  percent: null,
  trigger: "",
  level: 0,
  callback: "",
  callbackUnit: "percent",
  activation: "",
  isProtected: false,
  protects: "TP_SL",
  legUnit: "price",
  takeProfit: NO_LEG,
  stopLoss: NO_LEG,
  reduceOnly: false,
  adjusts: false,
  slippage: "",
  visible: "",
  hides: false,
  tag: "",
  clientOrderId: "",
};

export function fieldsOfDraft({ kind, isProtected }: Draft): KindFields {
  return fieldsOf(kind, isProtected);
}

/** Whether it becomes a bracket: an entry with take profit and stop loss attached. */
export function isBracket({ kind, isProtected }: Draft): boolean {
  return isProtected && fieldsOf(kind, false).legs === "attached";
}

/** The draft in another market: only the way of trading stays, because prices and sizes mean something else there. */
export function inAnotherMarket({ kind, side, unit, legUnit, reduceOnly, slippage }: Draft): Draft {
  return { ...EMPTY_DRAFT, kind, side, unit, legUnit, reduceOnly, slippage };
}

/** The draft after it was placed: price and size stay for the next order, but the client order id was for one order only. */
export function afterPlacing(draft: Draft): Draft {
  return { ...draft, clientOrderId: "" };
}
