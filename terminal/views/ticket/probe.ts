// The question that the venue is asked while the ticket is filled in: the order itself once it is whole, before that an
// order like it, for the sake of how much is possible.

import type { MarketRules } from "@evermark/client";
import { decimalOf } from "../../format/typed.ts";
import { type Draft, fieldsOfDraft, isBracket } from "./draft.ts";
import { faultsOf } from "./faults.ts";
import { type DraftMarket, type OrderBody, requestOf } from "./request.ts";

/** Null where there is nothing to ask: what only closes a position is as large as that. */
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

/** Whether an answer is about the order itself, and not about one like it. */
export function isOfDraft(draft: Draft, market: DraftMarket, rule: MarketRules): boolean {
  const entry = entryOf(draft);
  return !fieldsOfDraft(entry).waits && faultsOf(entry, market, rule).size === 0;
}

/** The entry of a bracket is an order like any other. */
function entryOf(draft: Draft): Draft {
  return isBracket(draft) ? { ...draft, isProtected: false, reduceOnly: false, visible: "", slippage: "" } : draft;
}

/** The smallest order on its side, at its price if that is one. */
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
