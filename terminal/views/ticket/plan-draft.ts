// What stands in the form of a plan, as it was typed. Side, size and whether it only reduces are the ticket's, as with an order.

import { digitsOf } from "../../format/decimal.ts";
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
/** So many lots that the shares of a scale's orders are not rounded by much. */
const MANY_LOTS = 1_000_000;

/** Prices mean something else in another market, and in another plan. */
export function withoutPrices(draft: PlanDraft): PlanDraft {
  return { ...draft, limit: "", from: "", to: "", nextEnd: "from" };
}

/**
 * A price of the book is the limit of a TWAP or a chase. Of a scale it is one end, the next one the other; rows that were
 * dragged over are where its orders shall lie.
 */
export function planWithWish(kind: PlanKind, draft: PlanDraft, { price, best }: TicketWish): PlanDraft {
  if (price === undefined) return draft;
  if (kind !== "SCALE") return { ...draft, limit: digitsOf(price) };
  if (best !== undefined) return { ...draft, from: digitsOf(best), to: digitsOf(price), nextEnd: "from" };
  return { ...draft, [draft.nextEnd]: digitsOf(price), nextEnd: draft.nextEnd === "from" ? "to" : "from" };
}

/** Rows that are dragged over are there to be traded with; a scale waits among them, on the side that they are of. */
export function sideOfWish(kind: PlanKind | null, { side }: TicketWish): TicketWish["side"] {
  if (kind !== "SCALE" || side === undefined) return side;
  return side === "BUY" ? "SELL" : "BUY";
}

/**
 * A plan as the one order that it comes to: at its limit, the average price of a scale, or by market. What the ticket reckons
 * of an order it reckons of this one.
 * @returns its size in base currency; empty while it can't be said
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
