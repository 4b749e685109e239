// The current prices of a market that triggers are compared with. Rules 3.1.

import type { TriggerPrices } from "../../memory/algo-order/trigger-prices.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";

/** From this behaviour on; before, the mark alone counted. */
const SINCE = 3;

export function triggerPrices({ behaviour }: State, { mark, index }: Market): TriggerPrices {
  if (behaviour < SINCE) return { rising: mark, falling: mark };
  return { rising: Math.min(mark, index), falling: Math.max(mark, index) };
}
