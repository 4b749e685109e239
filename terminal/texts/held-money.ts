// Why money stays where it is: a position of the account can't be liquidated now, so nothing leaves on its price. Of every
// refusal that says so, whatever was asked: which market, why, and until when. Rules 11.4.

import { marketName } from "../format/market-name.ts";
import { dayAndTime } from "../format/time.ts";
import { words } from "./words.ts";

const text = words.funds.held;

interface Held {
  readonly what: string;
  readonly advice: string;
}

/** The two sentences of a refusal that is about it, nothing of any other. */
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
