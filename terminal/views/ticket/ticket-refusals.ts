// Words for the venue's refusals, by code and by the figures of the failed check: what is wrong, and what to change. A
// refusal without a text here is shown in the venue's words, without wire names.

import { decimal } from "../../format/figure-text.ts";
import { venueWords } from "../../format/venue-words.ts";
import { heldMoney } from "../../texts/held-money.ts";
import { words } from "../../texts/words.ts";

const text = words.ticket.refusal;

/** The members that an `ApiError` and a preview's refusal share. */
export interface RefusalFigures {
  readonly code: number | null;
  readonly message: string;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterMs?: number | undefined;
}

export interface RefusalText {
  readonly what: string;
  /** What to change; absent when the venue's words say it all. */
  readonly advice?: string | undefined;
  /** Whether a deposit would help. */
  readonly isShort?: boolean | undefined;
}

/** Both in one text: what is wrong, and what to change. */
export function refusalOf(refusal: RefusalFigures): string {
  const { what, advice } = refusalText(refusal);
  return advice === undefined ? what : `${what} ${advice}`;
}

export function refusalText(refusal: RefusalFigures): RefusalText {
  const has = (name: string) => refusal.detail?.[name] !== undefined;
  const figure = (name: string) => shown(refusal.detail?.[name]);
  const held = heldMoney(refusal);
  if (held !== undefined) return held;
  switch (refusal.code) {
    case -1101:
      if (has("required"))
        return { what: text.margin(figure("required"), figure("available")), advice: text.marginAdvice, isShort: true };
      if (has("notional_with_orders")) {
        return { what: text.limit(figure("notional_with_orders"), figure("limit")), advice: text.limitAdvice };
      }
      if (has("open_interest")) {
        return { what: text.openInterest(figure("open_interest"), figure("limit")), advice: text.openInterestAdvice };
      }
      return { what: venueWords(refusal.message), advice: text.marginAdvice };
    case -1102:
      if (!has("min_notional")) break;
      return { what: text.notional(figure("notional"), figure("min_notional")), advice: text.notionalAdvice };
    case -1103:
      if (has("quote_tick")) return { what: venueWords(refusal.message), advice: text.tick(figure("quote_tick")) };
      break;
    case -1104:
      if (has("base_tick")) return { what: venueWords(refusal.message), advice: text.lot(figure("base_tick")) };
      break;
    case -1105:
      if (!has("min")) break;
      return { what: text.band(figure("min"), figure("max")), advice: text.bandAdvice(figure("mark")) };
    case -1005:
      return wrongField(refusal);
    case -1007:
      return { what: text.duplicate, advice: text.duplicateAdvice };
    case -1011:
      return { what: venueWords(refusal.message), advice: text.maintenanceAdvice };
    case -1012:
      if (has("margin_mode")) return { what: text.modeInUse, advice: text.modeInUseAdvice };
      if (!has("open_orders")) break;
      return { what: text.openOrders(figure("open_orders")), advice: text.openOrdersAdvice };
    case -1003:
      return { what: text.rate, advice: waitFor(refusal.retryAfterMs) };
    case -1001:
    case -1002:
      return { what: text.key, advice: text.keyAdvice };
  }
  return { what: venueWords(refusal.message) };
}

/** Whether two refusals are of the same check. Its figures move with prices, so the texts may differ only in these. */
export function isSameCheck(one: RefusalFigures, other: RefusalFigures): boolean {
  return one.code === other.code && withoutFigures(one) === withoutFigures(other);
}

function withoutFigures(refusal: RefusalFigures): string {
  const { what, advice = "" } = refusalText(refusal);
  return `${what} ${advice}`.replace(/\d[\d.,]*/g, "#");
}

function wrongField({ message, detail }: RefusalFigures): RefusalText {
  if (detail?.field === "reduce_only" && detail.value === undefined) {
    return { what: text.reduceOnly, advice: text.reduceOnlyAdvice };
  }
  if (detail?.field === "level" && detail.value === undefined) return { what: text.level, advice: text.levelAdvice };
  if (detail?.field === "trigger_price" && /^a price /.test(String(detail.expected))) {
    return { what: text.trigger, advice: text.triggerAdvice(String(detail.expected)) };
  }
  if (detail?.field === "side" && /closes the position/.test(String(detail.expected))) {
    return { what: text.closingSide, advice: text.closingSideAdvice };
  }
  return { what: venueWords(message) };
}

function waitFor(retryAfterMs: number | undefined): string | undefined {
  return retryAfterMs === undefined ? undefined : text.rateAdvice(String(Math.ceil(retryAfterMs / 1_000)));
}

/** Formats a figure of a refusal, which is decimal text or an integer. */
function shown(value: unknown): string {
  const figure = Number(value);
  return typeof value === "string" && value !== "" && String(figure) === value ? decimal(figure) : String(value);
}
