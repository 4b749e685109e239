// The effect of an execution or a transfer on one position row.

import type { Lots, Micros, Ticks } from "../../base/units.ts";

export interface Fill {
  /** Signed by its direction. */
  readonly lots: Lots;
  readonly price: Ticks;
  /** The fee charged to the row, micros; negative when it earns one. */
  readonly fee: Micros;
}
