// The prices that triggers are compared with. A trigger that waits for a rise is compared with the lower of mark and index, one
// that waits for a fall with the higher: a mark that a few quotes have moved fires nothing while the index is not there.
// Rules 3.1.

import type { Ticks } from "../../base/units.ts";

export interface TriggerPrices {
  /** The price for triggers that wait for a rise. */
  readonly rising: Ticks;
  /** The price for triggers that wait for a fall. */
  readonly falling: Ticks;
}

/** The price that counts for a direction. */
export function priceFor({ rising, falling }: TriggerPrices, rises: boolean): Ticks {
  return rises ? rising : falling;
}
