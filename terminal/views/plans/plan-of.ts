// Builds the plan from its form. A plan whose smallest order the market would refuse is invalid; the fault is shown at the
// field that makes it so small.

import { checkOrder, type MarketRules, smallestQuantity } from "@evermark/client";
import { isMore } from "../../format/exact.ts";
import { decimal } from "../../format/figure-text.ts";
import { decimalOf, doubtOf, isPositive, wholeOf } from "../../format/typed.ts";
import type { ChaseTerms, PlanKind, PlanTerms, ScaleTerms, TwapTerms } from "../../session/plans/moves/plan.ts";
import { rungsOf } from "../../session/plans/moves/scale.ts";
import { smallestSlice } from "../../session/plans/moves/twap.ts";
import { ofSteps, stepsOf, textOfSteps } from "../../session/plans/moves/whole-steps.ts";
import { words } from "../../texts/words.ts";
import { ORDERS_MAX, type PlanDraft } from "../ticket/for-plans.ts";

const text = words.plans.fault;
const common = words.ticket.fault;

export interface PlanMarket {
  readonly symbol: string;
  readonly side: "BUY" | "SELL";
  readonly reduceOnly: boolean;
  /** The size as typed, and converted to base currency; the latter is empty while it can't be computed. */
  readonly size: string;
  readonly quantity: string;
  readonly marginMode: "CROSS" | "ISOLATED" | undefined;
  readonly rule: MarketRules;
  readonly markPrice: number | undefined;
}

export type PlanText = Exclude<keyof PlanDraft, "isRandom" | "nextEnd" | "sizes" | "postOnly">;
export type PlanField = PlanText | "size";
export interface PlanFault {
  readonly text: string;
  /** Whether something is missing: shown only once the trader tries to start the plan. */
  readonly isMissing: boolean;
}
export type PlanFaults = ReadonlyMap<PlanField, PlanFault>;

const SLICES_MAX = 200;
const DAY_MINUTES = 1_440;
const HOUR_SECONDS = 3_600;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** @returns the plan, or the fault of each field */
export function planOf(kind: PlanKind, draft: PlanDraft, market: PlanMarket): PlanTerms | PlanFaults {
  const faults = new Map<PlanField, PlanFault>();
  const wrong = (field: PlanField, said: string, isMissing = false) => {
    if (!faults.has(field)) faults.set(field, { text: said, isMissing });
    return 0;
  };
  const { symbol, side, reduceOnly, marginMode, rule } = market;
  const typed: Readonly<Record<PlanField, string>> = { ...draft, size: market.size };
  const [lot, tick] = [rule.base_tick, rule.quote_tick];

  function decimalIn(field: PlanField, missing: string): string | undefined {
    const plain = decimalOf(typed[field]);
    if (plain === undefined) wrong(field, missing, doubtOf(typed[field]) === undefined);
    else if (!isPositive(plain)) wrong(field, common.zero);
    else return plain;
    return undefined;
  }
  function size(): number {
    if (decimalIn("size", common.size) === undefined) return 0;
    const { quantity } = market;
    if (quantity === "") return wrong("size", common.noMark);
    if (!isPositive(quantity)) return wrong("size", common.tooSmallForOne);
    const lots = stepsOf(Number(quantity), lot);
    return textOfSteps(lots, lot) === quantity ? lots : wrong("size", common.step(decimal(lot)));
  }
  function price(field: PlanField): number {
    const plain = decimalIn(field, common.price);
    if (plain === undefined) return 0;
    const [failure] = checkOrder(rule, { side, price: plain, quantity: rule.base_min });
    if (failure?.filter === "quote_min") return wrong(field, common.below(decimal(rule.quote_min)));
    if (failure?.filter === "quote_max") return wrong(field, common.above(decimal(rule.quote_max)));
    if (failure?.filter === "quote_tick") return wrong(field, common.step(decimal(tick)));
    return stepsOf(Number(plain), tick);
  }
  function count(field: PlanField, least: number, most: number): number {
    const whole = wholeOf(typed[field]);
    const isFine = whole !== undefined && whole >= least && whole <= most;
    return isFine ? whole : wrong(field, text.whole(decimal(least), decimal(most)));
  }
  /** Checks one order that the plan would place. */
  function fits(field: PlanField, lots: number, at: string | undefined): void {
    if (faults.size > 0) return;
    if (at === undefined) return void wrong("size", common.noMark);
    const least = smallestQuantity(rule, at);
    if (isMore(least, textOfSteps(lots, lot)))
      wrong(field, text.small(decimal(ofSteps(lots, lot)), decimal(Number(least))));
    else if (ofSteps(lots, lot) > rule.base_max) wrong(field, text.large(decimal(rule.base_max)));
  }

  const terms = { symbol, side, reduceOnly, marginMode, lot, tick, sizeLots: size() };
  const mark = market.markPrice === undefined ? undefined : String(market.markPrice);
  const made = { TWAP: twap, SCALE: scale, CHASE: chase }[kind]();
  return faults.size > 0 ? faults : made;

  function twap(): TwapTerms {
    const slices = count("slices", 2, SLICES_MAX);
    const minutes = Number(decimalIn("minutes", text.minutes(decimal(DAY_MINUTES))) ?? 0);
    if (minutes > DAY_MINUTES) wrong("minutes", text.minutes(decimal(DAY_MINUTES)));
    const intervalMs = slices === 0 ? 0 : Math.round((minutes * MINUTE_MS) / slices);
    if (intervalMs < SECOND_MS) wrong("slices", text.often);
    const limitTicks = draft.limit.trim() === "" ? null : price("limit");
    const mostLots = stepsOf(rule.base_max, lot);
    const twapTerms = {
      ...terms,
      kind: "TWAP",
      slices,
      intervalMs,
      isRandom: draft.isRandom,
      limitTicks,
      mostLots,
    } as const;
    fits("slices", smallestSlice(twapTerms), limitTicks === null ? mark : textOfSteps(limitTicks, tick));
    return twapTerms;
  }
  function scale(): ScaleTerms {
    const orders = count("orders", 2, ORDERS_MAX);
    const [fromTicks, toTicks] = [price("from"), price("to")];
    if (faults.size === 0 && fromTicks === toTicks) wrong("to", text.same);
    if (faults.size === 0 && Math.abs(fromTicks - toTicks) < orders - 1) wrong("orders", text.near);
    const { sizes, postOnly } = draft;
    const scaleTerms = { ...terms, kind: "SCALE", orders, fromTicks, toTicks, sizes, postOnly } as const;
    if (faults.size === 0) {
      for (const { lots, priceTicks } of rungsOf(scaleTerms)) fits("orders", lots, textOfSteps(priceTicks ?? 0, tick));
    }
    return scaleTerms;
  }
  function chase(): ChaseTerms {
    const everyMs = count("seconds", 1, HOUR_SECONDS) * SECOND_MS;
    const limitTicks = price("limit");
    fits("size", terms.sizeLots, textOfSteps(limitTicks, tick));
    return { ...terms, kind: "CHASE", limitTicks, everyMs };
  }
}

export function isPlan(made: PlanTerms | PlanFaults): made is PlanTerms {
  return "kind" in made;
}
