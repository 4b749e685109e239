// Previews an order: the engine's answer to it, in the interface's words. A request is refused only when its body is unreadable
// or there is no time for it; if the venue would refuse the order now, that is the answer. An addition of this venue.

import type { MarketParameters, OrderPreview, PreviewedFill } from "@evermark/engine";
import type { DataOf } from "@evermark/interface/rows/endpoint.ts";
import { orders } from "@evermark/interface/trading/orders.ts";
import { type Binding, bind, type Context } from "../../http/routes/binding.ts";
import { averagePrice, fromE8, fromMicros, priceOf, quantityOf } from "../../wire/decimals.ts";
import { presentChangedFigures, presentRefusal } from "../accounts/present-preview.ts";
import { marketOf } from "../named/named-market.ts";
import { placementOf } from "./place-order-body.ts";

type Presented = DataOf<typeof orders.preview>;

/** This many resting orders or levels tried cost as much as one request; a preview that meets fewer costs one. */
const MET_PER_REQUEST = 20;

export const previewOrder: Binding = bind(orders.preview, (context) => {
  return context.preview(() => answer(context));
});

function answer(context: Context<typeof orders.preview>): Presented {
  const { venue, caller, body } = context;
  const { engine } = venue;
  const market = marketOf(venue, body.symbol);
  const preview = engine.previews.order(placementOf(body, { account: caller.account, market, inBatch: false }));
  const weight = Math.floor(preview.met / MET_PER_REQUEST);
  if (weight > 0) context.countAlso(orders.preview, weight);
  const { parameters, microsPerTickLot } = engine.market(market);
  return {
    ...verdictOf(preview),
    margin_mode: preview.before.position?.marginMode ?? "CROSS",
    ...executionOf(parameters, microsPerTickLot, preview.order),
    max_quantity: quantityOf(parameters, preview.largest),
    is_complete: preview.isWhole,
    ...presentChangedFigures(engine, preview),
  };
}

function verdictOf({ first, rejection, order }: OrderPreview) {
  const verdict = first !== null ? "repeated" : rejection !== null ? "refused" : "accepted";
  return {
    would_be: verdict,
    refusal: presentRefusal(rejection),
    order_id: first?.orderId ?? null,
    status: order?.status ?? first?.status ?? null,
    reason: order === null || order.reason === "" ? null : order.reason,
  } satisfies Partial<Presented>;
}

function executionOf(parameters: MarketParameters, unit: number, order: OrderPreview["order"]) {
  const fills = order?.fills ?? [];
  const sum = (of: (fill: PreviewedFill) => number) => fills.reduce((total, fill) => total + of(fill), 0);
  const executed = sum(({ quantity }) => quantity);
  const notional = sum(({ price, quantity }) => price * quantity * unit);
  return {
    order_price: order === null || order.price === 0 ? null : priceOf(parameters, order.price),
    fills: byPrice(fills).map(({ price, quantity, fee }) => ({
      price: priceOf(parameters, price),
      quantity: quantityOf(parameters, quantity),
      value: fromMicros(price * quantity * unit),
      fee: fromMicros(fee),
    })),
    executed_quantity: quantityOf(parameters, executed),
    average_executed_price: executed === 0 ? null : averagePrice(parameters, notional, executed),
    slippage: slippageOf(fills),
    total_fee: fromMicros(sum(({ fee }) => fee)),
    order_enum_fee: fromMicros(sum(({ tagFee }) => tagFee)),
    is_maker: fills.some(({ maker }) => maker) ? 1 : 0,
    realized_pnl: fromMicros(sum(({ realizedPnl }) => realizedPnl)),
    resting_quantity: quantityOf(parameters, order?.resting ?? 0),
    visible_quantity: quantityOf(parameters, order?.visible ?? 0),
    cancelled_orders: (order?.cancels ?? []).map(({ orderId, reason }) => ({ order_id: orderId, reason })),
  } satisfies Partial<Presented>;
}

/** |Σ(price × quantity) − best × Σ quantity| ÷ (best × Σ quantity), rounded up at 8 decimals. */
function slippageOf(fills: readonly PreviewedFill[]): number | null {
  const [best] = fills;
  if (best === undefined) return null;
  const sum = (of: (fill: PreviewedFill) => number) => fills.reduce((total, fill) => total + BigInt(of(fill)), 0n);
  // Ticks × lots of one order stay below 2^53, because its value does.
  const off = sum(({ price, quantity }) => Math.abs(price - best.price) * quantity);
  const whole = sum(({ quantity }) => best.price * quantity);
  return fromE8(Number((off * E8 + whole - 1n) / whole));
}

const E8 = 100_000_000n;

/** Merges the fills at each price. Fills at one price follow one another. */
function byPrice(fills: readonly PreviewedFill[]) {
  const levels: { readonly price: number; quantity: number; fee: number }[] = [];
  for (const { price, quantity, fee } of fills) {
    const last = levels.at(-1);
    if (last?.price !== price) levels.push({ price, quantity, fee });
    else {
      last.quantity += quantity;
      last.fee += fee;
    }
  }
  return levels;
}
