// The prices that a trigger is compared with. What waits for a rise is compared with the lower of mark and index, what
// waits for a fall with the higher: a mark that a few quotes have moved fires nothing while the index is not there.
// Rules 3.1.

import type { LiveMarket } from "../market/live-market.ts";
import type { State } from "../state.ts";
import type { Ticks } from "../units.ts";

/** From this behaviour on; before, the mark alone counted. */
const SINCE = 3;

export interface TriggerPrices {
  /** What has to be reached from below. */
  readonly rising: Ticks;
  /** What has to be reached from above. */
  readonly falling: Ticks;
}

export function triggerPrices({ behaviour }: State, { mark, index }: LiveMarket): TriggerPrices {
  if (behaviour < SINCE) return { rising: mark, falling: mark };
  return { rising: Math.min(mark, index) as Ticks, falling: Math.max(mark, index) as Ticks };
}

/** The one of both that counts for a direction. */
export function priceFor({ rising, falling }: TriggerPrices, rises: boolean): Ticks {
  return rises ? rising : falling;
}
