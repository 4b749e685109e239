// What an execution or a transfer does to one position row.

import type { Lots, Micros, Ticks } from "../../base/units.ts";

export interface Fill {
  /** Signed by its direction. */
  readonly lots: Lots;
  readonly price: Ticks;
  /** What the row is charged, micros; negative when it earns. */
  readonly fee: Micros;
}
