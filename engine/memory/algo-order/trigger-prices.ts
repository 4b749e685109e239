// The prices that a trigger is compared with. What waits for a rise is compared with the lower of mark and index, what
// waits for a fall with the higher: a mark that a few quotes have moved fires nothing while the index is not there.
// Rules 3.1.

import type { Ticks } from "../../base/units.ts";

export interface TriggerPrices {
  /** What has to be reached from below. */
  readonly rising: Ticks;
  /** What has to be reached from above. */
  readonly falling: Ticks;
}

/** The one of both that counts for a direction. */
export function priceFor({ rising, falling }: TriggerPrices, rises: boolean): Ticks {
  return rises ? rising : falling;
}
