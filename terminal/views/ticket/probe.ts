// The order to preview while the ticket is being filled in: the order itself once it is complete, before that a similar one,
// to learn how much is possible.

import type { MarketRules } from "@evermark/client";
import { decimalOf } from "../../format/typed.ts";
import { type Draft, fieldsOfDraft, isBracket } from "./draft.ts";
import { faultsOf } from "./faults.ts";
import { type DraftMarket, type OrderBody, requestOf } from "./request.ts";

/** Null when there is nothing to ask: an order that closes the whole position has the position's size. */
export function probeOf(draft: Draft, market: DraftMarket, rule: MarketRules): OrderBody | null {
  const entry = entryOf(draft);
  const fields = fieldsOfDraft(entry);
  if (fields.legs === "own") {
    return fields.quantity ? standIn({ ...entry, kind: "MARKET", reduceOnly: true }, market, rule) : null;
  }
  if (fields.waits || faultsOf(entry, market, rule).size > 0) return standIn(entry, market, rule);
  const { body } = requestOf(entry, market);
  const { client_order_id: _, ...asked } = body;
  return asked as OrderBody;
}

/** Whether the preview is of the order itself, not of a similar one. */
export function isOfDraft(draft: Draft, market: DraftMarket, rule: MarketRules): boolean {
  const entry = entryOf(draft);
  return !fieldsOfDraft(entry).waits && faultsOf(entry, market, rule).size === 0;
}

/** The entry of a bracket, as an ordinary order. */
function entryOf(draft: Draft): Draft {
  return isBracket(draft) ? { ...draft, isProtected: false, reduceOnly: false, visible: "", slippage: "" } : draft;
}

/** The smallest order on its side, at its price if that is valid. */
function standIn(draft: Draft, market: DraftMarket, rule: MarketRules): OrderBody {
  const { symbol, marginMode } = market;
  const hasPrice = fieldsOfDraft(draft).price && !faultsOf(draft, market, rule).has("price");
  const price = hasPrice ? decimalOf(draft.price) : undefined;
  return {
    symbol,
    side: draft.side,
    order_quantity: rule.base_min,
    ...(price === undefined ? { order_type: "MARKET" as const } : { order_type: "LIMIT" as const, order_price: price }),
    ...(draft.reduceOnly ? { reduce_only: true } : {}),
    ...(marginMode === undefined ? {} : { margin_mode: marginMode }),
  };
}
