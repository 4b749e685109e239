// What the terminal's order ticket makes of anything a trader types: either it reports what is wrong, or the result is
// an order with fields that the venue accepts.

import { expect, test } from "bun:test";
import type { MarketRules } from "@evermark/client";
import { checkFields } from "@evermark/engine";
import { checkAlgoFields } from "@evermark/engine/inside.ts";
import { type AlgoOrderBody, algo } from "@evermark/interface/trading/algo-orders.ts";
import { type OrderBody, orders } from "@evermark/interface/trading/orders.ts";
import type { Draft } from "@evermark/terminal/views/ticket/draft.ts";
import { faultsOf } from "@evermark/terminal/views/ticket/faults.ts";
import { KINDS } from "@evermark/terminal/views/ticket/order-kinds.ts";
import { probeOf } from "@evermark/terminal/views/ticket/probe.ts";
import { type DraftMarket, requestOf, type TicketRequest } from "@evermark/terminal/views/ticket/request.ts";
import { algoPlacementOf } from "@evermark/venue/api/orders/algo-order-body.ts";
import { readPlacement } from "@evermark/venue/api/orders/place-order-body.ts";
import fc from "fast-check";
import { Value } from "typebox/value";

const RULES: MarketRules = {
  ...{ quote_min: 0.1, quote_max: 100_000, quote_tick: 0.1, base_min: 0.01, base_max: 500, base_tick: 0.01 },
  ...{ min_notional: 10, price_range: 0.03, price_scope: 0.4 },
};
const MARKET: DraftMarket = { symbol: "PERP_ETH_USDC", marginMode: "CROSS", lot: RULES.base_tick, markPrice: 3_000 };

/** Mostly plausible input. */
const typed = fc.oneof(
  { arbitrary: fc.constantFrom("", "0.5", "1", "2900", "3000", "3100.5", "1.", ".5"), weight: 6 },
  { arbitrary: fc.constantFrom(".", "0", "10", "3000.55", "4.9", "100001"), weight: 1 },
  { arbitrary: fc.stringMatching(/^\d{0,7}\.?\d{0,9}$/), weight: 1 },
);
const name = (maxLength: number) =>
  fc.oneof({ arbitrary: fc.constant(""), weight: 4 }, { arbitrary: fc.string({ maxLength }), weight: 1 });
const leg = fc.record({ trigger: typed, price: typed });
const anyDraft: fc.Arbitrary<Draft> = fc.record({
  kind: fc.constantFrom(...KINDS),
  side: fc.constantFrom("BUY" as const, "SELL" as const),
  ...{ price: typed, size: typed, trigger: typed, callback: typed, activation: typed, slippage: typed, visible: typed },
  unit: fc.constantFrom("base" as const, "quote" as const),
  legUnit: fc.constantFrom("price" as const, "percent" as const, "profit" as const),
  percent: fc.constant(null),
  level: fc.integer({ min: 0, max: 4 }),
  callbackUnit: fc.constantFrom("percent" as const, "quote" as const),
  protects: fc.constantFrom("TP_SL" as const, "POSITIONAL_TP_SL" as const),
  ...{ takeProfit: leg, stopLoss: leg },
  ...{ isProtected: fc.boolean(), reduceOnly: fc.boolean(), adjusts: fc.boolean(), hides: fc.boolean() },
  tag: name(140),
  clientOrderId: name(40),
});

test("a draft without faults becomes a request with fields that the venue accepts", () => {
  const made = new Set<string>();
  fc.assert(
    fc.property(anyDraft, (draft) => {
      if (faultsOf(draft, MARKET, RULES).size > 0) return;
      const request = requestOf(draft, MARKET);
      const schema = request.to === "order" ? orders.placeOrder.body : algo.placeAlgoOrder.body;
      expect([...Value.Errors(schema, request.body)]).toEqual([]);
      expect(refusalOf(request)).toBeNull();
      made.add(draft.kind);
    }),
    { numRuns: 1_000 },
  );
  expect(made.size).toBeGreaterThan(KINDS.length / 2);
});

test("from any draft, a preview request is well-formed", () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const body = probeOf(draft, MARKET, RULES);
      if (body === null) return;
      expect([...Value.Errors(orders.preview.body, body)]).toEqual([]);
      expect(refusalOf({ to: "order", body })).toBeNull();
    }),
    { numRuns: 1_000 },
  );
});

/** The venue's refusal, judging by the fields alone. */
function refusalOf({ to, body }: TicketRequest) {
  const target = { account: 1, market: 0, inBatch: false };
  if (to === "order") return checkFields(readPlacement(body as OrderBody, target));
  return checkAlgoFields({ ...algoPlacementOf(body as AlgoOrderBody, target), at: 0 as never });
}
