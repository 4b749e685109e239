// A plan in words: its name, its terms, and why it paused or ended.

import { decimal } from "../../format/figure-text.ts";
import { baseOf } from "../../format/market-name.ts";
import type { Plan, PlanTerms } from "../../session/plans/moves/plan.ts";
import { ofSteps } from "../../session/plans/moves/whole-steps.ts";
import type { Notice } from "../../state/notice.ts";
import { words } from "../../texts/words.ts";
import { refusalOf } from "../ticket/ticket-refusals.ts";

const text = words.plans;
const SECONDS = 60;

/** `TWAP: Buy 0.5 BTC` */
export function nameOfPlan({ kind, side, symbol, sizeLots, lot }: PlanTerms): string {
  return text.what(text.kinds[kind], sideOf(side), decimal(ofSteps(sizeLots, lot)), baseOf(symbol));
}

export function sideOf(side: "BUY" | "SELL"): string {
  return side === "BUY" ? words.common.buy : words.common.sell;
}

export function spanOf(ms: number): string {
  const seconds = Math.round(ms / 100) / 10;
  const minutes = Math.floor(seconds / SECONDS);
  return text.span(minutes, decimal(Math.round((seconds - minutes * SECONDS) * 10) / 10));
}

/** The terms of a plan in words. */
export function termsOfPlan(terms: PlanTerms): string {
  const price = (ticks: number) => decimal(ofSteps(ticks, terms.tick));
  const parts = [how(terms, price)];
  if (terms.kind === "TWAP" && terms.isRandom) parts.push(text.terms.random);
  if (terms.reduceOnly) parts.push(text.terms.reduces);
  return parts.join(", ");
}

function how(terms: PlanTerms, price: (ticks: number) => string): string {
  switch (terms.kind) {
    case "TWAP": {
      const limit = terms.limitTicks === null ? text.byMarket : text.terms.upTo(price(terms.limitTicks));
      return text.terms.TWAP(decimal(terms.slices), spanOf(terms.intervalMs), limit);
    }
    case "SCALE":
      return text.terms.SCALE(decimal(terms.orders), price(terms.fromTicks), price(terms.toTicks));
    case "CHASE":
      return text.terms.CHASE(price(terms.limitTicks), decimal(terms.everyMs / 1_000));
  }
}

/** Why the plan is not running; undefined while it is. */
export function whyOf({ state }: Plan): string | undefined {
  if (state.is === "over") return text.ends[state.why];
  if (state.is !== "paused") return undefined;
  return state.why.is === "refused" ? refusalOf(state.why.refusal) : text.reasons[state.why.is];
}

/** The notice when a plan pauses or ends without the trader's doing. */
export function noticeOf(plan: Plan): Omit<Notice, "id"> {
  const { terms, state } = plan;
  const what = nameOfPlan(terms);
  if (state.is !== "over") return { tone: "bad", title: text.paused(what), text: whyOf(plan) };
  return { tone: state.why === "filled" ? "good" : "neutral", title: text.over(what), text: whyOf(plan) };
}
