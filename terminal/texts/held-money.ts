// Explains why money can't leave the account: a position can't be liquidated now, so nothing may leave on its price. For any
// request that is refused for this: which market, why, and until when. Rules 11.4.

import { marketName } from "../format/market-name.ts";
import { dayAndTime } from "../format/time.ts";
import { words } from "./words.ts";

const text = words.funds.held;

interface Held {
  readonly what: string;
  readonly advice: string;
}

/** The two sentences for such a refusal; undefined for any other. */
export function heldMoney({
  code,
  detail,
}: {
  readonly code: number | null;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
}): Held | undefined {
  const { symbol, reason, until } = detail ?? {};
  if (code !== -1012 || typeof symbol !== "string" || typeof reason !== "string") return undefined;
  const what = text.what(marketName(symbol), text.reasons[reason] ?? text.doubt);
  return {
    what,
    advice: typeof until === "number" ? text.until(dayAndTime(until)) : (text.ends[reason] ?? text.agrees),
  };
}
