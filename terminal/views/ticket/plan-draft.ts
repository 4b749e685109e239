// The content of a plan's form, as typed. Side, size and reduce-only are the ticket's, as for an order.

import { digitsOf } from "../../format/figure-text.ts";
import { decimalOf, isPositive, wholeOf } from "../../format/typed.ts";
import type { PlanKind, ScaleSizes } from "../../session/plans/moves/plan.ts";
import { averageTicks, rungsOf } from "../../session/plans/moves/scale.ts";
import { stepsOf, textOfSteps } from "../../session/plans/moves/whole-steps.ts";
import type { TicketWish } from "../../state/terminal-state.ts";
import { type Draft, EMPTY_DRAFT } from "./draft.ts";
import { type DraftMarket, quantityAt } from "./request.ts";

export interface PlanDraft {
  readonly limit: string;
  readonly minutes: string;
  readonly slices: string;
  readonly isRandom: boolean;
  readonly from: string;
  readonly to: string;
  /** Which price of a scale the next click on the book sets. */
  readonly nextEnd: "from" | "to";
  readonly orders: string;
  readonly sizes: ScaleSizes;
  readonly postOnly: boolean;
  readonly seconds: string;
}

export const EMPTY_PLAN: PlanDraft = {
  ...{ limit: "", minutes: "60", slices: "12", isRandom: false },
  ...{ from: "", to: "", nextEnd: "from", orders: "5", sizes: "even", postOnly: true, seconds: "2" },
};

export const ORDERS_MAX = 50;
/** A number of lots large enough that the shares of a scale's orders are hardly rounded. */
const MANY_LOTS = 1_000_000;

/** The draft without prices, which mean something else in another market or another plan. */
export function withoutPrices(draft: PlanDraft): PlanDraft {
  return { ...draft, limit: "", from: "", to: "", nextEnd: "from" };
}

/**
 * Applies a price from the book: it becomes the limit of a TWAP or a chase. For a scale it becomes one end, and the next
 * price the other; rows that were dragged over become the range of its orders.
 */
export function planWithWish(kind: PlanKind, draft: PlanDraft, { price, best }: TicketWish): PlanDraft {
  if (price === undefined) return draft;
  if (kind !== "SCALE") return { ...draft, limit: digitsOf(price) };
  if (best !== undefined) return { ...draft, from: digitsOf(best), to: digitsOf(price), nextEnd: "from" };
  return { ...draft, [draft.nextEnd]: digitsOf(price), nextEnd: draft.nextEnd === "from" ? "to" : "from" };
}

/** An order trades with the rows that were dragged over; a scale rests among them, on the rows' own side. */
export function sideOfWish(kind: PlanKind | null, { side }: TicketWish): TicketWish["side"] {
  if (kind !== "SCALE" || side === undefined) return side;
  return side === "BUY" ? "SELL" : "BUY";
}

/**
 * The plan as one equivalent order: at its limit, at the average price of a scale, or by market. The ticket computes its
 * figures for this order.
 * @returns a draft with the size in base currency; empty while it can't be computed
 */
export function asOneOrder(kind: PlanKind, plan: PlanDraft, draft: Draft, market: DraftMarket, tick: number): Draft {
  const price = kind === "SCALE" ? averageOf(plan, tick) : priceIn(plan.limit);
  const { side, reduceOnly } = draft;
  const reference = price ?? (market.markPrice === undefined ? undefined : digitsOf(market.markPrice));
  const size = quantityAt(draft, reference, market.lot) ?? "";
  return { ...EMPTY_DRAFT, side, reduceOnly, size, kind: price === undefined ? "MARKET" : "LIMIT", price: price ?? "" };
}

function averageOf({ from, to, orders, sizes, postOnly }: PlanDraft, tick: number): string | undefined {
  const [first, last] = [priceIn(from), priceIn(to)];
  if (first === undefined || last === undefined) return undefined;
  const rungs = rungsOf({
    ...{ orders: Math.min(ORDERS_MAX, Math.max(2, wholeOf(orders) ?? 2)), sizes, postOnly, sizeLots: MANY_LOTS },
    ...{ fromTicks: stepsOf(Number(first), tick), toTicks: stepsOf(Number(last), tick) },
  });
  return textOfSteps(Math.round(averageTicks(rungs)), tick);
}

function priceIn(typed: string): string | undefined {
  const plain = decimalOf(typed);
  return plain !== undefined && isPositive(plain) ? plain : undefined;
}
