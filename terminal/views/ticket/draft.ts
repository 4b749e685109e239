// What stands in the ticket: texts as they were typed, and choices. Nothing of it is an order yet.

import type { KindFields } from "./kinds.ts";
import { fieldsOf, type Kind } from "./kinds.ts";
import type { LegUnit } from "./leg-units.ts";

export type Side = "BUY" | "SELL";

/** Take profit or stop loss: where it fires, and the limit of what it places; none for a market order. */
export interface LegDraft {
  readonly trigger: string;
  readonly price: string;
}

export interface Draft {
  readonly kind: Kind;
  readonly side: Side;
  readonly price: string;
  /** In the unit chosen. */
  readonly size: string;
  readonly unit: "base" | "quote";
  /** Which part of what is possible the size was set to, in percent; null when it was typed. */
  readonly percent: number | null;
  readonly trigger: string;
  /** Level of the book, 0 is the best. */
  readonly level: number;
  readonly callback: string;
  readonly callbackUnit: "percent" | "quote";
  /** Mark price from which a trailing stop follows; empty for at once. */
  readonly activation: string;
  readonly isProtected: boolean;
  /** Whether what is attached closes what this order opens, or the whole position. */
  readonly protects: "TP_SL" | "POSITIONAL_TP_SL";
  /** How the trader types their triggers, which are prices. */
  readonly legUnit: LegUnit;
  readonly takeProfit: LegDraft;
  readonly stopLoss: LegDraft;
  readonly reduceOnly: boolean;
  readonly adjusts: boolean;
  /** In percent. */
  readonly slippage: string;
  readonly visible: string;
  readonly hides: boolean;
  readonly tag: string;
  /** Empty for one that the ticket makes. */
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

/** Whether it becomes an entry with take profit and stop loss behind it. */
export function isBracket({ kind, isProtected }: Draft): boolean {
  return isProtected && fieldsOf(kind, false).legs === "attached";
}

/** Of another market nothing but the way of trading stays: prices and sizes mean something else there. */
export function inAnotherMarket({ kind, side, unit, legUnit, reduceOnly, slippage }: Draft): Draft {
  return { ...EMPTY_DRAFT, kind, side, unit, legUnit, reduceOnly, slippage };
}

/** After it was placed: price and size stay for the next one, what was meant for one order only goes. */
export function afterPlacing(draft: Draft): Draft {
  return { ...draft, clientOrderId: "" };
}
